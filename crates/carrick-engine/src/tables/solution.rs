//! Results: the value of a position and of each of its turns.

use std::cmp::Ordering;

use crate::tables::score::Score;

/// The value of a position and of its turns, from the view of the player to move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Solution {
    /// Value of the position; `None` if it was not settled.
    pub score: Option<Score>,
    /// All legal turns, the best first; those that were not settled stand after the draws.
    pub turns: Vec<Solved>,
}

/// A turn and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solved {
    /// The turn's name.
    pub turn: String,
    /// Value of the turn to the player who plays it; its distance counts the turn itself. `None`
    /// if it was not settled.
    pub score: Option<Score>,
}

impl Solution {
    /// A solution with its turns in order: the best first, equal ones bytewise by name.
    #[must_use]
    pub fn new(score: Option<Score>, mut turns: Vec<Solved>) -> Self {
        turns.sort_by(|one, other| {
            compare(other.score, one.score).then_with(|| one.turn.cmp(&other.turn))
        });
        Self { score, turns }
    }
}

/// Compares scores; one that is not known is worse than a draw and better than a loss.
fn compare(one: Option<Score>, other: Option<Score>) -> Ordering {
    use crate::Value;
    let is_lost = |score: Score| score.value == Value::Loss;
    match (one, other) {
        (Some(one), Some(other)) => one.compare(other),
        (Some(one), None) if is_lost(one) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (None, Some(other)) if is_lost(other) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        (None, None) => Ordering::Equal,
    }
}
