//! The part of the server's state that a command needs to see.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::GameKind;

use super::{
    BoardRecord, BoardSummary, Expired, HintNow, Letter, Outages, PuzzleStanding, RatingRecord,
    ReviewNow, Seek, Stocks, User,
};
use crate::people::{Address, BoardId, Userid};

/// A snapshot of the parts that a command [needs](crate::Needs); a part that was asked for and is
/// not there does not exist.
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
