//! Reasons why a turn of Ankor is illegal.

use std::fmt;

use crate::cubes::{Cells, Lattice, Place, Places};
use crate::{Colour, GameKind};

/// Why a turn is against the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A cube from the hand cannot go to a place that is not a hole.
    #[error("{place} is not a hole; a cube from the hand goes into an empty hole{instead}")]
    NotAHole {
        /// The place that the turn names.
        place: Place,
        /// Free holes.
        instead: Instead,
    },
    /// The hole or spot already has a cube.
    #[error("there is a cube at {place} already{instead}")]
    Occupied {
        /// The place that the turn names.
        place: Place,
        /// Free holes.
        instead: Instead,
    },
    /// All cubes of the player are on the board.
    #[error("your hand is empty{instead}")]
    HandEmpty {
        /// Cubes that can move instead.
        instead: Instead,
    },
    /// There is no cube to move.
    #[error("there is no cube at {place}")]
    NoCube {
        /// The place that the turn names.
        place: Place,
    },
    /// The cube belongs to the opponent.
    #[error("the cube at {place} belongs to {}, and you play {}", name(*owner), name(!*owner))]
    NotYours {
        /// The place that the turn names.
        place: Place,
        /// The colour of the cube.
        owner: Colour,
    },
    /// The cube carries more than one other cube.
    #[error("{place} carries {} cubes and is pinned", number(*.carried))]
    Pinned {
        /// The place that the turn names.
        place: Place,
        /// Number of cubes that it carries: two or three.
        carried: u8,
    },
    /// There is nothing at the destination that a cube could rest on.
    #[error("there is no spot at {place}: a cube there needs three cubes under it")]
    NoSpot {
        /// The destination.
        place: Place,
    },
    /// All cells at the destination are filled.
    #[error("there is no spot at {place}: nothing fits on the cube there")]
    Filled {
        /// The destination.
        place: Place,
    },
    /// The player's cubes do not lead to the destination.
    #[error("{to} cannot be reached from {from} through your cubes{instead}")]
    Unreachable {
        /// The cube.
        from: Place,
        /// The destination.
        to: Place,
        /// The cube's legal destinations.
        instead: Instead,
    },
    /// The destination rests on the moving cube.
    #[error("{to} rests on {from} and loses its support when that cube leaves")]
    RestsOnMover {
        /// The cube.
        from: Place,
        /// The destination.
        to: Place,
    },
    /// The destination rests on the last cube of the column that drops.
    #[error("{to} loses its support when the cubes on {from} drop")]
    RestsOnColumn {
        /// The cube.
        from: Place,
        /// The destination.
        to: Place,
    },
    /// A swap after the second turn.
    #[error("swap is possible only as the second turn of the game")]
    SwapTooLate,
    /// A swap before the first cube.
    #[error("swap is the second player's answer to the first cube; there is no cube yet")]
    SwapTooEarly,
    /// A swap in a game without swaps.
    #[error("this game is played without swap (-noswap)")]
    SwapOff,
    /// A pass although another turn is possible.
    #[error("you may pass only when you can do nothing else{instead}")]
    CannotPass {
        /// Holes where a cube can be added, or cubes that can move.
        instead: Instead,
    },
}

/// Some places that a player could choose instead, as the end of a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Instead {
    lead: &'static str,
    places: Places,
}

impl Instead {
    /// The places of some cells, introduced by `lead`; an empty text if there are none.
    pub(super) fn new(lead: &'static str, lattice: &Lattice, cells: Cells) -> Self {
        Self { lead, places: Places::new(lattice, cells) }
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places.is_empty() {
            return Ok(());
        }
        write!(f, "; {}{}", self.lead, self.places.joined("or"))
    }
}

const fn name(colour: Colour) -> &'static str {
    GameKind::Ankor.colour_name(colour)
}

const fn number(carried: u8) -> &'static str {
    match carried {
        2 => "two",
        _ => "three",
    }
}
