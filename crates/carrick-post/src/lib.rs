//! Mail over sockets: receives by LMTP, acts on requests, and sends the outbox by SMTP.
//!
//! [`MailReceiver`] accepts a message for one recipient and acts on its request once; [`Listener`]
//! speaks LMTP with a relay and passes on the messages. The relay is told that a message was
//! accepted only when its effects, its record and its answer are on the disk; until then the relay
//! keeps the message. [`outbox`] sends the service's messages by a [`transport`], and keeps each
//! until a relay has accepted it.

mod answers;
mod deliver;
mod listener;
pub mod outbox;
pub mod transport;

pub use deliver::{Delivered, MailReceiver};
pub use listener::{Bounds, ListenError, Listener, LmtpAddress, LmtpAddressError};
