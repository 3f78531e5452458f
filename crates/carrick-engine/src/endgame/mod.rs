//! Endgame solvers: the interface between exact ones and the tree search, proof-number search, the
//! last cubes of Boche, and counting open points in Anchor.

mod end_solver;
mod last_cubes;
pub mod proof_number;
pub mod settled;

pub use self::end_solver::{EndSolver, Reach};
pub use self::last_cubes::LastCubes;
