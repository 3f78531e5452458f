//! The state that decisions are made from, as plain data that the store loads.
//!
//! [`Needs`] names the parts to load, [`State`] holds them: users, boards, seeks, letters, ratings
//! and outages.

mod apply;
mod board;
mod outage;
mod turns;
mod work;

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;
use jiff::Timestamp;

use crate::people::{Absence, Address, BoardId, PasswordHash, UserSettings, Userid};

pub use board::{
    BoardRecord, BoardSummary, Ended, Ending, Expired, Letter, Offer, OfferKind, Origin, Plans,
    RatingChange, RatingRecord, Readers, SeatResult, Seek, StandIn, Terms, Undone, hints_told,
};
pub use outage::{Outage, Outages};
pub use turns::{PlayedTurns, TurnRecord};
pub(crate) use work::PUZZLE_HOUR;
pub use work::{
    AskedHint, BELIEVED_AFTER, DoneReview, Fallen, HintNow, Latest, PuzzleSchedule, PuzzleStanding,
    PuzzleStep, PuzzleTried, PuzzleTry, PuzzleTurn, QueueNow, ReviewNow, ReviewUnderWay, Stocks,
};

/// The parts of the server's state that a command [needs](crate::Needs); a requested part that is
/// missing does not exist.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Users by name.
    pub users: BTreeMap<Userid, User>,
    /// The user who has confirmed an address.
    pub owners: BTreeMap<Address, Userid>,
    /// Boards with all their turns.
    pub boards: BTreeMap<BoardId, BoardRecord>,
    /// Boards that match the [filters](crate::BoardFilter), one line's worth each, by number.
    pub summaries: Vec<BoardSummary>,
    /// How many games are over, where a history needs it.
    pub over: u32,
    /// Games won, drawn and lost by the player of a history, against each opponent.
    pub scores: BTreeMap<Userid, [u32; 3]>,
    /// Ratings of the users and games asked for, or of all players of a game for its standings.
    pub ratings: BTreeMap<(GameKind, Userid), RatingRecord>,
    /// The number the next board of a game gets.
    pub next_number: BTreeMap<GameKind, u32>,
    /// Users who want an email at the end of each game, for the games of all loaded boards.
    pub notified: BTreeMap<GameKind, BTreeSet<Userid>>,
    /// Number of boards of a game that a user plays on, if not zero.
    pub in_play: BTreeMap<(GameKind, Userid), u32>,
    /// On how many of them the user has moved, if not zero.
    pub begun: BTreeMap<(GameKind, Userid), u32>,
    /// On how many boards each of the two requested users has not moved yet, with opponents from
    /// the other's network address, if not zero.
    pub unanswered: BTreeMap<Userid, u32>,
    /// Number of games in play in which someone from the requested user's network address has
    /// moved.
    pub in_play_from_place: u32,
    /// All open seeks of a game by number, and the number its next one gets.
    pub seeks: BTreeMap<GameKind, (BTreeMap<u32, Seek>, u32)>,
    /// Recent messages of a user, oldest first.
    pub letters: Vec<Letter>,
    /// Number of addresses that a user was recently asked to confirm.
    pub asked: u32,
    /// Outages, if seeks are loaded. Boards have [their own](BoardRecord::outages).
    pub outages: Outages,
    /// The plans and the offer of the requested board when its time ran out.
    pub expired: Option<Expired>,
    /// The reviews of the requested board.
    pub review: ReviewNow,
    /// The hint of the requested board.
    pub hint: HintNow,
    /// What the requested user has stored.
    pub stocks: Stocks,
    /// The requested user and puzzle.
    pub puzzle: PuzzleStanding,
}

// Needs of a command: the parts of the state from which it is decided.

/// Maximum number of boards or players in a list.
pub const LISTED: usize = 200;

/// The parts of the [state](crate::State) to load. Every board comes with its players and
/// subscribers, and their ratings in its game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Needs {
    /// Users.
    pub users: BTreeSet<Userid>,
    /// The owners of these confirmed addresses, as users.
    pub addresses: BTreeSet<Address>,
    /// Boards with all turns.
    pub boards: BTreeSet<BoardId>,
    /// Summaries of boards that match any of these: for each, up to the latest [`LISTED`], plus one
    /// if there are more. Declined boards need not be included.
    pub listed: Vec<BoardFilter>,
    /// All boards, with all turns, that match any of these.
    pub whole: Vec<BoardFilter>,
    /// Number of finished games of a kind, of all players or of one, including that player's
    /// scores.
    pub history: Option<(GameKind, Option<Userid>)>,
    /// The ratings of a game: of the strongest [`LISTED`], plus one if there are more.
    pub standings: Option<GameKind>,
    /// The number of the next board of this game, and the number of its boards that each user plays
    /// on.
    pub new_board: Option<GameKind>,
    /// Number of games in play in which someone from this user's network address has moved.
    pub in_play_from_place: Option<Userid>,
    /// All boards of a game with this origin, with all turns.
    pub offspring: Option<(GameKind, Origin)>,
    /// All open seeks of these games, and who made them.
    pub seeks: BTreeSet<GameKind>,
    /// All users who read the news.
    pub news: bool,
    /// The messages of this user since then.
    pub letters: Option<(Userid, Timestamp)>,
    /// Number of addresses that this user was asked to confirm since then.
    pub asked: Option<(Userid, Timestamp)>,
    /// The plans and the offer of this board when its time ran out.
    pub expired: Option<BoardId>,
    /// The reviews of this board, and how many this user has queued.
    pub review: Option<(BoardId, Userid)>,
    /// The hint for this board's position, and how many this user has queued.
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
    /// Those that ended at this time or later; `None` leaves out all that have ended.
    pub ended_since: Option<Timestamp>,
}

// An account: its addresses, its settings, its absences.

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The name.
    pub id: Userid,
    /// When the account was created.
    pub joined: Timestamp,
    /// The command password's hash; `None` for accounts without one, such as the computer's.
    pub password: Option<PasswordHash>,
    /// When they last asked for a link to set a new password, if the password has not changed
    /// since.
    pub reset_asked: Option<Timestamp>,
    /// At most three.
    pub addresses: Vec<UserAddress>,
    /// Their settings.
    pub settings: UserSettings,
    /// The boards that they play on without getting email.
    pub muted: BTreeSet<BoardId>,
    /// Users who can neither challenge them nor write to them.
    pub blocked: BTreeSet<Userid>,
    /// Their vacations, past, present and planned, in their order.
    pub absences: Vec<Absence>,
    /// When the puzzles of the day are emailed to them.
    pub puzzles: PuzzleSchedule,
    /// When they left for good. Only the name is left then, in old games.
    pub deleted: Option<Timestamp>,
    /// Whether they are an operator, who may `broadcast`.
    pub operator: bool,
    /// Since when the account has been suspended by an operator: no play, no email, no chat.
    pub suspended: Option<Timestamp>,
}

impl User {
    /// A new account with nothing chosen yet.
    #[must_use]
    pub fn new(id: Userid, joined: Timestamp, password: Option<PasswordHash>) -> Self {
        Self {
            id,
            joined,
            password,
            reset_asked: None,
            addresses: Vec::new(),
            settings: UserSettings::default(),
            muted: BTreeSet::new(),
            blocked: BTreeSet::new(),
            absences: Vec::new(),
            puzzles: PuzzleSchedule::default(),
            deleted: None,
            operator: false,
            suspended: None,
        }
    }
}

/// An email address of a user; used only once confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAddress {
    /// The address.
    pub address: Address,
    /// Whether its owner has confirmed it.
    pub confirmed: bool,
    /// Whether they must confirm it again, because an email to it came back.
    pub returned: bool,
}
