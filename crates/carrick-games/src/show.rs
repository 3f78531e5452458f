//! Positions as text, as lists of occupied places, and with the proof of their result.

use crate::{Board, DrawStyle, Outcome, Proof};

/// Shows positions of a game: as text, as a list of occupied places, with the proof of the result.
pub trait Show: Board {
    /// Every occupied place with its cube or stone, sorted: `x,y,z:O` for cubes, `f14:Black` for
    /// points.
    fn cells(&self) -> Vec<String>;

    /// The proof of an outcome on the board: a path, a ring, a group, a count.
    fn proof(&self, outcome: Outcome) -> Proof;

    /// The position as text, every line without trailing blanks and ended by a line feed.
    fn draw(&self, style: DrawStyle) -> String;
}
