//! Tables of the cells of an Ankor board, one per size: neighbours, supports and contacts.

use carrick_games::Bits;
use carrick_games::ankor::Options;
use carrick_games::cubes::{CellId, Lattice};

/// The cells of a board and their relations. A set of cells takes `W` words.
#[derive(Debug)]
pub(crate) struct BoardMap<const W: usize> {
    pub(crate) cells: Vec<CellMap<W>>,
    pub(crate) holes: Bits<W>,
    /// For each side, the cells where a cube touches it.
    pub(crate) touching: [Bits<W>; 3],
}

/// The cells around a cell.
#[derive(Debug)]
pub(crate) struct CellMap<const W: usize> {
    /// The cells that rest on it.
    pub(crate) above: Bits<W>,
    /// The cells on the same level that share an edge with it.
    pub(crate) beside: Bits<W>,
    /// The cells on it and beside it.
    pub(crate) around: Bits<W>,
    /// The cells under it.
    pub(crate) below: Bits<W>,
    /// Indexed by the set of the three cells above it that contain a cube: the cells below it with
    /// which its contact is visible. Source: rules of Ankor, "Where they go".
    pub(crate) shown: [Bits<W>; 8],
    /// The cell above it along each axis; if there is none, a number that no cell has.
    pub(crate) over: [u8; 3],
}

impl<const W: usize> BoardMap<W> {
    pub(crate) fn new(options: Options) -> Self {
        let lattice = Lattice::of(options.size());
        assert!(lattice.len() < 64 * W);
        let none = lattice.len() as u8;
        let cells = lattice.ids().map(|id| {
            let over = [0, 1, 2].map(|axis| lattice.resting(id, axis));
            let under = [0, 1, 2].map(|axis| lattice.support(id, axis));
            debug_assert!(under.iter().flatten().all(|under| under.index() > id.index()));
            let above = over.iter().flatten().map(|id| id.index()).collect();
            let beside = lattice.neighbours(id).iter().collect();
            let shown = std::array::from_fn(|carried| {
                let shows = |axis: usize| {
                    let others = 0b111 & !(1 << axis);
                    carried & others != others
                };
                (0..3)
                    .filter(|&axis| shows(axis))
                    .filter_map(|axis| under[axis])
                    .map(CellId::index)
                    .collect()
            });
            CellMap {
                above,
                beside,
                around: above | beside,
                below: under.iter().flatten().map(|id| id.index()).collect(),
                shown,
                over: over.map(|id| id.map_or(none, |id| id.index() as u8)),
            }
        });
        let low = |id: &CellId| lattice.level(*id) <= options.highest_touch();
        let touching = [0, 1, 2].map(|axis| {
            let touches = |id: &CellId| low(id) && lattice.cell(*id).coordinates()[axis] == 0;
            lattice.ids().filter(touches).map(CellId::index).collect()
        });
        Self { cells: cells.collect(), holes: lattice.cells_of_level(0).iter().collect(), touching }
    }
}
