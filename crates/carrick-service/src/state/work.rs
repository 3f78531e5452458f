//! Reviews, hints and puzzles as decisions see them, the latest time known, and what users have
//! stored.

use carrick_coach::hint::{Hint, Step};
use carrick_coach::review::{Judged, Times};
use carrick_games::GameKind;
use jiff::{SignedDuration, Timestamp};

use crate::people::Userid;
use crate::state::RatingRecord;

/// Reviews of a board, and the queue that another one would join.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReviewNow {
    /// The finished review with most time.
    pub done: Option<DoneReview>,
    /// The requested review that is not finished.
    pub under_way: Option<ReviewUnderWay>,
    /// Requested reviews that are not finished.
    pub queue: QueueNow,
}

/// A review that is done.
#[derive(Debug, Clone, PartialEq)]
pub struct DoneReview {
    /// Its share of time.
    pub times: Times,
    /// All positions of the game, in order.
    pub judged: Vec<Judged>,
}

/// A review that is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewUnderWay {
    /// Its share of time.
    pub times: Times,
    /// The user who asked for it; `None` for an automatic review.
    pub asker: Option<Userid>,
    /// When it was asked for.
    pub since: Timestamp,
    /// Number of positions that are judged.
    pub judged: u32,
    /// Number of reviews that come before it.
    pub ahead: u32,
}

impl ReviewUnderWay {
    /// Its progress, as a sentence.
    #[must_use]
    pub fn told(&self, positions: usize) -> String {
        match (self.judged, self.ahead) {
            (0, 0) => "The review starts as soon as the computer has no turn to play.".to_owned(),
            (0, 1) => "The review is queued: one other comes before it.".to_owned(),
            (0, ahead) => format!("The review is queued: {ahead} others come before it."),
            (judged, _) => format!("{judged} of {positions} positions are reviewed."),
        }
    }
}

// Hints on a board: the one for its current position, and the queue.

/// The hint for a board's current position, and the queue that another one would join.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HintNow {
    /// The hint requested in this position.
    pub asked: Option<AskedHint>,
    /// Hints of all boards that have not been found yet.
    pub queue: QueueNow,
}

/// A queue of hints or reviews, from the view of a user who would join it. Network addresses take
/// turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueNow {
    /// Number of queued requests.
    pub waiting: u32,
    /// Number of those by the user.
    pub of_asker: u32,
    /// Sum of those from the user's network address; a review with eight times the time counts as
    /// 8.
    pub of_place: u32,
    /// Number of requests that would come before a new one of the user.
    pub ahead: u32,
}

/// A hint that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedHint {
    /// The [generation](crate::BoardRecord::generation) of the board.
    pub generation: u32,
    /// The last step given; `None` before the first.
    pub told: Option<Step>,
    /// The hint; `None` until it is found.
    pub hint: Option<Hint>,
    /// Number of hints that come before it, until it is found.
    pub ahead: u32,
    /// Whether to email it when it is found.
    pub mailed: bool,
}

impl AskedHint {
    /// The hint, and the step up to which pages show it: the first as soon as it is found.
    #[must_use]
    pub fn shown(&self) -> Option<(&Hint, Step)> {
        self.hint.as_ref().map(|hint| (hint, self.told.unwrap_or(Step::Where)))
    }

    /// Its place in the queue, as a sentence, while it is looked for.
    #[must_use]
    pub fn waits(&self) -> String {
        match self.ahead {
            0 => "The computer looks for a hint as soon as it has no turn to play.".to_owned(),
            1 => "Your hint is queued: one other comes before it.".to_owned(),
            ahead => format!("Your hint is queued: {ahead} others come before it."),
        }
    }
}

// Tries at puzzles, and when puzzles are mailed.

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
    /// Whether it has changed the ratings, which happens at the first error, or when it is solved
    /// without one.
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
    /// Legal but wrong; or the solver gave up.
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
    /// The puzzle's rating; `None` until a try has counted.
    pub puzzle: Option<RatingRecord>,
    /// The days on which they solved a puzzle of the day, the latest first, each once.
    pub days: Vec<u32>,
}

/// Effect of a turn at a puzzle on the stored state.
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

/// Hour at which the puzzles of the day are emailed, in the reader's time zone.
pub(crate) const PUZZLE_HOUR: i8 = 7;

/// When the puzzles of the day are emailed to a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PuzzleSchedule {
    /// The next time; `None` for a user who wants none.
    pub due: Option<Timestamp>,
    /// The last day for which they were emailed, counted from 1970-01-01.
    pub last: Option<u32>,
}

// The latest time at which a server is known to have run, and how to read a clock after that.
//
// Clocks can fall back: a machine without a battery starts in 1970, and a clock that was years
// ahead is corrected. Neither may make a turn or a deadline older than earlier ones. So time
// continues from the latest known time, at the pace of the clock that has fallen. After a day that
// clock is believed, and the earlier one is taken to have been wrong.

/// How long a clock that has fallen back must run before it is believed. Anything dated further
/// ahead comes from a clock that was wrong.
pub const BELIEVED_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// Maximum that a clock is taken to have fallen: seventy years, since a machine without a battery
/// may start in 1970. Later times are invalid.
const FARTHEST: SignedDuration = SignedDuration::from_hours(24 * 25_567);

/// Longest step of a clock that has fallen: sweeps are no further apart while a server runs.
const STEP: SignedDuration = SignedDuration::from_hours(1);

/// The latest time at which a server is known to have run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latest {
    /// The time.
    pub at: Timestamp,
    /// The clock that showed an earlier time.
    pub fallen: Option<Fallen>,
}

/// A clock that has fallen back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fallen {
    /// Time that it showed when it was first found behind.
    pub since: Timestamp,
    /// Time that it showed at the latest known time.
    pub shown: Timestamp,
}

impl Fallen {
    /// How much it has advanced, if it runs as clocks do.
    fn step(self, now: Timestamp) -> Option<SignedDuration> {
        let step = now.duration_since(self.shown);
        (SignedDuration::ZERO..=STEP).contains(&step).then_some(step)
    }
}

impl Latest {
    /// A time shown by a correct clock.
    #[must_use]
    pub const fn right(at: Timestamp) -> Self {
        Self { at, fallen: None }
    }

    /// The time when a clock shows `now`. It is never before the latest known time.
    #[must_use]
    pub fn time(self, now: Timestamp) -> Timestamp {
        if self.at <= now || self.at.duration_since(now) > FARTHEST {
            return now;
        }
        let step = self.fallen.and_then(|fallen| fallen.step(now)).unwrap_or_default();
        self.at.checked_add(step).unwrap_or(self.at)
    }

    /// The latest known time when a server runs and its clock shows `now`.
    #[must_use]
    pub fn noted(self, now: Timestamp) -> Self {
        let behind = self.at.duration_since(now);
        if behind <= SignedDuration::ZERO {
            return Self::right(now);
        }
        if behind <= STEP || behind > FARTHEST {
            return Self::right(self.at);
        }
        let same = self.fallen.filter(|fallen| fallen.step(now).is_some());
        let since = same.map_or(now, |fallen| fallen.since);
        if now.duration_since(since) >= BELIEVED_AFTER {
            return Self::right(now);
        }
        Self { at: self.time(now), fallen: Some(Fallen { since, shown: now }) }
    }
}

// Numbers of stored things that may not grow without bound.

/// Numbers of what a user, and all users at their network address, have stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stocks {
    /// Remarks on the board in question.
    pub remarks: u32,
    /// Boards that the user watches individually.
    pub watched: u32,
    /// Boards watched by users of the network address.
    pub watched_from_place: u32,
    /// Open seeks of users of the network address, in all games.
    pub seeks_from_place: u32,
}
