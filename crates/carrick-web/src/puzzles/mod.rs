//! Puzzles as pages and the API know them: found by number or day, tried.

mod named;
mod tries;

pub(crate) use named::Named;
pub(crate) use tries::{REFUTATION, in_words, note, what_came};
