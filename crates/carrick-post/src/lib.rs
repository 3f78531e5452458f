//! The mail's edge: LMTP on sockets, what a mail asks carried out, the outbox sent.
//!
//! [`Postman`] takes a message for one recipient and sees that what it asks is done once;
//! [`Listener`] speaks LMTP with a relay and hands over what comes. The relay is told that a
//! message is taken only when its effects, the record of it and its answer are on the disk; until
//! then it keeps the message. [`outbox`] sends what the service says, by a [`transport`], and keeps
//! it until a relay has taken it.

mod deliver;
mod fingerprint;
mod large_mail_reader;
mod listener;
mod order;
pub mod outbox;
pub mod transport;

pub use deliver::{Delivered, Postman};
pub use listener::{Bounds, ListenError, Listener, NoPlace, Place};
