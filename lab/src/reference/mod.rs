//! Frozen reference opponents, against which strength is measured. They are textbook players that
//! share nothing with the engine's search but the rules. Their choices never change; their speed
//! may.

mod casual;
mod games;
mod random;
mod uct;

pub use casual::casual;
pub use random::{RandomGames, random};
pub use uct::Uct;
