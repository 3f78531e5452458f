//! Mail without sockets: a message comes in and becomes what it asks, an answer becomes a message,
//! and LMTP is a state machine.
//!
//! [`incoming`] says of any bytes whether they deserve an answer, who sent them and what they ask;
//! [`reply`] finds the turn in an answer to a turn's mail; [`outgoing`] composes; [`lmtp`] is
//! spoken with the relay. Nothing here reads a clock, opens a socket or knows a table, and nothing
//! that was said to the server is shown by `Debug`: it may be a password.

pub mod bounce;
mod html;
pub mod incoming;
pub mod lmtp;
pub mod outgoing;
pub mod reply;
mod secret;
mod text;

pub use secret::Secret;
