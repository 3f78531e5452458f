//! Game records 1-0-0 of AbstractPlay
//! (<https://www.abstractplay.com/schemas/gamerecord/1-0-0.json>, kept in AbstractPlay/recranks).
//!
//! The schema allows no other fields in the record, `game`, `site` and the single move, but it does
//! in `header` and the players. So all our additions are in `header.carrick`.

mod field;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::{write, write_line};
