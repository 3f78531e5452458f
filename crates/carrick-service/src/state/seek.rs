//! Open games that wait for somebody to take them.

use carrick_games::GameKind;
use jiff::Timestamp;

use super::Terms;
use crate::people::{ComputerLevel, Userid};

/// An offer of games to everybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    /// The game.
    pub kind: GameKind,
    /// The number within that game.
    pub number: u32,
    /// The user who offers them.
    pub user: Userid,
    /// The game's options in canonical form.
    pub options: String,
    /// The server's options.
    pub terms: Terms,
    /// When the offer was made.
    pub made: Timestamp,
    /// How many games are left; with none left the seek is gone.
    pub left: u32,
    /// Whether the computer takes a game of it that nobody takes.
    pub stand_in: StandIn,
    /// When the computer is to take a game; `None` when it never does, or has.
    pub due: Option<Timestamp>,
}

/// The account of the computer that takes a game of a seek which nobody has taken for long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StandIn {
    /// None: the seek is for people.
    Nobody,
    /// The level nearest to the seeker's rating.
    #[default]
    Nearest,
    /// This one.
    Level(ComputerLevel),
}
