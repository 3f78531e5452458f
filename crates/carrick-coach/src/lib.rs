//! The computer as coach: what a search finds, explained to people.
//!
//! Everything here is a pure function of positions, searches, seeds and node budgets, so the
//! program and a web page give the same answer.

pub mod analysis;
pub mod hint;
pub mod puzzle;
pub mod review;
mod steady;

pub use analysis::{Analyser, Analysis, AnalysisOptions};
