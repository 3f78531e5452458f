//! Needs of a command: the parts of the state that it is decided from.

use std::collections::BTreeSet;

use carrick_games::GameKind;
use jiff::Timestamp;

use super::Origin;
use crate::people::{Address, BoardId, Userid};

/// How many boards or players a list has at most.
pub const LISTED: usize = 200;

/// The parts of the [state](crate::State) to load. For every board also its players and
/// subscribers, and their ratings in its game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// Users.
    pub users: BTreeSet<Userid>,
    /// The owners of these confirmed addresses, as users.
    pub addresses: BTreeSet<Address>,
    /// Boards with all turns.
    pub boards: BTreeSet<BoardId>,
    /// Summaries of boards that match any of these: of each the latest [`LISTED`] at most, and one
    /// more where there are more. Declined boards need not be among them.
    pub listed: Vec<BoardFilter>,
    /// All boards, with all turns, that match any of these.
    pub whole: Vec<BoardFilter>,
    /// How many games of a game are over, of all or of one player, whose scores come with it.
    pub history: Option<(GameKind, Option<Userid>)>,
    /// The ratings of a game: of the strongest [`LISTED`], and one more where there are more.
    pub standings: Option<GameKind>,
    /// The number the next board of this game gets, and on how many boards of it each user plays.
    pub new_board: Option<GameKind>,
    /// All boards of a game, with all turns, that came of this.
    pub offspring: Option<(GameKind, Origin)>,
    /// All open seeks of these games, and who made them.
    pub seeks: BTreeSet<GameKind>,
    /// All users who read the news.
    pub news: bool,
    /// The letters of this user since then.
    pub letters: Option<(Userid, Timestamp)>,
    /// How many addresses this user was asked to confirm since then.
    pub asked: Option<(Userid, Timestamp)>,
    /// The plans and the offer of this board when its time ran out.
    pub expired: Option<BoardId>,
    /// The reviews of this board, and how many this user waits for.
    pub review: Option<(BoardId, Userid)>,
    /// The hint of this board's position, and how many this user waits for.
    pub hint: Option<(BoardId, Userid)>,
    /// Things that this user has stored, and the remarks on this board.
    pub stocks: Option<(Userid, Option<BoardId>)>,
    /// A user and a puzzle, by its game and number.
    pub puzzle: Option<(Userid, GameKind, u32)>,
}

/// Which boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardFilter {
    /// Of this game; of all games when `None`.
    pub kind: Option<GameKind>,
    /// With this player; with any when `None`.
    pub player: Option<Userid>,
    /// Those that have not ended.
    pub running: bool,
    /// Those that ended at this time or later; none that ended when `None`.
    pub ended_since: Option<Timestamp>,
}
