//! Tries: judging a solver's turn, and sentences about it.

mod answer;
pub mod said;

pub use self::answer::{Answer, Refutation};
