//! Symmetries of Boche boards: permutations of the axes, which also change the rotations of cubes.

use super::board::Board;
use super::options::Options;
use super::rotation::Rotation;
use super::turns::Turn;
use crate::cubes::{AxisPermutation, CellId, Lattice};
use crate::{Board as _, Symmetric};

impl Rotation {
    /// The image under a permutation of the axes: if one face joins, its image joins.
    fn image(self, by: AxisPermutation) -> Self {
        let (nearest, joined) = (self as usize / 4 * 4, self as usize % 4);
        match joined.checked_sub(1) {
            None => self,
            Some(axis) => Self::ALL[nearest + 1 + by.axis(axis)],
        }
    }
}

/// The 6 permutations of the axes. The colours stay the same: exchanging only the colours is not a
/// symmetry, because the colour to move decides whether a swap is legal.
impl Symmetric for Board {
    type Symmetry = AxisPermutation;

    fn turn_image(options: Options, turn: Turn, by: AxisPermutation) -> Turn {
        match turn {
            Turn::Place { cell, rotation } => {
                let cell = by.cell(Lattice::of(options.size()), cell);
                Turn::Place { cell, rotation: rotation.image(by) }
            }
            Turn::Swap => turn,
        }
    }

    fn image(&self, by: AxisPermutation) -> Self {
        let lattice = self.lattice();
        let mut image = self.emptied();
        for level in 0..lattice.size() {
            let cubes = lattice.cells_of_level(level) & self.full();
            for cell in cubes.iter().map(CellId::from_index) {
                if let Some(rotation) = self.rotation(cell) {
                    image.stand(by.cell(lattice, cell), rotation.image(by));
                }
            }
        }
        let last = self.last_turn().map(|turn| Self::turn_image(self.options(), turn, by));
        image.finished(last, self.outcome())
    }

    fn history_image((): &(), _: Options, _: AxisPermutation) {}
}
