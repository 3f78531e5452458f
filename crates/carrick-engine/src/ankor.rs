//! Alpha-beta search for Ankor, on positions whose bit sets are no larger than the board needs.

mod alpha_beta;
mod distance;
mod evaluation;
mod map;
mod position;
mod reach;
mod search;
mod table;

pub use alpha_beta::AlphaBeta;
pub(crate) use distance::Distances;
pub(crate) use map::Map;
pub(crate) use position::{Position, Step};
pub(crate) use reach::{Contacts, Reach};
