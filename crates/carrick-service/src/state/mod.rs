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

/// The parts of the server's state that a command [needs](crate::Needs); a part that was asked for
/// and is not there does not exist.
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
    /// Users who want a mail at the end of each game: of the games of all boards that are here.
    pub notified: BTreeMap<GameKind, BTreeSet<Userid>>,
    /// How many boards of a game a user plays on at present, where that is not none.
    pub in_play: BTreeMap<(GameKind, Userid), u32>,
    /// On how many of them the user has made a turn, where that is not none.
    pub begun: BTreeMap<(GameKind, Userid), u32>,
    /// On how many boards each of the two users who were asked for has made no turn yet, with
    /// opponents from the network address of the other, where that is not none.
    pub unanswered: BTreeMap<Userid, u32>,
    /// In how many games in play somebody from the network address of the user who was asked for has
    /// made a turn.
    pub in_play_from_place: u32,
    /// All open seeks of a game by number, and the number its next one gets.
    pub seeks: BTreeMap<GameKind, (BTreeMap<u32, Seek>, u32)>,
    /// Letters of a user lately, oldest first.
    pub letters: Vec<Letter>,
    /// How many addresses a user was asked to confirm of late.
    pub asked: u32,
    /// When no server ran, if seeks are here. A board has [its own](BoardRecord::outages).
    pub outages: Outages,
    /// The plans and the offer of the board that was asked for, when its time ran out.
    pub expired: Option<Expired>,
    /// The reviews of the board that was asked for.
    pub review: ReviewNow,
    /// The hint of the board that was asked for.
    pub hint: HintNow,
    /// Things that the user who was asked for has stored.
    pub stocks: Stocks,
    /// The user and the puzzle that were asked for.
    pub puzzle: PuzzleStanding,
}

// Needs of a command: the parts of the state that it is decided from.

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
    /// In how many games in play somebody from the network address of this user has made a turn.
    pub in_play_from_place: Option<Userid>,
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

// An account: its addresses, its settings, its absences.

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    /// The name.
    pub id: Userid,
    /// When the account was made.
    pub joined: Timestamp,
    /// The command password's hash; `None` for accounts that are played by nobody who types one.
    pub password: Option<PasswordHash>,
    /// When they last asked for a link that sets a new password, if it was not changed since.
    pub reset_asked: Option<Timestamp>,
    /// At most three.
    pub addresses: Vec<UserAddress>,
    /// Everything that they have chosen.
    pub settings: UserSettings,
    /// The boards that they play on and want no mail about.
    pub muted: BTreeSet<BoardId>,
    /// Users who can neither challenge them nor write to them.
    pub blocked: BTreeSet<Userid>,
    /// Their vacations, past, present and planned, in their order.
    pub absences: Vec<Absence>,
    /// When the puzzles of the day are mailed to them.
    pub puzzles: PuzzleSchedule,
    /// When they left for good. Only the name is left then, in old games.
    pub deleted: Option<Timestamp>,
    /// Whether this is an operator: somebody who may `broadcast`.
    pub operator: bool,
    /// Since when an operator has suspended the account: no play, no mail, no chat.
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

/// A mail address of a user; used only once confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAddress {
    /// The address.
    pub address: Address,
    /// Whether its owner has confirmed it.
    pub confirmed: bool,
    /// Whether they have to confirm it once more, because mail for it came back.
    pub returned: bool,
}
