//! Judged positions of a game.

use carrick_engine::{Thought, Value};
use carrick_games::Seat;
use serde::{Deserialize, Serialize};

/// Maximum number of turns of a line that is kept.
pub const LINE: usize = 6;

/// A position of a game, as a search judged it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Value to the player in the first seat, 0 to 1.
    pub value: f32,
    /// Whether the value is proved; then it is 0, one half or 1.
    pub proved: bool,
    /// The best turn and those that are likely to follow, at most [`LINE`], by their canonical
    /// names; empty when the game is over.
    pub line: Vec<String>,
}

impl Judged {
    /// A position in which the game is over, with the points of the first seat.
    pub(super) const fn over(points: f32) -> Self {
        Self { value: points, proved: true, line: Vec::new() }
    }
}

/// The findings of a search about a position in which a seat is to move.
pub(super) fn judged(thought: &Thought, mover: Seat) -> Judged {
    let points = thought.proved.map_or(thought.value, Value::points);
    let line = thought.lines.first().map(|line| {
        let turns = std::iter::once(&line.turn).chain(&line.continuation);
        turns.take(LINE).cloned().collect()
    });
    Judged {
        value: if mover == Seat::First { points } else { 1.0 - points },
        proved: thought.proved.is_some(),
        line: line.unwrap_or_default(),
    }
}
