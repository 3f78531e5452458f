//! Requests to the service: commands with their senders, confirmed links, subscriptions, and things
//! that fall due without anybody's asking.
//!
//! Each kind of request says which [`Needs`](crate::state::Needs) it has; the room `decide` answers
//! it.

// A new request or subscription has to say what it needs.
#![deny(clippy::wildcard_enum_match_arm)]

mod account_change;
mod due;
mod puzzle;
mod request;
mod subscription;

pub use account_change::AccountChange;
pub use due::Due;
pub use puzzle::{MailedPuzzle, PuzzleReply};
pub use request::{Evidence, Keeps, Registration, Request, Sender};
pub(crate) use subscription::{LETTER, NEW_BOARD, REMINDER, is_played};
pub use subscription::{Notice, Subscription};
