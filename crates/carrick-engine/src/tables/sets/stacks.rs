//! The stacks of a pyramid: all sets of cells on which cubes can stand, in the order of the tables.

use std::collections::BTreeSet;
use std::ops::Range;

use carrick_games::cubes::{CellId, Lattice};

/// Highest number of cells that the tables are made for: a pyramid of size 4.
pub(crate) const MAX_CELLS: usize = 20;

/// All sets of cells in which every cell has its supports, by number of cells, then by mask.
///
/// A set is a mask: bit `i` stands for the cell with number `i`, and cells are numbered
/// lexicographically by `(x, y, z)`.
#[derive(Debug)]
pub(crate) struct Stacks {
    pub(crate) lattice: &'static Lattice,
    masks: Vec<u32>,
    /// By number of cells, the first stack of it; one more entry for the end.
    layers: Vec<usize>,
    pub(crate) supports: [u32; MAX_CELLS],
    pub(crate) above: [u32; MAX_CELLS],
    pub(crate) beside: [u32; MAX_CELLS],
    /// The cell that rests on a cell along each axis, as a mask of one cell or none.
    pub(crate) resting: [[u32; 3]; MAX_CELLS],
    /// The support of a cell along each axis, as a mask of one cell or none.
    pub(crate) support: [[u32; 3]; MAX_CELLS],
    pub(crate) holes: u32,
}

impl Stacks {
    /// The stacks of a size from 1 to 4.
    pub(crate) fn of(size: u8) -> Self {
        let lattice = Lattice::of(size);
        assert!(lattice.len() <= MAX_CELLS);
        let mut stacks = Self {
            lattice,
            masks: Vec::new(),
            layers: vec![0],
            supports: [0; MAX_CELLS],
            above: [0; MAX_CELLS],
            beside: [0; MAX_CELLS],
            resting: [[0; 3]; MAX_CELLS],
            support: [[0; 3]; MAX_CELLS],
            holes: lattice.cells_of_level(0).words()[0] as u32,
        };
        let bit = |id: Option<CellId>| id.map_or(0, |id| 1 << id.index());
        for id in lattice.ids() {
            let at = id.index();
            for axis in 0..3 {
                stacks.resting[at][axis] = bit(lattice.resting(id, axis));
                stacks.support[at][axis] = bit(lattice.support(id, axis));
            }
            stacks.above[at] = stacks.resting[at].iter().fold(0, |all, one| all | one);
            stacks.supports[at] = stacks.support[at].iter().fold(0, |all, one| all | one);
            stacks.beside[at] = lattice.neighbours(id).words()[0] as u32;
        }
        let mut layer = BTreeSet::from([0]);
        while !layer.is_empty() {
            stacks.masks.extend(&layer);
            stacks.layers.push(stacks.masks.len());
            let grown = layer.iter().flat_map(|&mask| {
                cells(stacks.spots(mask)).map(move |at| mask | 1 << at).collect::<Vec<_>>()
            });
            layer = grown.collect();
        }
        stacks
    }

    /// The empty cells on which a cube would stand firmly.
    pub(crate) fn spots(&self, mask: u32) -> u32 {
        (0..self.lattice.len())
            .filter(|&at| mask >> at & 1 == 0 && self.supports[at] & !mask == 0)
            .fold(0, |spots, at| spots | 1 << at)
    }

    /// Number of cells of the full pyramid.
    pub(crate) fn cells(&self) -> usize {
        self.lattice.len()
    }

    /// All stacks in order.
    pub(crate) fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// The numbers of the stacks of so many cubes.
    pub(crate) fn layer(&self, cubes: usize) -> Range<usize> {
        self.layers[cubes]..self.layers[cubes + 1]
    }

    /// The number of a stack in the order of all.
    pub(crate) fn number(&self, mask: u32) -> Option<usize> {
        let layer = self.layer(mask.count_ones() as usize);
        let start = layer.start;
        self.masks[layer].binary_search(&mask).ok().map(|at| start + at)
    }
}

/// The cells of a mask, lowest first.
pub(crate) fn cells(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            at
        })
    })
}

/// The bits of `set` that `mask` selects, moved together at the low end.
pub(crate) fn squeeze(set: u32, mask: u32) -> usize {
    cells(mask).enumerate().fold(0, |all, (to, at)| all | ((set >> at & 1) as usize) << to)
}

/// The inverse of [`squeeze`].
pub(crate) fn spread(bits: usize, mask: u32) -> u32 {
    cells(mask).enumerate().fold(0, |all, (from, at)| all | ((bits >> from & 1) as u32) << at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_stacks_as_plane_partitions_of_the_staircase() {
        assert_eq!([1, 2, 3, 4].map(|size| Stacks::of(size).masks().len()), [2, 9, 96, 2498]);
        let stacks = Stacks::of(3);
        assert_eq!(stacks.layer(4).len(), 18);
        for (number, &mask) in stacks.masks().iter().enumerate() {
            assert_eq!(stacks.number(mask), Some(number));
        }
    }

    #[test]
    fn squeezing_and_spreading_are_inverse() {
        assert_eq!(squeeze(0b10_1000, 0b11_1010), 0b1010);
        for bits in 0..16 {
            assert_eq!(squeeze(spread(bits, 0b11_1010), 0b11_1010), bits);
        }
    }
}
