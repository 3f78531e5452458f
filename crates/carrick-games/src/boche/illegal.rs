//! Reasons why a turn of Boche is illegal.

use std::fmt;

use super::rotation::Rotation;
use crate::cubes::{Place, Places};
use crate::{Colour, GameKind};

/// Why a turn is against the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A place without a rotation.
    #[error("{place} needs a rotation before it, as in {}:{place}; {fitting}", fitting.example())]
    NoRotation {
        /// The place that the turn names.
        place: Place,
        /// The rotations that fit.
        fitting: Fitting,
    },
    /// The text before the place is not a rotation.
    #[error("the text before {place} is not a rotation; {fitting}")]
    NotARotation {
        /// The place that the turn names.
        place: Place,
        /// The rotations that fit.
        fitting: Fitting,
    },
    /// The edges of the rotation do not match on that level.
    #[error(
        "the nearest corner at {place} must be {}, and in rotation {rotation} it is {}; {fitting}",
        name(!rotation.nearest()), name(rotation.nearest())
    )]
    WrongRotation {
        /// The rotation.
        rotation: Rotation,
        /// The place that the turn names.
        place: Place,
        /// The rotations that fit.
        fitting: Fitting,
    },
    /// The topmost cell at the place that has a spot under it is not supported yet.
    #[error("there is no spot at {place}: a cube there still needs {missing} under it")]
    NoSpot {
        /// The place that the turn names.
        place: Place,
        /// The empty places under it.
        missing: Places,
    },
    /// The place has a cube, and the next cell there is not supported yet.
    #[error(
        "there is a cube at {place} already; the next one there still needs {missing} under it"
    )]
    Occupied {
        /// The place that the turn names.
        place: Place,
        /// The empty places under the next one.
        missing: Places,
    },
    /// The place has a cube, and there is no cell above it.
    #[error("there is a cube at {place} already, and nothing fits on it")]
    Filled {
        /// The place that the turn names.
        place: Place,
    },
    /// A hole without a neighbour, in a game that requires one.
    #[error(
        "in this game (-adjacent) a cube in a hole needs a neighbour, and {place} has none; \
         {with} would have one"
    )]
    NotAdjacent {
        /// The place that the turn names.
        place: Place,
        /// The holes that have one.
        with: Places,
    },
    /// A cell that the board does not have.
    #[error("this board has no such cell")]
    OffBoard,
    /// A swap after the second turn.
    #[error("swap is possible only as the second turn of the game")]
    SwapTooLate,
    /// A swap before the first cube.
    #[error("swap is the second player's answer to the first cube; there is no cube yet")]
    SwapTooEarly,
    /// A swap in a game without swaps.
    #[error("this game is played without swap (-noswap)")]
    SwapOff,
}

/// The rotations that fit at a place, as the end of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fitting {
    /// The rotations.
    pub rotations: &'static [Rotation],
}

impl Fitting {
    /// The first of them.
    fn example(self) -> char {
        self.rotations.first().map_or('a', |rotation| rotation.letter())
    }
}

impl fmt::Display for Fitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rotations {
            [a, b, c, d] => write!(f, "{a}, {b}, {c} or {d} would fit"),
            _ => f.write_str("any of a to h would fit"),
        }
    }
}

const fn name(colour: Colour) -> &'static str {
    GameKind::Boche.colour_name(colour)
}
