//! The computer's games: jobs claimed, thought about, and answered.
//!
//! Imports no other room.

mod answer;
mod cost;
mod thinkers;
mod worker;
mod yielding;

pub use answer::answer;
pub use worker::{LEAST_MEMORY, Strength, WorkError, Worker};
