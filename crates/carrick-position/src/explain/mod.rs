//! Sentences about a position, and the parts of a view that depend on the game.

mod aims;
pub(crate) mod last;
mod parts;
pub(crate) mod words;

pub(crate) use self::aims::Entry;
pub use self::aims::{Aim, Mark, aims, marks};
pub(crate) use self::last::told;
pub(crate) use self::parts::{Explain, Parts, SIZES};
pub use self::words::{Phase, listed, phase, state};
pub(crate) use self::words::{counted, ids_at, sides};
