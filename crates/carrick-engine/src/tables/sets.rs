//! Sets of cells and points, and their numbers.

use std::collections::BTreeSet;
use std::ops::Range;

use carrick_games::cubes::{CellId, Lattice};

// Ranks of subsets by size: numbers for the ways to occupy some places of a board.

/// Subsets of up to 20 places, numbered by mask among those of their size.
#[derive(Debug)]
pub(crate) struct Subsets {
    ranks: Vec<u32>,
    by_size: Vec<Vec<u32>>,
}

impl Subsets {
    /// All subsets of a number of places.
    pub(crate) fn of(places: usize) -> Self {
        let mut by_size = vec![Vec::new(); places + 1];
        let mut ranks = Vec::with_capacity(1 << places);
        for mask in 0u32..1 << places {
            let same: &mut Vec<u32> = &mut by_size[mask.count_ones() as usize];
            ranks.push(same.len() as u32);
            same.push(mask);
        }
        Self { ranks, by_size }
    }

    /// The number of a subset among those of its size.
    pub(crate) fn rank(&self, mask: u32) -> usize {
        self.ranks[mask as usize] as usize
    }

    /// The subsets of a size, in order.
    pub(crate) fn of_size(&self, size: usize) -> &[u32] {
        &self.by_size[size]
    }
}

/// A set among the members of another set after that gains a member: the bits above the new one
/// move up.
///
/// `set` is a mask over the members of `all`, lowest first. The new place's bit is left out.
pub(crate) const fn make_room(set: u32, all: u32, place: usize) -> u32 {
    let below = (all & ((1 << place) - 1)).count_ones();
    let low = set & ((1 << below) - 1);
    low | (set & !((1 << below) - 1)) << 1
}

/// The bit of a new member in such a set.
pub(crate) const fn new_bit(all: u32, place: usize) -> u32 {
    1 << (all & ((1 << place) - 1)).count_ones()
}

// The stacks of a pyramid: all sets of cells where cubes can be, in the order of the tables.

/// Maximum number of cells in a table: a pyramid of size 4.
pub(crate) const MAX_CELLS: usize = 20;

/// All sets of cells in which every cell has its supports, by number of cells, then by mask.
///
/// A set is a mask: bit `i` stands for the cell with number `i`, and cells are numbered
/// lexicographically by `(x, y, z)`.
#[derive(Debug)]
pub(crate) struct Stacks {
    pub(crate) lattice: &'static Lattice,
    masks: Vec<u32>,
    /// By number of cells, the first such stack; one more entry for the end.
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

    /// The empty cells where a cube would be supported.
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

    /// The numbers of the stacks with a number of cubes.
    pub(crate) fn layer(&self, cubes: usize) -> Range<usize> {
        self.layers[cubes]..self.layers[cubes + 1]
    }

    /// The number of a stack in the order of all stacks.
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
    use crate::tables::sets::squeeze;

    #[test]
    fn making_room_equals_squeezing_again() {
        let (all, set) = (0b1011_0010, 0b1001_0000);
        let squeezed = squeeze(set, all) as u32;
        for place in [0, 2, 3, 6] {
            let grown = all | 1 << place;
            assert_eq!(make_room(squeezed, all, place) as usize, squeeze(set, grown));
            let with = make_room(squeezed, all, place) | new_bit(all, place);
            assert_eq!(with as usize, squeeze(set | 1 << place, grown));
        }
    }

    #[test]
    fn subsets_are_numbered_within_their_size() {
        let subsets = Subsets::of(4);
        assert_eq!(subsets.of_size(2), [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
        assert_eq!(subsets.rank(0b1001), 3);
    }

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
