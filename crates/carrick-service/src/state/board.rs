//! A board as it is stored: players, options, terms, turns, offers, plans, and how it ended; and
//! what belongs to boards: open seeks, rating changes, letters.

use std::collections::{BTreeMap, BTreeSet};

use carrick_games::{AnyGame, DrawBy, GameKind, Outcome, Seat, WinBy};
use jiff::Timestamp;

use crate::people::{BoardId, ComputerLevel, Userid, computer_level};
use crate::state::{Outages, PlayedTurns};

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
    /// Number of given turns: the game started from a position of another one. Such a game is
    /// unrated.
    pub given: u32,
    /// Number of turns for which a hint was asked, including turns taken back. Such a game is
    /// unrated.
    pub hints: u32,
    /// The seat of the player who has not accepted the game yet. Until then the game is only an
    /// offer, and no clock runs. A declined offer keeps this.
    pub offered_to: Option<Seat>,
    /// When the challenge was made.
    pub created: Timestamp,
    /// All turns, including swaps and passes.
    pub turns: PlayedTurns,
    /// Number of reminders sent for this turn.
    pub nags: u16,
    /// The offer made since the last turn.
    pub offer: Option<Offer>,
    /// The players' plans.
    pub plans: Plans,
    /// The turns taken back.
    pub undone: Undone,
    /// When turns started again, because they were taken back or the game was imported, by the
    /// turn's number.
    pub restarts: BTreeMap<u32, Timestamp>,
    /// Outages since the challenge was made.
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
            offered_to: None,
            created,
            turns: PlayedTurns::default(),
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

    /// When a game that has not been accepted was offered or reopened.
    #[must_use]
    pub fn offered_since(&self) -> Timestamp {
        self.restarts.values().next_back().copied().unwrap_or(self.created)
    }

    /// When the current turn started.
    #[must_use]
    pub fn turn_since(&self) -> Timestamp {
        let last = self.turns.last().map_or(self.created, |turn| turn.at);
        self.restarts.get(&(self.turns.len() as u32 + 1)).copied().unwrap_or(last)
    }

    /// The time of the current turn if it is played now. It is never before the previous turn, even
    /// if a clock was set back in between.
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

    /// Whether this is a practice game for the player of a seat: unrated and against the computer,
    /// which lets turns be taken back.
    #[must_use]
    pub fn is_practice_of(&self, seat: Seat) -> bool {
        !self.terms.rated && computer_level(&self.players[(!seat).index()]).is_some()
    }

    /// Whether both players have moved. Only then do clocks run and ratings count.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.turns.iter().any(|turn| turn.seat == seat))
    }

    /// Grows by one with every turn and whenever turns are taken back: a form or a token made for
    /// one generation of a board is not valid for another.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.turns.len() as u32 + self.undone.turns + self.undone.times
    }
}

/// The mark of a game with hints, as words after its conditions.
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
    /// The line that each seat has queued, as it is typed: `d3 f4, e2 e3`. Never for the seat to
    /// move, because its queue is then played or dropped.
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
    /// may be a late email, written for a position that no longer exists.
    pub highest: u32,
    /// The seat whose turn was taken back, if no turn was played since.
    pub by: Option<Seat>,
}

/// Origin of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    /// A challenge.
    #[default]
    Challenge,
    /// A rematch of the board with this number.
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
    /// What its player does, in words: `offers a draw`.
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
    /// The seat of the player who has not accepted the game yet.
    pub offered_to: Option<Seat>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// When something last happened on it.
    pub touched: Timestamp,
}

impl BoardSummary {
    /// The seat that has to act: to move, or to accept the game.
    #[must_use]
    pub fn awaited(&self) -> Option<Seat> {
        self.offered_to.or(self.to_move).filter(|_| self.ended.is_none())
    }
}

// The end of a board: the winner and the reason in one type, so that they cannot contradict each
// other.

/// How a board ended.
///
/// Only the database and records store it as words: [`result`](Self::result) and
/// [`reason`](Self::reason) together determine it.
///
/// ```
/// use carrick_games::{Seat, WinBy};
/// use carrick_service::{Ending, SeatResult};
/// let ending = Ending::Won(Seat::First, WinBy::Path);
/// assert_eq!((ending.result(), ending.reason()), (SeatResult::Won(Seat::First), "path"));
/// assert_eq!(Ending::from_words(SeatResult::Won(Seat::First), "path"), Some(ending));
/// assert_eq!(Ending::from_words(SeatResult::Draw, "path"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// This seat won.
    Won(Seat, WinBy),
    /// A draw.
    Drawn(DrawBy),
    /// This seat resigned before its first turn, so there was no game.
    Declined(Seat),
    /// This seat let its time run out before the game had started, so there was no game.
    NotBegun(Seat),
}

impl Ending {
    /// The ending of a game by its rules; `None` while it is in play.
    #[must_use]
    pub fn of(game: &AnyGame) -> Option<Self> {
        Some(match game.outcome()? {
            Outcome::Win { winner, by } => Self::Won(game.seat_of(winner), by),
            Outcome::Draw(by) => Self::Drawn(by),
        })
    }

    /// The winner.
    #[must_use]
    pub const fn result(self) -> SeatResult {
        match self {
            Self::Won(seat, _) => SeatResult::Won(seat),
            Self::Drawn(_) => SeatResult::Draw,
            Self::Declined(seat) | Self::NotBegun(seat) => SeatResult::Declined(seat),
        }
    }

    /// The reason in a word or two, as stored in the database and in records: [`Outcome::reason`]
    /// for a game that was played, otherwise `declined` or `not begun`.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Won(_, by) => by.reason(),
            Self::Drawn(by) => by.reason(),
            Self::Declined(_) => "declined",
            Self::NotBegun(_) => "not begun",
        }
    }

    /// The ending with this result and reason; `None` when there is none.
    #[must_use]
    pub fn from_words(result: SeatResult, reason: &str) -> Option<Self> {
        let all: &[Self] = match result {
            SeatResult::Won(seat) => &WinBy::ALL.map(|by| Self::Won(seat, by)),
            SeatResult::Draw => &DrawBy::ALL.map(Self::Drawn),
            SeatResult::Declined(seat) => &[Self::Declined(seat), Self::NotBegun(seat)],
        };
        all.iter().copied().find(|ending| ending.reason() == reason)
    }

    /// Whether the clock ended it.
    #[must_use]
    pub const fn is_by_time(self) -> bool {
        match self {
            Self::Won(_, by) => matches!(by, WinBy::Time),
            Self::NotBegun(_) => true,
            Self::Drawn(_) | Self::Declined(_) => false,
        }
    }
}

/// The end of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub ending: Ending,
    /// When.
    pub at: Timestamp,
}

impl Ended {
    /// The winner.
    #[must_use]
    pub const fn result(&self) -> SeatResult {
        self.ending.result()
    }

    /// The reason in a word or two: see [`Ending::reason`].
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        self.ending.reason()
    }
}

/// A result in terms of seats, which do not change when colours are swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatResult {
    /// This seat won.
    Won(Seat),
    /// A draw.
    Draw,
    /// This seat resigned before its first turn, or did not move before the game had begun: there
    /// was no game, and the board is no longer shown. It is stored so that its number is never used
    /// again.
    Declined(Seat),
}

impl SeatResult {
    /// The seat that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Won(seat) => Some(seat),
            Self::Draw | Self::Declined(_) => None,
        }
    }
}

// Open games.

/// An offer of games that any player can take.
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
    /// Number of games left; the seek is gone when there are none.
    pub left: u32,
    /// Whether the computer takes a game that no player takes.
    pub stand_in: StandIn,
    /// When the computer should take a game; `None` if it never does or already has.
    pub due: Option<Timestamp>,
}

/// The account of the computer that takes a game of a seek if no player does for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StandIn {
    /// None: the seek is for people.
    Nobody,
    /// The level nearest to the seeker's rating.
    #[default]
    Nearest,
    /// This one.
    Level(ComputerLevel),
    /// None: the seek is an invitation, which can be taken only by its link. No list shows it, and
    /// it expires when it is due.
    Invitation,
}

// A player's rating in one game, and its change by a result.

/// A player's Glicko-2 rating in one game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingRecord {
    /// On the scale on which a new player has 1500.
    pub rating: f64,
    /// The rating deviation; a new player has 350.
    pub deviation: f64,
    /// Glicko-2's volatility; a new player has 0.06.
    pub volatility: f64,
    /// Rated games finished, by result: won, drawn, lost.
    pub games: [u32; 3],
}

/// A rating before and after a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatingChange {
    /// Before.
    pub before: RatingRecord,
    /// After.
    pub after: RatingRecord,
}

// Messages, remarks and news from users.

/// A text from a user to others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// Its author.
    pub from: Userid,
    /// Its readers.
    pub to: Readers,
    /// Lines ended by line feeds, no control characters.
    pub text: String,
    /// When.
    pub at: Timestamp,
}

/// Readers of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Readers {
    /// These users.
    Users(BTreeSet<Userid>),
    /// All readers of the news.
    News,
    /// The players and subscribers of a board; others may look.
    Board(BoardId),
}
