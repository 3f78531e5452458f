//! Each game as the engine sees it: one file says what the search, the levels and the frozen
//! players need to know.
//!
//! Random games that take much code are in [`playouts`](crate::playouts).

mod anchor;
mod ankor;
mod antipod;
mod boche;
