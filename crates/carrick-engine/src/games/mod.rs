//! Implementations of the engine's traits, one file per game: tactics, constants of the search and
//! the levels, reference playouts.
//!
//! Larger random games are in [`playouts`](crate::playouts).

mod anchor;
mod ankor;
mod antipod;
mod boche;
