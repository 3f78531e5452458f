//! Parts of a board: a place, and those beside it.

use std::collections::BTreeSet;

use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{AnyGame, Board, TurnSet as _, anchor, ankor, antipod, boche, match_game};

/// A board whose places lie beside one another.
trait Ground: Board {
    /// A place that can be seen.
    type Spot: Copy + PartialEq;

    /// All of them.
    fn seen(&self) -> Vec<Self::Spot>;

    /// The places beside one, those that cannot be seen included.
    fn beside(&self, spot: Self::Spot) -> Vec<Self::Spot>;

    /// The name of a place, as turns write it.
    fn name(&self, spot: Self::Spot) -> String;

    /// A place and those beside it that can be seen; none where no place has this name.
    fn around(&self, name: &str) -> Vec<Self::Spot> {
        let seen = self.seen();
        let Some(&at) = seen.iter().find(|&&spot| self.name(spot) == name) else {
            return Vec::new();
        };
        let beside = self.beside(at).into_iter().filter(|spot| seen.contains(spot));
        std::iter::once(at).chain(beside).collect()
    }
}

/// A place at or beside that of a turn, chosen by a seed: so it does not tell the turn. `None` for
/// a turn without a place.
pub(super) fn beside(game: &AnyGame, turn: &str, seed: u64) -> Option<String> {
    let place = turn.rsplit(['-', ':']).next().unwrap_or(turn);
    match_game!(game, AnyGame(game) => {
        let around = game.board().around(place);
        let seed = seed.wrapping_add(game.turns().len() as u64 + 1);
        // The upper bits of a product are well mixed.
        let mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let at = usize::try_from(mixed).unwrap_or_default().checked_rem(around.len())?;
        around.get(at).map(|&spot| game.board().name(spot))
    })
}

/// The names of a place and of those beside it, each once.
pub(super) fn region(game: &AnyGame, near: &str) -> Vec<String> {
    match_game!(game, AnyGame(game) => {
        let board = game.board();
        let names: BTreeSet<String> =
            board.around(near).into_iter().map(|spot| board.name(spot)).collect();
        names.into_iter().collect()
    })
}

impl Ground for antipod::Board {
    type Spot = antipod::Point;

    fn seen(&self) -> Vec<Self::Spot> {
        self.sphere().points().iter().collect()
    }

    fn beside(&self, spot: Self::Spot) -> Vec<Self::Spot> {
        self.sphere().neighbours(spot).collect()
    }

    fn name(&self, spot: Self::Spot) -> String {
        self.sphere().place(spot).to_string()
    }
}

impl Ground for anchor::Board {
    type Spot = anchor::Point;

    fn seen(&self) -> Vec<Self::Spot> {
        self.points().collect()
    }

    fn beside(&self, spot: Self::Spot) -> Vec<Self::Spot> {
        self.neighbours(spot).collect()
    }

    fn name(&self, spot: Self::Spot) -> String {
        spot.to_string()
    }
}

impl Ground for ankor::Board {
    type Spot = CellId;

    fn seen(&self) -> Vec<CellId> {
        let shows = |&id: &CellId| {
            self.spots().contains(id.index()) || self.cube(id).is_some() && !self.is_covered(id)
        };
        self.lattice().ids().filter(shows).collect()
    }

    fn beside(&self, spot: CellId) -> Vec<CellId> {
        beside_cell(self.lattice(), spot)
    }

    fn name(&self, spot: CellId) -> String {
        self.lattice().place(spot).to_string()
    }
}

impl Ground for boche::Board {
    type Spot = CellId;

    fn seen(&self) -> Vec<CellId> {
        let shows = |&id: &CellId| {
            self.spots().contains(id.index()) || self.rotation(id).is_some() && !self.is_covered(id)
        };
        self.lattice().ids().filter(shows).collect()
    }

    fn beside(&self, spot: CellId) -> Vec<CellId> {
        beside_cell(self.lattice(), spot)
    }

    fn name(&self, spot: CellId) -> String {
        self.lattice().place(spot).to_string()
    }
}

/// The cells around one: on its level, below and above.
fn beside_cell(lattice: &Lattice, id: CellId) -> Vec<CellId> {
    let level = lattice.neighbours(id).iter().map(CellId::from_index);
    let below = (0..3).filter_map(|axis| lattice.support(id, axis));
    let above = (0..3).filter_map(|axis| lattice.resting(id, axis));
    level.chain(below).chain(above).collect()
}
