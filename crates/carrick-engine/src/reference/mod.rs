//! Frozen opponents: what strength is measured against. They are textbook players that share
//! nothing with the engine's search but the rules. How they choose never changes; how fast they do
//! may.

mod ankor;
mod random;
mod uct;

pub use ankor::AnkorGames;
pub use random::{RandomGames, random};
pub use uct::Uct;
