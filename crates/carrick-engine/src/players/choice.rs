//! The choice of a player, with its reasons.

use crate::report::{Line, Report, Value};

/// A turn and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice<T> {
    /// The turn to play.
    pub turn: T,
    /// The report of the search.
    pub thought: Report<T>,
}

impl<T: Copy> Choice<T> {
    /// A choice without a search: the turn to play and others that are as good, each with its
    /// value; `None` when there is none.
    pub(crate) fn known(turns: Vec<(T, f32)>, proved: Option<Value>) -> Option<Self> {
        let known = |(turn, value)| Line {
            turn,
            value,
            proved,
            margin: None,
            visits: 0,
            continuation: Vec::new(),
        };
        let lines: Vec<Line<T>> = turns.into_iter().map(known).collect();
        let first = lines.first()?;
        let (turn, value) = (first.turn, first.value);
        let thought = Report { lines, value, proved, nodes: 0, settled: false, depth: None };
        Some(Self { turn, thought })
    }
}
