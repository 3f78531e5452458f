//! Background work: a worker that claims jobs, and a file for each kind of job.
//!
//! To add a kind of job, add a variant of [`JobKind`](carrick_store::JobKind) with its lane, a file
//! here, and a line in the worker's `do_beside`.

mod hint;
mod review;
mod thinkers;
mod turn;
mod worker;
mod yielding;

pub use turn::answer;
pub use worker::{LEAST_MEMORY, PACE, Strength, WorkError, Worker};
pub(crate) use yielding::{Rested, Yielding};
