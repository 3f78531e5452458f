//! Ends of Boche, solved exactly.

mod faces;
mod numbers;
mod solver;

pub use solver::LastCubes;
