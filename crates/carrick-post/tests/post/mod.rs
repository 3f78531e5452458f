//! Incoming mail over real sockets, and its effects in the database.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod bounces;
mod client;
mod commands;
mod hostile;
mod limits;
mod office;
mod puzzles;
mod replies;
mod seats;
mod sockets;
#[path = "../../../carrick-mail/tests/hostile/table.rs"]
mod table;
