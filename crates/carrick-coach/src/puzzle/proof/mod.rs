//! Proofs that a player wins: proof-number search, and judging turns by it.

mod carrier;
mod certainty;
mod effort;
mod judge;
mod solver;
mod win;

pub use self::certainty::Certainty;
pub use self::effort::Effort;
pub(in crate::puzzle) use self::judge::{Finding, Judge, Known, Verdict, may_repeat};
#[cfg(test)]
pub(in crate::puzzle) use self::solver::Solver;
pub use self::win::proved_win;
