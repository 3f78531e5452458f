//! One request, one transaction: load the state, decide, write the events, record the answer.
//!
//! Requests that wait at the same time share a commit (group commit). Imports every folder of
//! tables.

mod ahead;
mod group;
mod load;
mod log;
mod mail;
mod read;
mod reopen;
mod round;
mod write;

pub use read::BoardNow;
