//! Reasons why a turn of Ankor is illegal.

use std::fmt;

use crate::cubes::{Cells, Lattice, Place, Places};
use crate::{Colour, GameKind};

/// Why a turn is against the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game has ended on the board.
    #[error("the game is over")]
    Over,
    /// A cube from the hand was to go elsewhere than into a hole.
    #[error("{place} is not a hole; a cube from the hand goes into an empty hole{instead}")]
    NotAHole {
        /// The place that the turn names.
        place: Place,
        /// Free holes.
        instead: Instead,
    },
    /// The hole or spot has a cube already.
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
    /// There is nothing to move.
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
    /// Nothing to stand on at the destination.
    #[error("there is no spot at {place}: a cube there needs three cubes under it")]
    NoSpot {
        /// The destination.
        place: Place,
    },
    /// No cell is left over the destination.
    #[error("there is no spot at {place}: nothing fits on the cube there")]
    Filled {
        /// The destination.
        place: Place,
    },
    /// No steps through the player's cubes lead to the destination.
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
    /// The destination rests on the end of the column that drops.
    #[error("{to} loses its support when what stands on {from} drops")]
    RestsOnColumn {
        /// The cube.
        from: Place,
        /// The destination.
        to: Place,
    },
    /// A swap at another time than the second turn.
    #[error("swap is possible only as the second turn of the game")]
    SwapTooLate,
    /// A swap before there is anything to swap.
    #[error("swap is the second player's answer to the first cube; there is no cube yet")]
    SwapTooEarly,
    /// A swap in a game without swaps.
    #[error("this game is played without swap (-noswap)")]
    SwapOff,
    /// A pass although there is something else to do.
    #[error("you may pass only when you can do nothing else{instead}")]
    CannotPass {
        /// Holes to which a cube can be added, or cubes that can move.
        instead: Instead,
    },
}

/// Some places a player could choose instead, as the end of a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Instead {
    lead: &'static str,
    places: Places,
}

impl Instead {
    /// The places of some cells, introduced by `lead`; nothing at all when there is none.
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
