//! Permutations of the three axes.

use crate::Symmetry;

use super::{Cell, CellId, Cells, Lattice};

/// A permutation of the axes, which maps the cells of a board to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AxisPermutation {
    /// For each axis of the image, the axis that its coordinate comes from.
    from: [u8; 3],
}

impl AxisPermutation {
    /// The image of a cell of a board.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[must_use]
    pub fn cell(self, lattice: &Lattice, id: CellId) -> CellId {
        let at = lattice.cell(id).coordinates();
        let [x, y, z] = self.from.map(|axis| at[usize::from(axis)]);
        lattice.id(Cell { x, y, z }).expect("all axes of a board have the same length")
    }

    /// The images of a set of cells.
    pub(crate) fn cells(self, lattice: &Lattice, cells: Cells) -> Cells {
        cells.iter().map(|at| self.cell(lattice, CellId::from_index(at)).index()).collect()
    }

    /// The axis (0 to 2) that an axis is mapped to.
    #[must_use]
    pub fn axis(self, axis: usize) -> usize {
        self.from.iter().position(|&from| usize::from(from) == axis).unwrap_or(axis)
    }
}

impl Symmetry for AxisPermutation {
    fn all() -> impl Iterator<Item = Self> {
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
            .into_iter()
            .map(|from| Self { from })
    }

    fn then(self, next: Self) -> Self {
        Self { from: next.from.map(|axis| self.from[usize::from(axis)]) }
    }

    fn inverse(self) -> Self {
        let mut from = [0; 3];
        for (axis, &taken) in (0..).zip(&self.from) {
            from[usize::from(taken)] = axis;
        }
        Self { from }
    }
}
