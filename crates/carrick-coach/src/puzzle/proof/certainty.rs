//! How sure it is that a puzzle has one solution.

use serde::{Deserialize, Serialize};

/// How sure it is that exactly one turn wins. That this one wins is always proved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Certainty {
    /// Every other turn was proved not to win, by search to the end of the game.
    Proved {
        /// Number of positions that the proofs of all turns took together.
        nodes: u64,
    },
    /// Some other turns were searched only, and did not turn out to win.
    Searched {
        /// Number of positions that were searched for all turns together.
        nodes: u64,
        /// Value of the second best turn to its player, 0 to 1.
        second: f32,
    },
}

impl Certainty {
    /// Whether everything was proved.
    #[must_use]
    pub const fn is_proved(self) -> bool {
        matches!(self, Self::Proved { .. })
    }
}
