//! Tables of the sites of Boche boards, which are the points as seen from above, computed once for
//! each size.
//!
//! Lattice points that are behind one another when seen from above form one *site*, and one of them
//! is visible. A cube placed on a spot covers a hexagon of sites: its nearest corner in the middle,
//! six corners round it. The middle is where the deepest point of the spot was; the corners stay
//! the same.
//!
//! ```text
//!        4-----5          ring 0: +x    ring 3: +y+z
//!       / \     \         ring 1: +x+y  ring 4: +z
//!      3   c-----0        ring 2: +y    ring 5: +x+z
//!       \ /     /
//!        2-----1
//! ```

use std::sync::LazyLock;

use crate::Bits;
use crate::cubes::drawing::Corner;
use crate::cubes::{CellId, Cells, Lattice, MAX_CELLS, MAX_SIZE};

/// Number of sites of the largest board: a middle for each hole, and `n (n + 4) + 1` corners.
pub(super) const MAX_SITES: usize = MAX_SIZE * (MAX_SIZE + 1) / 2 + MAX_SIZE * (MAX_SIZE + 4) + 1;

/// A set of sites of one board.
pub(super) type Sites = Bits<4>;

const NONE: u8 = u8::MAX;

/// From the middle of a hexagon to its corners, in lattice steps; see the drawing above.
pub(super) const RING: [Corner; 6] =
    [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]];

/// The tables of one size.
#[derive(Debug)]
pub(super) struct Topology {
    pub(super) lattice: &'static Lattice,
    len: usize,
    /// The foremost lattice point of each site: one of its coordinates is 0.
    foremost: [Corner; MAX_SITES],
    /// The six corners of each cell's hexagon, in the order of [`RING`].
    pub(super) ring: [[u8; 6]; MAX_CELLS],
    /// The middle of each cell's hexagon.
    pub(super) middle: [u8; MAX_CELLS],
    /// The corners of a cube with the colour of its nearest corner, including that corner.
    pub(super) like_nearest: [Sites; MAX_CELLS],
    /// The three other visible corners.
    pub(super) unlike_nearest: [Sites; MAX_CELLS],
    /// The sites to which the twelve directions of links lead: to the six corners of the hexagon
    /// round a site, then to the sites beyond it between the corners 0 and 1, 1 and 2, and so on.
    pub(super) neighbours: [[u8; 12]; MAX_SITES],
    /// The sites on the board's outline, by side.
    pub(super) sides: [Sites; 3],
    /// The holes that have a site as a corner or as the middle.
    holes_at: [Cells; MAX_SITES],
    /// All cells on level 0.
    pub(super) holes: Cells,
}

static TOPOLOGIES: LazyLock<[Topology; MAX_SIZE]> =
    LazyLock::new(|| std::array::from_fn(|index| Topology::build(Lattice::of(index as u8 + 1))));

impl Topology {
    /// The tables for boards of `size` holes to a side.
    #[inline]
    pub(super) fn of(size: u8) -> &'static Self {
        &TOPOLOGIES[usize::from(size) - 1]
    }

    fn build(lattice: &'static Lattice) -> Self {
        let holes = lattice.cells_of_level(0);
        let corners = |at: usize| {
            let near = lattice.cell(CellId::from_index(at)).coordinates();
            std::iter::once(near).chain(RING.map(|step| sum(near, step))).map(foremost)
        };
        let mut points: Vec<Corner> = holes.iter().flat_map(corners).collect();
        points.sort_unstable();
        points.dedup();
        let mut topology = Self {
            lattice,
            len: points.len(),
            foremost: [[0; 3]; MAX_SITES],
            ring: [[NONE; 6]; MAX_CELLS],
            middle: [NONE; MAX_CELLS],
            like_nearest: [Sites::EMPTY; MAX_CELLS],
            unlike_nearest: [Sites::EMPTY; MAX_CELLS],
            neighbours: [[NONE; 12]; MAX_SITES],
            sides: [Sites::EMPTY; 3],
            holes_at: [Cells::EMPTY; MAX_SITES],
            holes,
        };
        topology.foremost[..points.len()].copy_from_slice(&points);
        topology.number_hexagons();
        topology.link_sites();
        topology
    }

    fn number_hexagons(&mut self) {
        for id in self.lattice.ids() {
            let (at, near) = (id.index(), self.lattice.cell(id).coordinates());
            let middle = self.number(near);
            let ring = RING.map(|step| self.number(sum(near, step)));
            self.middle[at] = middle;
            self.ring[at] = ring;
            self.like_nearest[at] =
                [middle, ring[1], ring[3], ring[5]].map(usize::from).into_iter().collect();
            self.unlike_nearest[at] =
                [ring[0], ring[2], ring[4]].map(usize::from).into_iter().collect();
            if self.holes.contains(at) {
                for site in self.hexagon(id) {
                    self.holes_at[site].insert(at);
                }
            }
        }
    }

    fn link_sites(&mut self) {
        for site in 0..self.len {
            let point = self.foremost[site];
            for (index, step) in RING.into_iter().enumerate() {
                let beside = sum(point, step);
                self.neighbours[site][index] = self.number(beside);
                self.neighbours[site][6 + index] = self.number(sum(beside, RING[(index + 1) % 6]));
            }
            // Rules of Boche, "Groups": the outline of the board.
            let on_outline = point.iter().sum::<u8>() >= self.lattice.size();
            for (side, coordinate) in self.sides.iter_mut().zip(point) {
                if on_outline && coordinate == 0 {
                    side.insert(site);
                }
            }
        }
    }

    /// The site of a lattice point; [`NONE`] off the board.
    fn number(&self, point: Corner) -> u8 {
        let sites = &self.foremost[..self.len];
        sites.binary_search(&foremost(point)).map_or(NONE, |site| site as u8)
    }

    /// All sites.
    pub(super) const fn sites(&self) -> Sites {
        Sites::below(self.len)
    }

    /// The foremost lattice point of a site; the others are behind it along `(1, 1, 1)`.
    pub(super) const fn foremost(&self, site: usize) -> Corner {
        self.foremost[site]
    }

    /// The sites on the board's outline.
    pub(super) fn outline(&self) -> Sites {
        self.sides[0] | self.sides[1] | self.sides[2]
    }

    /// The seven sites of a cell's hexagon.
    #[inline]
    pub(super) fn hexagon(&self, id: CellId) -> Sites {
        self.like_nearest[id.index()] | self.unlike_nearest[id.index()]
    }

    /// The holes that have a site as a corner or as the middle.
    #[inline]
    pub(super) const fn holes_at(&self, site: usize) -> &Cells {
        &self.holes_at[site]
    }

    /// Whether all cells that a cell rests on are full.
    #[inline]
    pub(super) fn is_supported(&self, full: &Cells, id: CellId) -> bool {
        (0..3).all(|axis| {
            self.lattice.support(id, axis).is_none_or(|support| full.contains(support.index()))
        })
    }
}

/// The sum of two vectors.
pub(super) const fn sum(a: Corner, b: Corner) -> Corner {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The point at the same site that has a coordinate of 0.
fn foremost(point: Corner) -> Corner {
    let depth = point.into_iter().min().unwrap_or(0);
    point.map(|coordinate| coordinate - depth)
}
