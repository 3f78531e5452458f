//! Moves and winning paths of Ankor on masks of cells.

use crate::tables::sets::{Stacks, cells};

/// The cells at which a cube touches each side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sides([u32; 3]);

impl Sides {
    /// The sides of a board on which cubes touch them up to a level.
    pub(crate) fn of(stacks: &Stacks, highest: u8) -> Self {
        let mut sides = [0; 3];
        for id in stacks.lattice.ids().filter(|&id| stacks.lattice.level(id) <= highest) {
            let coordinates = stacks.lattice.cell(id).coordinates();
            for (side, coordinate) in sides.iter_mut().zip(coordinates) {
                if coordinate == 0 {
                    *side |= 1 << id.index();
                }
            }
        }
        Self(sides)
    }

    /// Whether connected cubes of `own` touch all three sides.
    ///
    /// Source: rules of Ankor, "The end".
    pub(crate) fn are_joined(&self, stacks: &Stacks, own: u32, all: u32) -> bool {
        let mut left = own;
        if self.0.iter().any(|side| own & side == 0) {
            return false;
        }
        while left & self.0[0] != 0 {
            let mut open = lowest(left & self.0[0]);
            let mut group = 0;
            while open != 0 {
                group |= open;
                left &= !open;
                let near = cells(open).fold(0, |near, at| near | contacts(stacks, left, all, at));
                open = near;
            }
            if self.0.iter().all(|side| group & side != 0) {
                return true;
            }
        }
        false
    }
}

const fn lowest(mask: u32) -> u32 {
    mask & mask.wrapping_neg()
}

/// The cells of `own` that are connected with the cube in a cell: one rests on the other, and the
/// contact shows unless cubes rest on both other sides of the upper one.
///
/// Source: rules of Ankor, "Where they go".
fn contacts(stacks: &Stacks, own: u32, all: u32, at: usize) -> u32 {
    let shows = |upper: usize, axis: usize| {
        let others = stacks.above[upper] & !stacks.resting[upper][axis];
        // Where a cell beside the board is missing, nothing covers the contact on that side.
        others.count_ones() < 2 || others & !all != 0
    };
    let mut found = 0;
    for axis in 0..3 {
        let below = stacks.support[at][axis] & own;
        if below != 0 && shows(at, axis) {
            found |= below;
        }
        let over = stacks.resting[at][axis] & own;
        if over != 0 && shows(over.trailing_zeros() as usize, axis) {
            found |= over;
        }
    }
    found
}

/// Calls `to` with the cubes of both players after every move, the mover's first.
pub(crate) fn each_move(stacks: &Stacks, own: u32, other: u32, mut to: impl FnMut(u32, u32)) {
    let all = own | other;
    let spots = stacks.spots(all);
    let mut left = own;
    while left != 0 {
        let (group, near) = linked(stacks, left, all);
        left &= !group;
        let reach = near & spots;
        for from in cells(group).filter(|&at| (stacks.above[at] & all).count_ones() <= 1) {
            let (own, other, top) = lifted(stacks, own, other, from);
            let lost = stacks.above[from] | stacks.above[top];
            for spot in cells(reach & !lost) {
                to(own | 1 << spot, other);
            }
        }
    }
}

/// The cubes that can be reached from the lowest of `own` by steps between connected or adjacent
/// ones, and the cells beside or on them.
fn linked(stacks: &Stacks, own: u32, all: u32) -> (u32, u32) {
    let (mut left, mut open) = (own & !lowest(own), lowest(own));
    let (mut group, mut near) = (0, 0);
    while open != 0 {
        group |= open;
        let mut next = 0;
        for at in cells(open) {
            next |= (contacts(stacks, left, all, at) | stacks.beside[at]) & left;
            near |= stacks.above[at] | stacks.beside[at];
        }
        left &= !next;
        open = next;
    }
    (group, near)
}

/// The cubes when one has been taken away and the column on it has dropped, and the cell at the
/// top of that column before.
fn lifted(stacks: &Stacks, mut own: u32, mut other: u32, from: usize) -> (u32, u32, usize) {
    own &= !(1 << from);
    let mut gap = from;
    let axis = (0..3).find(|&axis| stacks.resting[from][axis] & (own | other) != 0);
    if let Some(axis) = axis {
        loop {
            let over = stacks.resting[gap][axis];
            if over & own != 0 {
                own = own & !over | 1 << gap;
            } else if over & other != 0 {
                other = other & !over | 1 << gap;
            } else {
                break;
            }
            gap = over.trailing_zeros() as usize;
        }
    }
    (own, other, gap)
}
