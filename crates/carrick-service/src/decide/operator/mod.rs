//! Administration at the keyboard of the server: accounts, remarks, games to be reopened.

mod admin;
mod reopen;

pub use admin::{AdminAction, decide_admin};
pub use reopen::{decide_reopen, reopen_needs};
