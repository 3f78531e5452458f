//! Solutions as JSON.

use serde::{Deserialize, Serialize};

use crate::Value;
use crate::tables::score::Score;
use crate::tables::solution::Solution;

/// JSON form of a solution. All values are from the view of the player to move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JsonSolution {
    /// `win`, `draw` or `loss`; null if it was not settled.
    pub value: Option<String>,
    /// Number of turns to the end; null for draws, for games decided by points, and where it is
    /// not known.
    pub distance: Option<u16>,
    /// Lead in points, in games decided by points.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub margin: Option<i16>,
    /// The legal turns, the best first.
    pub turns: Vec<JsonSolved>,
}

/// JSON form of a turn's value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JsonSolved {
    /// The turn.
    pub turn: String,
    /// As in [`JsonSolution`].
    pub value: Option<String>,
    /// As in [`JsonSolution`], the turn itself counted.
    pub distance: Option<u16>,
    /// As in [`JsonSolution`].
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub margin: Option<i16>,
}

impl JsonSolution {
    /// The report of a solution.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let (value, distance, margin) = parts(solution.score);
        let turns = solution.turns.iter().map(|solved| {
            let (value, distance, margin) = parts(solved.score);
            JsonSolved { turn: solved.turn.clone(), value, distance, margin }
        });
        Self { value, distance, margin, turns: turns.collect() }
    }
}

fn parts(score: Option<Score>) -> (Option<String>, Option<u16>, Option<i16>) {
    let value = score.map(|score| word(score.value).to_owned());
    (value, score.and_then(|score| score.distance), score.and_then(|score| score.margin))
}

/// The word for a value.
pub(crate) const fn word(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}
