//! One request, one transaction: loads the state, has it decided, writes the events, records it.
//!
//! Requests that wait at the same time share a commit (group commit). Imports every room of tables.

mod group;
mod load;
mod log;
mod mail;
mod read;
mod reopen;
mod together;
mod write;

pub use read::BoardNow;
