//! The points of a board as they are seen from above, and the faces of cubes between them.

use super::groups::{FREE, Groups};
use super::shown;
use crate::tables::sets::{Stacks, cells};

/// A corner of a cube, in steps along the axes.
pub(super) type Point = [u8; 3];

/// The points of a board: those behind one another are one *site*.
///
/// Source: rules of Boche, "Groups".
pub(super) struct Points {
    /// The foremost point of each site, sorted.
    foremost: Vec<Point>,
    /// The sides of the board that a site touches, a bit for each.
    sides: Vec<u8>,
    /// The holes of which a site is a corner, or which it is the bottom of.
    holes: Vec<u32>,
}

impl Points {
    pub(super) fn of(stacks: &Stacks) -> Self {
        let holes = || cells(stacks.holes);
        let all = |at| (0..3).flat_map(move |axis| corners(stacks, at, axis)).map(foremost);
        let mut sites: Vec<Point> = holes().flat_map(all).collect();
        sites.sort_unstable();
        sites.dedup();
        let size = stacks.lattice.size();
        let sides = sites.iter().map(|site| {
            let is_on_outline = site.iter().sum::<u8>() >= size;
            let touches = |axis: &usize| is_on_outline && site[*axis] == 0;
            (0..3).filter(touches).fold(0, |sides, axis| sides | 1 << axis)
        });
        let at_holes = sites.iter().map(|&site| {
            let at = holes().filter(|&at| all(at).any(|corner| corner == site));
            at.fold(0, |mask, at| mask | 1 << at)
        });
        Self { sides: sides.collect(), holes: at_holes.collect(), foremost: sites }
    }

    /// The site of a point.
    pub(super) fn site(&self, point: Point) -> usize {
        self.foremost.binary_search(&foremost(point)).expect("a corner of a cube on the board")
    }

    /// The sides that a site touches, a bit for each.
    pub(super) fn sides(&self, site: usize) -> u8 {
        self.sides[site]
    }

    /// Adds all sites of a stack as points without joins; those of paths with their sides.
    pub(super) fn add_to(&self, groups: &mut Groups, stacks: &Stacks, mask: u32, is_path: bool) {
        let mut classes = vec![None; self.foremost.len()];
        for at in cells(mask) {
            let is_shown = |axis: &usize| shown(stacks, mask, at) >> axis & 1 != 0;
            for point in (0..3).filter(is_shown).flat_map(|axis| corners(stacks, at, axis)) {
                classes[self.site(point)] = Some(class(stacks, point));
            }
        }
        for (site, class) in classes.into_iter().enumerate() {
            let sides = self.sides[site];
            let is_free = sides != 0 || self.holes[site] & !mask != 0;
            groups.add(class, if is_free { FREE } else { 0 } | if is_path { sides } else { 0 });
        }
    }
}

/// The class of a point: 0 if it has the colour of the nearest corners on level 0.
pub(super) fn class(stacks: &Stacks, point: Point) -> u8 {
    (point.iter().sum::<u8>() + stacks.lattice.size() - 1) % 2
}

/// The corners of the face of a cube that looks along an axis: the nearest one of the cube, the one
/// opposite, and the two between.
pub(super) fn corners(stacks: &Stacks, at: usize, axis: usize) -> [Point; 4] {
    let id = carrick_games::cubes::CellId::from_index(at);
    let near = stacks.lattice.cell(id).coordinates();
    let mut corners = [near; 4];
    for (of, step) in [(1, 1), (1, 2), (2, 1), (3, 2)] {
        corners[of][(axis + step) % 3] += 1;
    }
    corners
}

/// The corners that a face joins: the nearest one with the opposite one, or the other two.
pub(super) fn pair(stacks: &Stacks, at: usize, axis: usize, joins_nearest: bool) -> [Point; 2] {
    let [near, far, left, right] = corners(stacks, at, axis);
    if joins_nearest { [near, far] } else { [left, right] }
}

/// The point seen at the same site of which one coordinate is 0.
fn foremost(point: Point) -> Point {
    let depth = point.into_iter().min().unwrap_or(0);
    point.map(|coordinate| coordinate - depth)
}
