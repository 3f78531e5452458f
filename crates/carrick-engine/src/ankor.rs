//! Ankor's own machinery: positions whose sets of cells are no larger than the board needs.

mod map;
mod position;
mod reach;

pub(crate) use map::Map;
pub(crate) use position::{Position, Step};
pub(crate) use reach::{Contacts, Reach};
