//! A computer opponent for the games of `carrick-games`.
//!
//! Nothing here does input or output or reads a clock: how long to think, when to stop, with how many
//! threads and from which seed are arguments. With one thread the same arguments give the same turn.

pub mod playouts;

pub use playouts::{Playouts, Taken, Tally};
