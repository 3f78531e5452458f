//! Reasons why a turn of Anchor is illegal.

use super::point::Point;
use super::topology::Mirroring;
use crate::{Colour, GameKind};

/// Why a turn is against the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Two passes have ended the game.
    #[error("the game is over")]
    Over,
    /// The point exists only on larger boards.
    #[error("{point} is not on this board of size {size}")]
    OffBoard {
        /// The point.
        point: Point,
        /// The size of the board.
        size: u8,
    },
    /// The point has a stone already.
    #[error("{point} already holds a {} stone", GameKind::Anchor.colour_name(*.stone))]
    Occupied {
        /// The point.
        point: Point,
        /// The colour of the stone on it.
        stone: Colour,
    },
    /// The opening does not allow a swap.
    #[error("this game is played without a swap")]
    NoPie,
    /// `-pie=swap`: the first turn has not been played.
    #[error("there is nothing to swap yet; the second player may swap the first stone")]
    SwapTooEarly,
    /// `-pie=swap`: the first turn was a pass.
    #[error("a pass cannot be swapped, only a stone can")]
    SwapOfPass,
    /// `-pie=swap`: the first turn has already been answered.
    #[error("swap can only be the second turn of the game")]
    SwapTooLate,
    /// `-pie=refined`: the position is still being set up.
    #[error("there is nothing to swap yet; the first player sets up three turns first")]
    RefinedTooEarly,
    /// `-pie=refined`: the second player has already chosen a side.
    #[error("swap can only follow the three set-up turns")]
    RefinedTooLate,
    /// The rule against mirror play.
    #[error(
        "that would be the tenth mirrored stone in a row: {point} mirrors {of} {}",
        symmetry.words()
    )]
    TenthMirror {
        /// The forbidden point.
        point: Point,
        /// The opponent's last stone, whose mirror image it is.
        of: Point,
        /// The symmetry that maps one to the other.
        symmetry: Mirroring,
    },
}
