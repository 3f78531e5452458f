//! Mining puzzles: positions with exactly one winning turn.

mod dull;
mod find;

pub use self::dull::Dull;
pub(in crate::puzzle) use self::find::only_win;
pub use self::find::{Found, MOST_OWN_TURNS, examine, examine_defences};
