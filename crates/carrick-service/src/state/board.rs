//! A board as it is stored: players, options, terms, turns, offers and plans.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::Seat;
use jiff::Timestamp;

use super::{Ended, Outages, RatingChange, Turns};
use crate::people::{BoardId, Userid, computer_level};

/// A board: two players, the options, and everything that has happened on it.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardRecord {
    /// Its name.
    pub id: BoardId,
    /// The players, by [`Seat::index`].
    pub players: [Userid; 2],
    /// The game's options in canonical form.
    pub options: String,
    /// The server's options.
    pub terms: Terms,
    /// Its origin.
    pub origin: Origin,
    /// Whether it is a teaching game: the computer, one of its players, says what it threatens.
    /// Such a game is unrated.
    pub teaching: bool,
    /// Number of turns that were given: the game began from a position of another one. Such a game
    /// is unrated.
    pub given: u32,
    /// Number of turns for which a hint was asked, taken back ones included. Such a game is
    /// unrated.
    pub hints: u32,
    /// When the challenge was made.
    pub created: Timestamp,
    /// All turns, swaps and passes included.
    pub turns: Turns,
    /// How many times the player to move was reminded of this turn.
    pub nags: u16,
    /// The offer made since the last turn.
    pub offer: Option<Offer>,
    /// The players' plans.
    pub plans: Plans,
    /// The turns taken back.
    pub undone: Undone,
    /// When a turn began again because those from it on were taken back, or because the game came
    /// from elsewhere, by the turn's number.
    pub restarts: BTreeMap<u32, Timestamp>,
    /// When no server ran since the challenge was made.
    pub outages: Outages,
    /// How and when it ended.
    pub ended: Option<Ended>,
    /// The changes of the ratings, by [`Seat::index`]; only when it ended and was rated.
    pub rating_changes: Option<[RatingChange; 2]>,
    /// Users who get every turn without playing: subscribers of this board and of the whole game.
    pub subscribers: BTreeSet<Userid>,
}

impl BoardRecord {
    /// A board on which nothing has happened yet.
    #[must_use]
    pub fn new(
        id: BoardId,
        players: [Userid; 2],
        options: impl Into<String>,
        terms: Terms,
        created: Timestamp,
    ) -> Self {
        Self {
            id,
            players,
            options: options.into(),
            terms,
            origin: Origin::Challenge,
            teaching: false,
            given: 0,
            hints: 0,
            created,
            turns: Turns::default(),
            nags: 0,
            offer: None,
            plans: Plans::default(),
            undone: Undone::default(),
            restarts: BTreeMap::new(),
            outages: Outages::default(),
            ended: None,
            rating_changes: None,
            subscribers: BTreeSet::new(),
        }
    }

    /// When the turn began that is awaited.
    #[must_use]
    pub fn turn_since(&self) -> Timestamp {
        let last = self.turns.last().map_or(self.created, |turn| turn.at);
        self.restarts.get(&(self.turns.len() as u32 + 1)).copied().unwrap_or(last)
    }

    /// The time of the turn that is awaited when it is played now: no turn is older than the one
    /// before it, though a clock has fallen back in between.
    #[must_use]
    pub fn not_before_its_turn(&self, now: Timestamp) -> Timestamp {
        now.max(self.turn_since())
    }

    /// The seat of a user who plays here.
    #[must_use]
    pub fn seat_of(&self, user: &Userid) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.players[seat.index()] == *user)
    }

    /// The seat of the person in a teaching game; `None` in other games.
    #[must_use]
    pub fn learner(&self) -> Option<Seat> {
        let is_person = |seat: &Seat| computer_level(&self.players[seat.index()]).is_none();
        Seat::BOTH.into_iter().find(is_person).filter(|_| self.teaching)
    }

    /// Whether this is a game for practice for the player of a seat: against the computer, and
    /// unrated. There the computer lets turns be taken back.
    #[must_use]
    pub fn is_practice_of(&self, seat: Seat) -> bool {
        !self.terms.rated && computer_level(&self.players[(!seat).index()]).is_some()
    }

    /// Whether both players have moved: clocks run and ratings count only from then on.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.turns.iter().any(|turn| turn.seat == seat))
    }

    /// Grows by one with every turn and whenever turns are taken back: a form or a token made for
    /// one generation of a board fits no other.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.turns.len() as u32 + self.undone.turns + self.undone.times
    }
}

/// The mark of a game with hints, as words behind its conditions.
///
/// ```
/// use carrick_service::hints_told;
/// assert_eq!(hints_told(0), None);
/// assert_eq!(hints_told(1).as_deref(), Some("with a hint at 1 turn"));
/// assert_eq!(hints_told(3).as_deref(), Some("with hints at 3 turns"));
/// ```
#[must_use]
pub fn hints_told(hints: u32) -> Option<String> {
    match hints {
        0 => None,
        1 => Some("with a hint at 1 turn".to_owned()),
        hints => Some(format!("with hints at {hints} turns")),
    }
}

/// Plans of the players; each sees only their own.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plans {
    /// The line that each seat has queued, as it is typed: `d3 f4, e2 e3`. Never that of a seat
    /// which is to move, for then it is played or dropped.
    pub queues: [Option<String>; 2],
    /// The turn that the player to move has looked at but not yet confirmed.
    pub submitted: Option<String>,
}

/// Plans and offer of a board when its time ran out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expired {
    /// The players' plans.
    pub plans: Plans,
    /// The offer.
    pub offer: Option<Offer>,
}

/// Turns that were taken back on a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Undone {
    /// How many times.
    pub times: u32,
    /// How many turns altogether.
    pub turns: u32,
    /// The highest number that a turn taken back had. A turn sent with that number or a lower one
    /// may be a late mail, written for a position that is no more.
    pub highest: u32,
    /// Whose turn was taken back, if none was played since.
    pub by: Option<Seat>,
}

/// Origin of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// A challenge.
    #[default]
    Challenge,
    /// The wish to play the board of this number again.
    RematchOf(u32),
    /// The seek of this number.
    Seek(u32),
}

/// The options of `challenge` with two dashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Days for a turn before the game is forfeited.
    pub forfeit_days: u16,
    /// Days after which the player is reminded.
    pub nag_days: u16,
    /// Days for all turns of a player together; `None` for no limit.
    pub total_days: Option<u16>,
    /// Hours added to the total after each turn; only together with a total.
    pub increment_hours: Option<u16>,
    /// Whether the game counts for ratings.
    pub rated: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self { forfeit_days: 21, nag_days: 7, total_days: None, increment_hours: None, rated: true }
    }
}

/// An offer that the opponent may accept or reject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// The seat that made it.
    pub by: Seat,
    /// Draw or undo.
    pub kind: OfferKind,
    /// Whether it was rejected; it may be made again after the next turn.
    pub rejected: bool,
}

/// Kind of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take the offerer's last turn back.
    Undo,
}

impl OfferKind {
    /// The act of offering it, in words: `offers a draw`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Draw => "offers a draw",
            Self::Undo => "asks to take a turn back",
        }
    }
}

/// Summary of a board, for lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardSummary {
    /// Its name.
    pub id: BoardId,
    /// The players, by [`Seat::index`].
    pub players: [Userid; 2],
    /// The game's options in canonical form.
    pub options: String,
    /// How many turns have been played.
    pub ply: u32,
    /// Number of turns that were given.
    pub given: u32,
    /// Number of turns for which a hint was asked.
    pub hints: u32,
    /// The seat to move; `None` when it has ended.
    pub to_move: Option<Seat>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// When something last happened on it.
    pub touched: Timestamp,
}
