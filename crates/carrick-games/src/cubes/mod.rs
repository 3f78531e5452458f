//! The stack of tilted cubes that Ankor and Boche share: cells, names of places, drawings.

mod axes;
pub(crate) mod drawing;
mod lattice;
pub(crate) mod page;
mod places;

pub use axes::AxisPermutation;
pub(crate) use lattice::is_place;
pub use lattice::{Cell, CellId, Lattice, MAX_CELLS, MAX_SIZE, Place};
pub use places::Places;

/// A set of cells of one board.
pub type Cells = crate::Bits<4>;
