//! Drawings of Ankor positions, written and read.

mod reading;
mod show;

pub use self::reading::{ReadError, Seen, SeenCube, read_drawing};
