//! The action space of Ankor: adds, moves, then swap and pass.

use super::board::Board;
use super::options::Options;
use super::turns::Turn;
use crate::ActionSpace;
use crate::cubes::{CellId, Lattice};

/// With `n` cells on the board, numbered as [`CellId`]s, lexicographically by `(x, y, z)`:
///
/// | turn | number |
/// |---|---|
/// | add at cell `t` | `t` |
/// | move from cell `f` to cell `t` | `n (f + 1) + t` |
/// | swap | `n (n + 1)` |
/// | pass | `n (n + 1) + 1` |
impl ActionSpace for Board {
    fn actions(options: Options) -> usize {
        let cells = Lattice::of(options.size()).len();
        cells * (cells + 1) + 2
    }

    fn action(options: Options, turn: Turn) -> usize {
        let cells = Lattice::of(options.size()).len();
        match turn {
            Turn::Add(to) => to.index(),
            Turn::Move { from, to } => cells * (from.index() + 1) + to.index(),
            Turn::Swap => cells * (cells + 1),
            Turn::Pass => cells * (cells + 1) + 1,
        }
    }

    fn turn_of(options: Options, action: usize) -> Option<Turn> {
        let lattice = Lattice::of(options.size());
        let cells = lattice.len();
        let to = CellId::from_index(action % cells);
        match action / cells {
            0 => (lattice.level(to) == 0).then_some(Turn::Add(to)),
            row if row <= cells => {
                let from = CellId::from_index(row - 1);
                (from != to).then_some(Turn::Move { from, to })
            }
            _ => match action - cells * (cells + 1) {
                0 => Some(Turn::Swap),
                1 => Some(Turn::Pass),
                _ => None,
            },
        }
    }
}
