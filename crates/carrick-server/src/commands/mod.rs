//! Carrying out commands: typed ones, parsed ones, links in mails, and administration.
//!
//! Imports `limits`.

mod account_change;
mod admin;
mod guest;
pub(crate) mod handle;
mod mailed_link;
mod rebuild;
mod reopen;

pub use account_change::change_account;
pub use admin::administer;
pub use guest::make_guest;
pub use handle::{
    Asks, CommandRequest, Failure, Incoming, ParsedLine, carry_out, handle, handle_parsed,
};
pub use mailed_link::{bring_again, decline, stop};
pub use rebuild::rebuild_ratings;
pub use reopen::reopen;
