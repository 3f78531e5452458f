//! Positions as text, as lists of occupied places, and with the proof of their result.

use crate::anchor::Score;
use crate::{Board, DrawStyle, Outcome, OutcomeProof};

/// Shows positions of a game: as text, as a list of occupied places, with the proof of the result.
pub trait Show: Board {
    /// Every occupied place with its cube or stone, sorted: `x,y,z:O` for cubes, `f14:Black` for
    /// points.
    fn cells(&self) -> Vec<String>;

    /// The proof of an outcome on the board: a path, a ring, a group, a count.
    fn proof(&self, outcome: Outcome) -> OutcomeProof;

    /// The position as text; lines end with a line feed and have no trailing blanks.
    fn draw(&self, style: DrawStyle) -> String;

    /// The count as if the game ended now, in games that are decided by a count.
    fn score_now(&self) -> Option<Score> {
        None
    }

    /// Pieces in hand, by [`Colour::index`](crate::Colour::index), in games with a limited number
    /// of pieces.
    fn in_hand(&self) -> Option<[u8; 2]> {
        None
    }
}
