//! What a search has found.

use carrick_games::{Game, Notation};

use crate::Value;
use carrick_games::Position;

/// A search's findings about one position, the best turn first.
#[derive(Debug, Clone, PartialEq)]
pub struct Report<T> {
    /// The turns that were looked at, best first; empty only when the game is over.
    pub lines: Vec<Line<T>>,
    /// What the position is worth to the player to move, 0 to 1.
    pub value: f32,
    /// What is proved about it.
    pub proved: Option<Value>,
    /// How many positions were looked at for it, those of earlier calls not counted.
    pub nodes: u64,
    /// Whether so little was open that nothing needed to be searched (see [`settled`](crate::settled)).
    pub settled: bool,
}

impl<T> Report<T> {
    /// The turn to play; `None` when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<&T> {
        self.lines.first().map(|line| &line.turn)
    }
}

impl<T: Copy> Report<T> {
    /// The same with turns by their canonical names, in the position that was searched.
    #[must_use]
    pub fn named<B: Notation<Turn = T>>(self, game: &Game<B>) -> Report<String> {
        self.named_from(game.position())
    }

    pub(crate) fn named_from<B: Notation<Turn = T>>(self, root: &Position<B>) -> Report<String> {
        let Self { lines, value, proved, nodes, settled } = self;
        let lines = lines.into_iter().map(|line| line.named_from(root)).collect();
        Report { lines, value, proved, nodes, settled }
    }
}

/// One turn, how good it is, and what is likely to follow.
#[derive(Debug, Clone, PartialEq)]
pub struct Line<T> {
    /// The turn.
    pub turn: T,
    /// What it is worth to its player, 0 to 1.
    pub value: f32,
    /// What is proved about it.
    pub proved: Option<Value>,
    /// By how many points its player is ahead in the end, as far as that was estimated: where points are
    /// counted.
    pub margin: Option<f32>,
    /// How often the search went that way.
    pub visits: u32,
    /// The best turns after it, in order.
    pub continuation: Vec<T>,
}

impl<T: Copy> Line<T> {
    pub(crate) fn named_from<B: Notation<Turn = T>>(self, root: &Position<B>) -> Line<String> {
        let mut position = root.clone();
        let mut name = |turn| {
            let name = position.board().turn_name(turn).to_string();
            position.play_unchecked(turn);
            name
        };
        Line {
            turn: name(self.turn),
            continuation: self.continuation.into_iter().map(name).collect(),
            value: self.value,
            proved: self.proved,
            margin: self.margin,
            visits: self.visits,
        }
    }
}
