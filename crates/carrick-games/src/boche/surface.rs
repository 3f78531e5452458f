//! The surface visible from above: the links that faces make between sites, updated cube by cube.
//!
//! A cube changes only the links within its hexagon, so every changed group has a point there, and
//! only those groups are walked. The bench `judging` compares this with walking all groups.

use super::rotation::Rotation;
use super::topology::{MAX_SITES, Sites, Topology};
use crate::Colour;
use crate::cubes::{CellId, Cells};

/// The visible surface of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Surface {
    /// For each site, the directions in which a face joins its point to another, numbered as in
    /// [`Topology::neighbours`].
    links: [u16; MAX_SITES],
    /// The sites at which a point of a cube is visible.
    shown: Sites,
    /// The sites among these where the point is Dark; the others are Light.
    dark: Sites,
    /// The sites on the outline and at the corners of empty holes; a group with such a site is not
    /// enclosed.
    free: Sites,
}

/// For each set of joined faces of a rotation, the links that a cube makes from the six corners of
/// its hexagon and, last, from the middle.
const MADE: [[u16; 7]; 8] = {
    let mut made = [[0; 7]; 8];
    let mut joined = 0;
    while joined < 8 {
        let mut axis = 0;
        while axis < 3 {
            // The far corner of the face; the two corners between it and the nearest are next to
            // it.
            let far = (3 + 2 * axis) % 6;
            let (before, after) = ((far + 5) % 6, (far + 1) % 6);
            if joined >> axis & 1 != 0 {
                made[joined][6] |= 1 << far;
                made[joined][far] |= to_middle(far);
            } else {
                made[joined][before] |= past_next(before);
                made[joined][after] |= past_previous(after);
            }
            axis += 1;
        }
        joined += 1;
    }
    made
};

/// For each corner of a hexagon, all links within the hexagon.
const WITHIN: [u16; 6] = {
    let mut within = [0; 6];
    let mut at = 0;
    while at < 6 {
        within[at] = to_middle(at) | past_next(at) | past_previous(at);
        at += 1;
    }
    within
};

/// The direction from a corner of a hexagon to its middle.
const fn to_middle(corner: usize) -> u16 {
    1 << ((corner + 3) % 6)
}

/// The direction from a corner of a hexagon to the second corner after it.
const fn past_next(corner: usize) -> u16 {
    1 << (6 + (corner + 2) % 6)
}

/// The direction from a corner of a hexagon to the second corner before it.
const fn past_previous(corner: usize) -> u16 {
    1 << (6 + (corner + 3) % 6)
}

impl Surface {
    /// The empty board.
    pub(super) fn new(topology: &Topology) -> Self {
        Self {
            links: [0; MAX_SITES],
            shown: Sites::EMPTY,
            dark: Sites::EMPTY,
            free: topology.sites(),
        }
    }

    /// Places a cube on a spot; `full` are the cells with cubes, including this one.
    #[inline]
    pub(super) fn place(
        &mut self,
        topology: &Topology,
        full: &Cells,
        id: CellId,
        rotation: Rotation,
    ) {
        let at = id.index();
        let [corners @ .., middle] = &MADE[usize::from(rotation.joined())];
        for ((&site, made), within) in topology.ring[at].iter().zip(corners).zip(WITHIN) {
            let links = &mut self.links[usize::from(site)];
            *links = *links & !within | made;
        }
        self.links[usize::from(topology.middle[at])] = *middle;

        let (dark, light) = match rotation.nearest() {
            Colour::Dark => (&topology.like_nearest[at], &topology.unlike_nearest[at]),
            Colour::Light => (&topology.unlike_nearest[at], &topology.like_nearest[at]),
        };
        self.dark = self.dark & !*light | *dark;
        self.shown |= *dark | *light;
        if topology.holes.contains(at) {
            self.fill_hole(topology, full, id);
        }
    }

    /// Updates the corners of a hole that has been filled: they are no longer free, unless they
    /// belong to another empty hole or the outline.
    fn fill_hole(&mut self, topology: &Topology, full: &Cells, id: CellId) {
        let empty = topology.holes & !*full;
        let corners = topology.hexagon(id) & self.free & !topology.outline();
        for site in corners {
            if !topology.holes_at(site).intersects(&empty) {
                self.free.remove(site);
            }
        }
    }

    /// The sites at which a point of a cube is visible.
    pub(super) const fn shown(&self) -> Sites {
        self.shown
    }

    /// The sites on the outline and at the corners of empty holes.
    pub(super) const fn free(&self) -> Sites {
        self.free
    }

    /// The colour of the visible point at a site.
    #[inline]
    pub(super) const fn colour(&self, site: usize) -> Colour {
        if self.dark.contains(site) { Colour::Dark } else { Colour::Light }
    }

    /// All sites with visible points of a colour.
    pub(super) fn of(&self, colour: Colour) -> Sites {
        match colour {
            Colour::Dark => self.dark,
            Colour::Light => self.shown & !self.dark,
        }
    }

    /// All sites that faces join to a site, including itself.
    #[inline]
    pub(super) fn group(&self, topology: &Topology, site: usize) -> Sites {
        self.walk(topology, site, &Sites::EMPTY).0
    }

    /// For each colour, by [`Colour::index`], whether any of its groups at `seeds` is enclosed and
    /// has at least `kill` points.
    #[inline]
    pub(super) fn enclosed(&self, topology: &Topology, seeds: Sites, kill: usize) -> [bool; 2] {
        let mut found = [false; 2];
        let mut free = self.free;
        let mut left = seeds & !free;
        while let Some(seed) = left.first() {
            let (members, stopped) = self.walk(topology, seed, &free);
            left &= !members;
            if stopped {
                free |= members;
            } else if members.len() >= kill {
                found[self.colour(seed).index()] = true;
            }
        }
        found
    }

    /// Follows links from a site until there are no more or a site of `stop` is reached. Returns
    /// the sites reached, and whether it stopped.
    #[inline]
    fn walk(&self, topology: &Topology, from: usize, stop: &Sites) -> (Sites, bool) {
        let mut met = Sites::single(from);
        let mut open = [0; MAX_SITES];
        open[0] = from as u8;
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let site = usize::from(open[count]);
            let mut links = self.links[site];
            while links != 0 {
                let next = topology.neighbours[site][links.trailing_zeros() as usize];
                links &= links - 1;
                if met.contains(usize::from(next)) {
                    continue;
                }
                met.insert(usize::from(next));
                if stop.contains(usize::from(next)) {
                    return (met, true);
                }
                open[count] = next;
                count += 1;
            }
        }
        (met, false)
    }
}
