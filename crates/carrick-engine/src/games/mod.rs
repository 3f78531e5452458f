//! Implementations of the engine's traits for each game, one file a game: tactics, constants of the
//! search and the levels, reference playouts.
//!
//! Random games that take much code are in [`playouts`](crate::playouts).

mod anchor;
mod ankor;
mod antipod;
mod boche;
