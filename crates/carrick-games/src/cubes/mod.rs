//! What Ankor and Boche share: the stack of tilted cubes.

pub(crate) mod drawing;
mod lattice;

pub use lattice::{Cell, CellId, Lattice, MAX_CELLS, MAX_SIZE, Place};

/// A set of cells of one board.
pub type Cells = crate::Bits<4>;
