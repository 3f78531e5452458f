//! Drawings of Ankor positions, and reading them back.

mod reading;
mod show;

pub use self::reading::{ReadError, Seen, SeenCube, read_drawing};
