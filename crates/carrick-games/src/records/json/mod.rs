//! Game records 1-0-0 of AbstractPlay
//! (<https://www.abstractplay.com/schemas/gamerecord/1-0-0.json>, kept in AbstractPlay/recranks).
//!
//! The schema closes the record, `game`, `site` and the single move, and leaves `header` and the
//! players open; so all that is ours stands in `header.carrick`.

mod field;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::{write, write_line};
