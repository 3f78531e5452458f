//! Mail over sockets: LMTP in, requests carried out, the outbox sent by SMTP.
//!
//! [`MailReceiver`] takes a message for one recipient and carries out its request once; [`Listener`]
//! speaks LMTP with a relay and hands over the messages. The relay is told that a message is taken
//! only when its effects, the record of it and its answer are on the disk; until then it keeps the
//! message. [`outbox`] sends the service's messages by a [`transport`], and keeps each until a
//! relay has taken it.

mod answers;
mod deliver;
mod listener;
pub mod outbox;
pub mod transport;

pub use deliver::{Delivered, MailReceiver};
pub use listener::{Bounds, ListenError, Listener, LmtpAddress, LmtpAddressError};
