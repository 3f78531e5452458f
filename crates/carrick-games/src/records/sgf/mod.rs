//! SGF, the Smart Game Format, version 4 (<https://www.red-bean.com/sgf/>).
//!
//! The specification lets each game define the form of a move; here it is the turn as typed. Our
//! games have no official numbers, so these are private ones.

mod read;
mod study;
mod tree;
mod value;
mod write;

use crate::Colour;

pub(super) use read::read;
pub(super) use study::{read_study, write_study};
pub(super) use tree::{MAX_NODES, begins_somewhere, end_of_tree, next_tree};
pub(super) use write::write;

/// The letter of a colour: `B` or `W`.
const fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Dark => "B",
        Colour::Light => "W",
    }
}
