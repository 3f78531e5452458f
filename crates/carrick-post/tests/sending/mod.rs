//! The outbox against relays on real sockets: mails that are taken, that come back, and that a
//! crash leaves.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod club;
mod content;
mod failing;
mod peer;
