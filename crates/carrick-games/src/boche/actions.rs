//! The action space of Boche: cells and rotations, then swap.

use super::board::Board;
use super::options::Options;
use super::rotation::Rotation;
use super::turns::Turn;
use crate::ActionSpace;
use crate::cubes::{CellId, Lattice};

const ROTATIONS: usize = Rotation::ALL.len();

/// With `n` cells on the board, numbered as [`CellId`]s, lexicographically by `(x, y, z)`:
///
/// | turn | number |
/// |---|---|
/// | cell `c`, rotation `r` (0 for `a`) | `8 c + r` |
/// | swap | `8 n` |
impl ActionSpace for Board {
    fn actions(options: Options) -> usize {
        ROTATIONS * Lattice::of(options.size()).len() + 1
    }

    fn action(options: Options, turn: Turn) -> usize {
        match turn {
            Turn::Place { cell, rotation } => ROTATIONS * cell.index() + rotation as usize,
            Turn::Swap => ROTATIONS * Lattice::of(options.size()).len(),
        }
    }

    fn turn_of(options: Options, action: usize) -> Option<Turn> {
        let cells = Lattice::of(options.size()).len();
        match action / ROTATIONS {
            cell if cell < cells => {
                let rotation = Rotation::ALL[action % ROTATIONS];
                Some(Turn::Place { cell: CellId::from_index(cell), rotation })
            }
            _ => (action == ROTATIONS * cells).then_some(Turn::Swap),
        }
    }
}
