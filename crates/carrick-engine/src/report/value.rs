//! The value of a finished game: win, draw or loss.

use carrick_games::{Board, Outcome, Seat};
use serde::{Deserialize, Serialize};

/// Value of a finished game, or of a solved position, to one of the players; ordered from worst
/// to best.
///
/// In JSON `"loss"`, `"draw"` or `"win"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The player has lost.
    Loss,
    /// Neither player has won.
    Draw,
    /// The player has won.
    Win,
}

impl Value {
    /// The value of an outcome to a seat; `board` says who holds which colour.
    #[must_use]
    pub fn of<B: Board>(board: &B, outcome: Outcome, seat: Seat) -> Self {
        match outcome.winner() {
            None => Self::Draw,
            Some(winner) if board.seat_of(winner) == seat => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// The value to the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// The value in points: 0, one half or 1.
    #[must_use]
    pub const fn points(self) -> f32 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}
