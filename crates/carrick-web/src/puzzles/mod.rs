//! Puzzles as pages and the API know them: found by number or day, tried, told about.

pub(crate) mod day;
mod named;
pub(crate) mod said;
mod tries;

pub(crate) use named::Named;
pub(crate) use tries::{REFUTATION, answer, note, what_came};
