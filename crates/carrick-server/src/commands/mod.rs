//! Commands carried out: typed ones, those behind links in mails, an operator's.
//!
//! Imports `limits`.

mod account_change;
mod admin;
pub(crate) mod handle;
mod mailed_link;
mod rebuild;
mod reopen;

pub use account_change::change_account;
pub use admin::administer;
pub use handle::{Failure, Incoming, Order, carry_out, handle};
pub use mailed_link::{bring_again, decline, stop};
pub use rebuild::rebuild_ratings;
pub use reopen::reopen;
