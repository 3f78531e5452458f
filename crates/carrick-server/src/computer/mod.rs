//! The computer's games: claiming jobs, searching, answering; hints, and reviews of finished
//! games.

mod answer;
mod reviewing;
mod thinkers;
mod worker;
mod yielding;

pub use answer::answer;
pub use worker::{LEAST_MEMORY, Strength, WorkError, Worker};
pub(crate) use yielding::{Rested, Yielding};
