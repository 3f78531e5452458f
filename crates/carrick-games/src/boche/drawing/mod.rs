//! Drawings of Boche positions, and reading them back.

mod marks;
mod reading;
mod show;
mod tiles;

pub use self::reading::{ReadError, Seen, SeenCube, read_drawing};
pub use self::tiles::draw_rotations;
