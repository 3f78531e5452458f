//! Alpha-beta search for Ankor.

mod evaluation;
mod parallel;
mod searcher;
mod table;

pub use self::parallel::AlphaBeta;
