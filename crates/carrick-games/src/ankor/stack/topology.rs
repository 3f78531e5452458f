//! Tables of neighbours, support and sides of Ankor's cells, computed once for each size.

use std::sync::LazyLock;

use crate::cubes::{CellId, Cells, Lattice, MAX_CELLS, MAX_SIZE};

/// The tables of one size.
#[derive(Debug)]
pub(in crate::ankor) struct Topology {
    pub(in crate::ankor) lattice: &'static Lattice,
    /// The cells that rest on a cell.
    pub(in crate::ankor) above: [Cells; MAX_CELLS],
    /// The cells of the same level that share an edge with a cell.
    pub(in crate::ankor) beside: [Cells; MAX_CELLS],
    /// Both of these: the spots among them are those that a cube can move on to.
    pub(in crate::ankor) around: [Cells; MAX_CELLS],
    /// For each side, the cells whose coordinate there is 0.
    sides: [Cells; 3],
    /// The cells up to each level.
    up_to: [Cells; MAX_SIZE],
}

static TOPOLOGIES: LazyLock<[Topology; MAX_SIZE]> =
    LazyLock::new(|| std::array::from_fn(|index| Topology::build(Lattice::of(index as u8 + 1))));

impl Topology {
    /// The tables for boards of `size` holes to a side.
    pub(in crate::ankor) fn of(size: u8) -> &'static Self {
        &TOPOLOGIES[usize::from(size) - 1]
    }

    fn build(lattice: &'static Lattice) -> Self {
        let mut topology = Self {
            lattice,
            above: [Cells::EMPTY; MAX_CELLS],
            beside: [Cells::EMPTY; MAX_CELLS],
            around: [Cells::EMPTY; MAX_CELLS],
            sides: [Cells::EMPTY; 3],
            up_to: [Cells::EMPTY; MAX_SIZE],
        };
        for id in lattice.ids() {
            let at = id.index();
            let above = (0..3).filter_map(|axis| lattice.resting(id, axis));
            topology.above[at] = above.map(CellId::index).collect();
            topology.beside[at] = lattice.neighbours(id);
            topology.around[at] = topology.above[at] | topology.beside[at];
            for (side, coordinate) in topology.sides.iter_mut().zip(lattice.cell(id).coordinates())
            {
                if coordinate == 0 {
                    side.insert(at);
                }
            }
            for set in &mut topology.up_to[usize::from(lattice.level(id))..] {
                set.insert(at);
            }
        }
        topology
    }

    /// The board's holes.
    pub(in crate::ankor) const fn holes(&self) -> Cells {
        self.up_to[0]
    }

    /// For each side, the cells where a cube touches it.
    ///
    /// Source: rules of Ankor, "The end".
    pub(in crate::ankor) fn touching(&self, highest: u8) -> [Cells; 3] {
        self.sides.map(|side| side & self.up_to[usize::from(highest)])
    }
}
