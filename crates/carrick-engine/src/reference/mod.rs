//! Frozen reference opponents, against which strength is measured. They are textbook players that
//! share nothing with the engine's search but the rules. Their choices never change; their speed
//! may.

mod ankor;
mod casual;
mod pairing;
mod random;
mod uct;

pub use ankor::AnkorGames;
pub use casual::casual;
pub(crate) use pairing::opposite;
pub(crate) use random::in_random_order;
pub use random::{RandomGames, random};
pub use uct::Uct;
