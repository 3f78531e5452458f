//! The computer's games: claiming jobs, searching, answering.
//!
//! Imports no other folder.

mod answer;
mod cost;
mod thinkers;
mod worker;
mod yielding;

pub use answer::answer;
pub use worker::{LEAST_MEMORY, Strength, WorkError, Worker};
