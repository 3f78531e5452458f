//! Why a record does not become a board.

use carrick_games::OptionError;
use carrick_games::records::Moment;

use crate::people::{BoardId, Userid, UseridError};

/// Why a record, though its turns are legal, does not become a board here.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ImportFault {
    /// A player is not named.
    #[error("the record does not name its {0} player")]
    NoName(&'static str),
    /// A name that cannot be a userid.
    #[error("\"{name}\", the {which} player, has no userid; {source}")]
    NoUserid {
        /// The name, shortened when it is long.
        name: String,
        /// `first` or `second`.
        which: &'static str,
        /// The form of a userid.
        source: UseridError,
    },
    /// A word of the command language, or a name that belongs to guests, the computer or those
    /// who run a server, or looks like one.
    #[error("{0} is a name that no player here can choose")]
    Reserved(Userid),
    /// One player in both seats.
    #[error("{0} plays against themselves")]
    OnePlayer(Userid),
    /// No account of that name, where none is to be made.
    #[error("there is no user {0}")]
    NoUser(Userid),
    /// A game that goes on with somebody who is gone.
    #[error("{0} has deleted their account and cannot go on with a game")]
    Left(Userid),
    /// Options that this server does not play.
    #[error("a board of this server cannot have these options: {0}")]
    Options(#[from] OptionError),
    /// An increment of nothing, or turns without time.
    #[error("{0}")]
    Clocks(&'static str),
    /// A moment that has not come yet.
    #[error("{what} is dated {at}, which is yet to come")]
    Future {
        /// `the beginning`, `turn 3`.
        what: String,
        /// When.
        at: Moment,
    },
    /// A game that is here already, and has gone another way.
    #[error("this is {board}, which is here and differs: in the record {by}")]
    Diverged {
        /// The board here.
        board: BoardId,
        /// How they differ.
        by: Divergence,
    },
    /// A game that goes two ways in the import.
    #[error("this is {board}, which is in another record too and differs: here {by}")]
    DivergedThere {
        /// The board as the records call it.
        board: BoardId,
        /// How they differ; `here` is the other record.
        by: Divergence,
    },
}

/// The first thing in which a record differs from the board that it is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Divergence {
    /// A turn.
    #[error("turn {number} is {there}, not {here}")]
    Turn {
        /// Counted from 1.
        number: usize,
        /// In the record.
        there: String,
        /// On the board.
        here: String,
    },
    /// The record has more turns.
    #[error("it has {}, not {}", turns(*.there), turns(*.here))]
    Length {
        /// How many the record has.
        there: usize,
        /// How many the board has.
        here: usize,
    },
    /// The end, or the time of something.
    #[error("the turns are the same, but not their times or the end")]
    Circumstances,
}

fn turns(count: usize) -> String {
    if count == 1 { "1 turn".to_owned() } else { format!("{count} turns") }
}
