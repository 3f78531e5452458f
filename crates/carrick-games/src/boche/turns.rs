//! Turns of Boche and sets of legal turns.

use super::rotation::Rotation;
use crate::cubes::{CellId, Cells, Lattice};
use crate::{Colour, TurnSet};

/// A turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// Place a cube on a spot.
    Place {
        /// The cell of the cube.
        cell: CellId,
        /// The rotation of the cube.
        rotation: Rotation,
    },
    /// The players exchange colours.
    Swap,
}

/// The legal turns of one position: by cell, then by rotation from `a` to `h`, then swap.
#[derive(Debug, Clone, Copy)]
pub struct Turns {
    spots: Cells,
    size: u8,
    base: Option<Colour>,
    swap: bool,
}

impl Turns {
    pub(super) const fn new(spots: Cells, size: u8, base: Option<Colour>, swap: bool) -> Self {
        Self { spots, size, base, swap }
    }

    /// Number of rotations that fit every spot.
    const fn each(&self) -> usize {
        if self.base.is_some() { 4 } else { 8 }
    }

    fn rotations(&self, cell: usize) -> &'static [Rotation] {
        rotations_on(self.base, Lattice::of(self.size).level(CellId::from_index(cell)))
    }
}

impl Default for Turns {
    /// No turns.
    fn default() -> Self {
        Self::new(Cells::EMPTY, 1, None, false)
    }
}

impl TurnSet for Turns {
    type Turn = Turn;

    #[inline]
    fn len(&self) -> usize {
        self.each() * self.spots.len() + usize::from(self.swap)
    }

    #[inline]
    fn nth(&self, index: usize) -> Option<Turn> {
        let each = self.each();
        match self.spots.nth(index / each) {
            Some(cell) => {
                let rotation = self.rotations(cell)[index % each];
                Some(Turn::Place { cell: CellId::from_index(cell), rotation })
            }
            None => (self.swap && index + 1 == self.len()).then_some(Turn::Swap),
        }
    }

    fn iter(&self) -> impl Iterator<Item = Turn> + '_ {
        let placed = self.spots.iter().flat_map(|at| {
            let cell = CellId::from_index(at);
            self.rotations(at).iter().map(move |&rotation| Turn::Place { cell, rotation })
        });
        placed.chain(self.swap.then_some(Turn::Swap))
    }

    fn contains(&self, turn: &Turn) -> bool {
        match *turn {
            Turn::Place { cell, rotation } => {
                self.spots.contains(cell.index())
                    && self.rotations(cell.index()).contains(&rotation)
            }
            Turn::Swap => self.swap,
        }
    }
}

/// The colour of the nearest corners on a level, given the colour on level 0: levels alternate.
#[inline]
#[must_use]
pub const fn nearest_on(base: Colour, level: u8) -> Colour {
    match (base, level % 2) {
        (Colour::Light, 0) | (Colour::Dark, 1) => Colour::Light,
        _ => Colour::Dark,
    }
}

/// The rotations that match all edges on a level, given the colour of the nearest corners on level
/// 0; before the first cube, all rotations.
#[inline]
pub(super) const fn rotations_on(base: Option<Colour>, level: u8) -> &'static [Rotation] {
    match base {
        None => &Rotation::ALL,
        Some(base) => Rotation::with_nearest(nearest_on(base, level)),
    }
}
