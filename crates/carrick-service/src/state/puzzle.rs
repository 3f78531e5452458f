//! Tries at puzzles, and when puzzles are mailed.

use carrick_games::GameKind;
use jiff::Timestamp;

use super::RatingRecord;

/// A user's tries at a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PuzzleTry {
    /// Number of turns of the solution that they have found.
    pub found: u32,
    /// Whether they went wrong before they had solved it.
    pub failed: bool,
    /// Whether they have solved it.
    pub solved: bool,
}

impl PuzzleTry {
    /// Whether the ratings have heard of it: at the first error, or when it is solved without one.
    #[must_use]
    pub const fn is_rated(&self) -> bool {
        self.failed || self.solved
    }
}

/// Result of a turn at a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleTurn {
    /// Right, and there is more to find.
    Right,
    /// Right, and the last one.
    Solved,
    /// Legal, but wrong; also a solver who gives up.
    Wrong,
}

/// A turn of a user at a puzzle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PuzzleStep {
    /// The game.
    pub kind: GameKind,
    /// Number of the puzzle.
    pub number: u32,
    /// Number of turns that were found before it.
    pub found: u32,
    /// Its result.
    pub turn: PuzzleTurn,
    /// The day, counted from 1970-01-01, whose puzzle this is, while that day lasts.
    pub day: Option<u32>,
    /// Rating with which the puzzle begins.
    pub begins_at: RatingRecord,
}

/// A user and a puzzle before a turn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PuzzleStanding {
    /// Their tries at it.
    pub tried: PuzzleTry,
    /// Their rating as a solver of the game; `None` before the first try that counts.
    pub solver: Option<RatingRecord>,
    /// The puzzle's rating; `None` until somebody's try has counted.
    pub puzzle: Option<RatingRecord>,
    /// The days on which they solved a puzzle of the day, the latest first, each once.
    pub days: Vec<u32>,
}

/// Effect of a turn at a puzzle on what is kept of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PuzzleTried {
    /// The game.
    pub kind: GameKind,
    /// Number of the puzzle.
    pub number: u32,
    /// The tries now.
    pub tried: PuzzleTry,
    /// The day on which it was solved, where it was the puzzle of that day.
    pub day: Option<u32>,
    /// The ratings of solver and puzzle now, where this try has counted.
    pub ratings: Option<[RatingRecord; 2]>,
}

/// Hour at which the puzzles of the day are mailed, in the reader's time zone.
pub(crate) const PUZZLE_HOUR: i8 = 7;

/// When the puzzles of the day are mailed to a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PuzzleSchedule {
    /// The next time; `None` for a user who wants none.
    pub due: Option<Timestamp>,
    /// The last day for which they were mailed, counted from 1970-01-01.
    pub last: Option<u32>,
}
