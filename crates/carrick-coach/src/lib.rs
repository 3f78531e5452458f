//! The computer as coach: what a search finds, told to people.
//!
//! Everything here is a pure function of positions, searches, seeds and node budgets, so that it
//! gives the same answer in the program and in a web page.

pub mod analysis;
pub mod hint;
pub mod puzzle;
pub mod review;
mod steady;

pub use analysis::{Analyser, Analysis, AnalysisOptions};
