//! One request, one transaction: load the state, decide, write the events, record the answer.
//!
//! Requests that wait at the same time share a commit (group commit).

mod group;
mod load;
mod log;
mod mail;
mod round;
mod write;

pub use load::BoardNow;
