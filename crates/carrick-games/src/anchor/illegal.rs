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
    /// The point belongs to larger boards only.
    #[error("{point} is not on this board of size {size}")]
    OffBoard {
        /// The point.
        point: Point,
        /// The size of the board.
        size: u8,
    },
    /// A stone stands there.
    #[error("{point} already holds a {} stone", GameKind::Anchor.colour_name(*.stone))]
    Occupied {
        /// The point.
        point: Point,
        /// The colour of the stone on it.
        stone: Colour,
    },
    /// The opening leaves nothing to swap.
    #[error("this game is played without a swap")]
    NoPie,
    /// `-pie=swap`: the first turn has not been played.
    #[error("there is nothing to swap yet; the second player may swap the first stone")]
    SwapTooEarly,
    /// `-pie=swap`: the first turn was a pass.
    #[error("a pass cannot be swapped, only a stone can")]
    SwapOfPass,
    /// `-pie=swap`: the first turn has been answered already.
    #[error("swap can only be the second turn of the game")]
    SwapTooLate,
    /// `-pie=refined`: the position is still being set up.
    #[error("there is nothing to swap yet; the first player sets up three turns first")]
    RefinedTooEarly,
    /// `-pie=refined`: the second player has chosen a side already.
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
        /// The opponent's last stone, of which it is the image.
        of: Point,
        /// The symmetry that joins them.
        symmetry: Mirroring,
    },
}
