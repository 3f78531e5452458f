//! What an operator does at the keyboard of the server.

mod admin;
mod reopen;

pub use admin::{AdminAction, decide_admin};
pub use reopen::{decide_reopen, reopen_needs};
