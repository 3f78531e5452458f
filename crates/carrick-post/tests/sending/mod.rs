//! The outbox against relays on real sockets: what is taken, what comes back, and what a crash
//! leaves.
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod club;
mod content;
mod failing;
mod peer;
