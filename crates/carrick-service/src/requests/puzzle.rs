//! Puzzles of the day by mail, and answers to them.

use carrick_coach::puzzle::{Answer, Collection, Puzzle};
use carrick_games::{AnyGame, GameKind};
use jiff::Timestamp;

use crate::command::Refusal;
use crate::people::{Userid, Zone, day};
use crate::state::Needs;

/// A puzzle of a day in a mail, as far as it was solved when the mail was written. An answer to the
/// mail is about it and no other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailedPuzzle {
    /// The game.
    pub kind: GameKind,
    /// Number of the puzzle.
    pub number: u32,
    /// The day that it is of, counted from 1970-01-01.
    pub day: u32,
    /// Number of turns that were found.
    pub found: u32,
}

impl MailedPuzzle {
    /// The puzzle of a day; `None` where the game has no puzzles.
    #[must_use]
    pub fn of_day(kind: GameKind, day: u32) -> Option<Self> {
        let number = Collection::of(kind).of_day(day)?.number;
        Some(Self { kind, number, day, found: 0 })
    }

    /// The puzzle; `None` where there is none of this number.
    #[must_use]
    pub fn puzzle(self) -> Option<&'static Puzzle> {
        Collection::of(self.kind).get(self.number)
    }

    /// The position that the mail shows; `None` where there is no such puzzle.
    #[must_use]
    pub fn position(self) -> Option<AnyGame> {
        Some(self.puzzle()?.after(self.found as usize))
    }

    /// Whether it can still be answered: its day lasts where the solver lives, or in UTC, by which
    /// the pages go.
    ///
    /// ```
    /// use carrick_games::GameKind;
    /// use carrick_service::{MailedPuzzle, Zone, day};
    /// let new_york: Zone = "America/New_York".parse()?;
    /// let day = day::day_named("2026-11-24").unwrap();
    /// let mailed = MailedPuzzle::of_day(GameKind::Boche, day).unwrap();
    /// for (at, open) in [("2026-11-25T04:59:00Z", true), ("2026-11-25T05:00:00Z", false)] {
    ///     assert_eq!(mailed.is_open(&new_york, at.parse().unwrap()), open, "{at}");
    /// }
    /// # Ok::<(), carrick_service::ZoneError>(())
    /// ```
    #[must_use]
    pub fn is_open(self, zone: &Zone, now: Timestamp) -> bool {
        self.day >= zone.day(now).min(day::day_of(now))
    }

    /// The state that has to be loaded before an answer of a user is decided.
    #[must_use]
    pub fn needs(self, user: &Userid) -> Needs {
        Needs {
            users: [user.clone()].into(),
            puzzle: Some((user.clone(), self.kind, self.number)),
            ..Needs::default()
        }
    }
}

/// An answer to the mail of a puzzle.
#[derive(Debug, Clone)]
pub enum PuzzleReply {
    /// A turn, judged.
    Turn(Answer),
    /// The solver wants to see the solution.
    GiveUp,
    /// Neither.
    Unclear(Refusal),
}
