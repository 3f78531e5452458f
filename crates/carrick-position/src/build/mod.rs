//! Builds a position view from a game, with notes and what a teaching game adds.

mod look;
mod notes;
mod teaching;

pub use self::look::look;
pub use self::notes::{notes_on_line, notes_on_places, notes_on_played};
pub use self::teaching::{picture, remark_on};
