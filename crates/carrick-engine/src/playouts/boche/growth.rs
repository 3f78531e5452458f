//! Random order in which a board fills with cubes.

use carrick_games::boche::Board;
use carrick_games::cubes::{CellId, Cells};

use super::view::ViewTables;
use crate::portable;

/// The cubes and the spots for the next one, for random games played turn by turn.
pub(super) struct Growth {
    pub(super) full: Cells,
    spots: Cells,
    /// The cells that have a neighbour on their level.
    beside: Cells,
}

impl Growth {
    pub(super) fn of(board: &Board, view: &ViewTables) -> Self {
        let ids = || view.lattice.ids();
        let full: Cells =
            ids().filter(|&id| board.rotation(id).is_some()).map(CellId::index).collect();
        let spots = ids().filter(|&id| view.is_spot(&full, id)).map(CellId::index).collect();
        let beside = full.iter().fold(Cells::EMPTY, |all, cell| {
            all | view.lattice.neighbours(CellId::from_index(cell))
        });
        Self { full, spots, beside }
    }

    /// Fills a random spot; `None` when the board is full.
    ///
    /// Every spot has four rotations, or eight on the empty board, so a random turn is a random
    /// spot.
    pub(super) fn next(
        &mut self,
        view: &ViewTables,
        adjacent: bool,
        rng: &mut fastrand::Rng,
    ) -> Option<usize> {
        let spots = if adjacent && !self.full.is_empty() {
            self.spots & (self.beside | !view.holes)
        } else {
            self.spots
        };
        if spots.is_empty() {
            return None;
        }
        let cell = spots.nth(portable::index(rng, spots.len()))?;
        let id = CellId::from_index(cell);
        self.full.insert(cell);
        self.spots.remove(cell);
        self.beside |= view.lattice.neighbours(id);
        for over in (0..3).filter_map(|axis| view.lattice.resting(id, axis)) {
            if view.is_spot(&self.full, over) {
                self.spots.insert(over.index());
            }
        }
        Some(cell)
    }
}
