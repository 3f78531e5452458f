//! Solvers of endgames: the interface of exact ones to the tree search, proof-number search, the
//! last cubes of Boche, and counting what is open in Anchor.

mod end_solver;
mod last_cubes;
pub mod proof_number;
pub mod settled;

pub use self::end_solver::{EndSolver, Reach};
pub use self::last_cubes::LastCubes;
