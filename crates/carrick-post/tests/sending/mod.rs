//! The outbox with relays on real sockets: emails that are accepted, that come back, and that a
//! crash leaves behind.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod club;
mod content;
mod failing;
mod peer;
