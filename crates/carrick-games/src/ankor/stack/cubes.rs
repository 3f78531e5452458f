//! The cubes on an Ankor board: colours by cell, support, connections.

use super::topology::Topology;
use crate::Colour;
use crate::cubes::{CellId, Cells};

/// All cubes on a board. Every cube has its supports, except during a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::ankor) struct Stack {
    cubes: [Cells; 2],
    /// The empty cells where a cube would be supported. Each turn updates them, and changes at most
    /// eight.
    spots: Cells,
}

impl Stack {
    /// The empty board.
    pub(in crate::ankor) const fn new(topology: &Topology) -> Self {
        Self { cubes: [Cells::EMPTY; 2], spots: topology.holes() }
    }

    /// The image under a map of sets of cells that preserves support.
    pub(in crate::ankor) fn map(&self, image: impl Fn(Cells) -> Cells) -> Self {
        Self { cubes: self.cubes.map(&image), spots: image(self.spots) }
    }

    /// The cubes of a colour.
    #[inline]
    pub(in crate::ankor) const fn of(&self, colour: Colour) -> Cells {
        self.cubes[colour.index()]
    }

    /// The cubes of both colours, light ones first.
    #[inline]
    pub(in crate::ankor) const fn cubes(&self) -> &[Cells; 2] {
        &self.cubes
    }

    /// All cubes.
    #[inline]
    pub(in crate::ankor) fn all(&self) -> Cells {
        self.cubes[0] | self.cubes[1]
    }

    /// The empty cells where a cube would be supported.
    #[inline]
    pub(in crate::ankor) const fn spots(&self) -> Cells {
        self.spots
    }

    /// Whether there is a cube in a cell.
    #[inline]
    pub(in crate::ankor) const fn has(&self, id: CellId) -> bool {
        self.cubes[0].contains(id.index()) || self.cubes[1].contains(id.index())
    }

    /// The colour of the cube in a cell, if there is one.
    #[inline]
    pub(in crate::ankor) fn colour(&self, id: CellId) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|&colour| self.of(colour).contains(id.index()))
    }

    /// Puts a cube on a spot.
    #[inline]
    pub(in crate::ankor) fn place(&mut self, topology: &Topology, id: CellId, colour: Colour) {
        self.cubes[colour.index()].insert(id.index());
        self.spots.remove(id.index());
        let lattice = topology.lattice;
        for over in (0..3).filter_map(|axis| lattice.resting(id, axis)) {
            let firm = (0..3)
                .all(|axis| lattice.support(over, axis).is_some_and(|support| self.has(support)));
            if firm {
                self.spots.insert(over.index());
            }
        }
    }

    /// Removes a cube that carries at most one other. The column on it slides down by one cell.
    #[inline]
    pub(in crate::ankor) fn take(&mut self, topology: &Topology, id: CellId) {
        let axis = (0..3).find(|&axis| {
            topology.lattice.resting(id, axis).is_some_and(|carried| self.has(carried))
        });
        let mut gap = id;
        self.clear(gap);
        if let Some(axis) = axis {
            while let Some((over, colour)) = self.resting_cube(topology, gap, axis) {
                self.clear(over);
                self.cubes[colour.index()].insert(gap.index());
                gap = over;
            }
        }
        self.spots &= !topology.above[gap.index()];
        self.spots.insert(gap.index());
    }

    fn clear(&mut self, id: CellId) {
        for cubes in &mut self.cubes {
            cubes.remove(id.index());
        }
    }

    fn resting_cube(
        &self,
        topology: &Topology,
        id: CellId,
        axis: usize,
    ) -> Option<(CellId, Colour)> {
        let over = topology.lattice.resting(id, axis)?;
        Some((over, self.colour(over)?))
    }

    /// The set of cubes that rest on a cell: bit `i` for the one along axis `i`.
    #[inline]
    pub(in crate::ankor) fn carried(&self, topology: &Topology, id: CellId) -> u8 {
        (0..3)
            .filter(|&axis| {
                topology.lattice.resting(id, axis).is_some_and(|carried| self.has(carried))
            })
            .fold(0, |mask, axis| mask | 1 << axis)
    }

    /// The highest cube of the column that drops when the cube in a cell leaves; the cube itself if
    /// it carries none. `carried` is the set of cubes that rest on it.
    #[inline]
    pub(in crate::ankor) fn column_top(
        &self,
        topology: &Topology,
        id: CellId,
        carried: u8,
    ) -> CellId {
        let mut top = id;
        if carried != 0 {
            let axis = carried.trailing_zeros() as usize;
            while let Some(over) = topology.lattice.resting(top, axis)
                && self.has(over)
            {
                top = over;
            }
        }
        top
    }

    /// The cubes of `own` that are connected to a cube of the same colour.
    ///
    /// The contact of a cube with its support along one axis is visible unless cubes rest on the
    /// upper one along both other axes. Source: rules of Ankor, "Where they go" and "Rulings".
    #[inline]
    pub(in crate::ankor) fn connected(
        &self,
        topology: &Topology,
        own: &Cells,
        id: CellId,
        carried: u8,
    ) -> Cells {
        let mut found = Cells::EMPTY;
        for axis in 0..3 {
            if let Some(support) = topology.lattice.support(id, axis)
                && own.contains(support.index())
                && contact_shows(carried, axis)
            {
                found.insert(support.index());
            }
            if let Some(over) = topology.lattice.resting(id, axis)
                && own.contains(over.index())
                && contact_shows(self.carried(topology, over), axis)
            {
                found.insert(over.index());
            }
        }
        found
    }
}

/// Whether the contact between a cube that carries `carried` and its support along an axis is
/// visible.
const fn contact_shows(carried: u8, axis: usize) -> bool {
    let others = 0b111 & !(1 << axis);
    carried & others != others
}
