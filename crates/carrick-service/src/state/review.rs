//! Reviews of a finished game: the one there is, and the one under way.

use carrick_coach::review::{Judged, Times};
use jiff::Timestamp;

use super::QueueNow;
use crate::people::Userid;

/// Reviews of a board, and the queue in which one more would wait.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReviewNow {
    /// The review with most time that is done.
    pub done: Option<DoneReview>,
    /// The review that was asked for and is not done.
    pub under_way: Option<ReviewUnderWay>,
    /// Reviews that users have asked for and that are not done.
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
    /// The user who asked for it; `None` for one that is made without being asked for.
    pub asker: Option<Userid>,
    /// When it was asked for.
    pub since: Timestamp,
    /// Number of positions that are judged.
    pub judged: u32,
    /// Number of reviews that come before it.
    pub ahead: u32,
}

impl ReviewUnderWay {
    /// How far it is, as a sentence.
    #[must_use]
    pub fn told(&self, positions: usize) -> String {
        match (self.judged, self.ahead) {
            (0, 0) => "The review begins as soon as the computer owes no turn.".to_owned(),
            (0, 1) => "The review waits: one other comes before it.".to_owned(),
            (0, ahead) => format!("The review waits: {ahead} others come before it."),
            (judged, _) => format!("{judged} of {positions} positions are reviewed."),
        }
    }
}
