//! The end of a board: the winner and the reason in one type, so that no two parts disagree.

use carrick_games::{AnyGame, DrawBy, Outcome, Seat, WinBy};
use jiff::Timestamp;

/// How a board ended.
///
/// Only the database and records hold it as words: [`result`](Self::result) and
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
    /// Nobody won.
    Drawn(DrawBy),
    /// This seat resigned before its first turn, so that there was no game.
    Declined(Seat),
    /// This seat let its time run out before the game had begun, so that there was no game.
    NotBegun(Seat),
}

impl Ending {
    /// The ending of a game by its rules; `None` while it goes on.
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

    /// The reason in a word or two, as the database and records keep it: for a game that was played
    /// that of [`Outcome::reason`], otherwise `declined` or `not begun`.
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
    /// Nobody did.
    Draw,
    /// This seat resigned before its first turn, or did not move before the game had begun: there
    /// was no game, and the board is gone for everybody. Kept so that its number is never used
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
