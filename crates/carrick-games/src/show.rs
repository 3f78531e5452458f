//! What a position looks like.

use crate::{Board, DrawStyle, Outcome, Proof};

/// How positions of a game are shown: as text, as a list of occupied places, with what proves the
/// result.
pub trait Show: Board {
    /// Every occupied place with what stands there, sorted: `x,y,z:O` for cubes, `f14:Black` for
    /// points.
    fn cells(&self) -> Vec<String>;

    /// What on the board proves an outcome.
    fn proof(&self, outcome: Outcome) -> Proof;

    /// The position as text, every line without trailing blanks and ended by a line feed.
    fn draw(&self, style: DrawStyle) -> String;
}
