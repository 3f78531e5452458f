//! Hints on a board: the one of its present position, and the queue.

use carrick_coach::hint::{Hint, Step};

/// The hint of a board's present position, and the queue in which one more would wait.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HintNow {
    /// The hint that was asked for in this position.
    pub asked: Option<AskedHint>,
    /// Hints of all boards that are not found yet.
    pub queue: QueueNow,
}

/// A queue of hints or reviews, as a user sees it who would join it. Network addresses take turns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueNow {
    /// Number of requests that wait.
    pub waiting: u32,
    /// Number of those by the user.
    pub of_asker: u32,
    /// Sum of those from the user's network address; a review of eight times the length counts as
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
    /// The last step that was told; `None` before the first.
    pub told: Option<Step>,
    /// The hint; `None` until it is found.
    pub hint: Option<Hint>,
    /// Number of hints that come before it, until it is found.
    pub ahead: u32,
    /// Whether it is to be mailed when it is found.
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
            0 => "The computer looks for a hint as soon as it owes no turn.".to_owned(),
            1 => "Your hint waits: one other comes before it.".to_owned(),
            ahead => format!("Your hint waits: {ahead} others come before it."),
        }
    }
}
