//! Symmetries of Ankor boards: permutations of the axes.

use super::board::{Board, History};
use super::options::Options;
use super::turns::Turn;
use crate::cubes::{AxisPermutation, Lattice};
use crate::{Board as _, Symmetric};

/// The 6 permutations of the axes. The colours stay the same: exchanging only the colours is not a
/// symmetry, because the colour to move decides whether a swap is legal.
impl Symmetric for Board {
    type Symmetry = AxisPermutation;

    fn turn_image(options: Options, turn: Turn, by: AxisPermutation) -> Turn {
        let lattice = Lattice::of(options.size());
        match turn {
            Turn::Add(to) => Turn::Add(by.cell(lattice, to)),
            Turn::Move { from, to } => {
                Turn::Move { from: by.cell(lattice, from), to: by.cell(lattice, to) }
            }
            Turn::Swap | Turn::Pass => turn,
        }
    }

    fn image(&self, by: AxisPermutation) -> Self {
        let lattice = self.lattice();
        let stack = self.stack().map(|cells| by.cells(lattice, cells));
        let last = self.last_turn().map(|turn| Self::turn_image(self.options(), turn, by));
        self.with(stack, last)
    }

    fn history_image(history: &History, options: Options, by: AxisPermutation) -> History {
        let lattice = Lattice::of(options.size());
        history.map(|cells| by.cells(lattice, cells))
    }
}
