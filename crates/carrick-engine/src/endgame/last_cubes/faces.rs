//! Keys of positions by what is visible.
//!
//! From above nobody sees how a cube is turned that others hide, and the rules do not ask: groups
//! and paths run along the faces that show. So two positions that show the same have the same
//! future. The faces that show also tell which cells are full.

use carrick_games::boche::{Board, Options, Rotation};
use carrick_games::cubes::{CellId, Lattice};
use carrick_games::{Board as _, Colour, hash_of};

/// The numbers that make the keys of one board's positions.
#[derive(Debug)]
pub(super) struct Faces {
    lattice: &'static Lattice,
    /// For each cell, axis and way in which the face is joined, a number; a key is the exclusive or
    /// of those of all faces that show.
    numbers: Vec<[[u128; 2]; 3]>,
    /// Part of the key while Light is to move.
    light_to_move: u128,
}

impl Faces {
    pub(super) fn new(options: Options) -> Self {
        let lattice = Lattice::of(options.size());
        let number = |cell: CellId, axis: u64, way: u64| hash_of([cell.index() as u64, axis, way]);
        let of_cell = |cell| [0, 1, 2].map(|axis| [0, 1].map(|way| number(cell, axis, way)));
        let numbers = lattice.ids().map(of_cell).collect();
        Self { lattice, numbers, light_to_move: hash_of([1]) }
    }

    /// The key of a position.
    pub(super) fn key(&self, board: &Board) -> u128 {
        let nearest = board.nearest_corner(0);
        let mut key = hash_of([2 + u64::from(nearest == Some(Colour::Light))]);
        if board.to_move() == Colour::Light {
            key ^= self.light_to_move;
        }
        for cell in self.lattice.ids() {
            let Some(rotation) = board.rotation(cell) else { continue };
            for axis in 0..3 {
                let over = self.lattice.resting(cell, axis);
                if over.is_none_or(|over| board.rotation(over).is_none()) {
                    key ^= self.number(cell, axis, rotation);
                }
            }
        }
        key
    }

    /// The key of the position after a cube, from that of the position before. Not for the first
    /// cube, which settles the colours of all corners.
    pub(super) fn after(&self, board: &Board, key: u128, cell: CellId, rotation: Rotation) -> u128 {
        (0..3).fold(key ^ self.light_to_move, |key, axis| {
            let support = self.lattice.support(cell, axis);
            let hidden = support.and_then(|id| Some((id, board.rotation(id)?)));
            let hidden = hidden.map_or(0, |(id, rotation)| self.number(id, axis, rotation));
            key ^ hidden ^ self.number(cell, axis, rotation)
        })
    }

    fn number(&self, cell: CellId, axis: usize, rotation: Rotation) -> u128 {
        self.numbers[cell.index()][axis][usize::from(rotation.joins_nearest_along(axis))]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use carrick_games::boche::Turn;
    use carrick_games::{GameOptions as _, SizeLimits, TurnSet as _};

    use super::*;

    /// The faces that show, named one by one.
    fn shown(board: &Board) -> BTreeSet<(usize, usize, bool)> {
        let lattice = board.lattice();
        let faces = lattice.ids().flat_map(|id| [0, 1, 2].map(|axis| (id, axis)));
        let shows = |&(id, axis): &(CellId, usize)| {
            lattice.resting(id, axis).is_none_or(|over| board.rotation(over).is_none())
        };
        let face = |(id, axis): (CellId, usize)| {
            Some((id.index(), axis, board.rotation(id)?.joins_nearest_along(axis)))
        };
        faces.filter(shows).filter_map(face).collect()
    }

    /// Along random games the updated key is that of the whole position, two positions have the
    /// same key just when they show the same, and then they have the same groups and spots.
    #[test]
    fn a_key_tells_what_shows_and_nothing_else() {
        let options = Options::parse(&["-size=3", "-fill_board"], SizeLimits::Scripts).unwrap();
        let faces = Faces::new(options);
        let mut random = fastrand::Rng::with_seed(1);
        let (mut seen, mut hidden) = (HashMap::<u128, Board>::new(), 0);
        for _ in 0..4000 {
            let mut board = Board::new(options);
            let mut key = None;
            while board.outcome().is_none() {
                let turns = board.legal_turns();
                let turn = turns.nth(random.usize(..turns.len())).unwrap();
                let updated = match (turn, key) {
                    (Turn::Place { cell, rotation }, Some(key)) => {
                        Some(faces.after(&board, key, cell, rotation))
                    }
                    _ => None,
                };
                board.play_unchecked(turn);
                let whole = faces.key(&board);
                assert!(updated.is_none_or(|updated| updated == whole));
                key = Some(whole);
                let other = seen.entry(whole).or_insert(board);
                assert_eq!((shown(other), other.to_move()), (shown(&board), board.to_move()));
                assert_eq!(other.groups(), board.groups());
                assert_eq!(other.outcome(), board.outcome());
                assert_eq!(other.spots(), board.spots());
                hidden += u32::from(other.hash() != board.hash());
            }
        }
        assert!(hidden > 100, "{hidden} positions differ where nobody sees it");
    }
}
