//! Mail without sockets: parsing and composing messages, and LMTP as a state machine.
//!
//! [`incoming`] decides whether a message gets an answer, and finds its sender and its request;
//! [`reply`] finds the turn in an answer to an email about a turn; [`outgoing`] composes emails;
//! [`lmtp`] is the conversation with the relay. Nothing here reads a clock, opens a socket or uses
//! a table, and `Debug` shows nothing that was written to the server: it may be a password.

pub mod bounce;
mod doubt;
mod html;
pub mod incoming;
pub mod lmtp;
pub mod outgoing;
pub mod reply;
mod secret;
mod style;
mod text;

pub use doubt::Doubt;
pub use secret::Secret;
