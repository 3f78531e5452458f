//! The service on its store: one command from text to stored answer, and what falls due by itself.
//!
//! Whoever carries commands (the command line, a mail, a web page) calls [`handle()`] with the text and
//! what is known of its sender, or [`handle_at()`] with a [`Gate`] where strangers may come; whoever keeps the time calls [`sweep()`] now and then. Both verify
//! passwords before a transaction is open, let the pure decisions of `carrick-service` run inside
//! one, and return when all effects and messages are on the disk. A [`Worker`] does what the computer
//! owes, in the same way. The time is an argument. Sockets, HTTP and terminals are not known here.
//!
//! A program that runs for long spawns three loops, each of which ends when a future is ready that it
//! is given: [`Worker::run`], [`Sweeper::run`], and [`Feed::run`], which tells live pages what changed.

mod account_change;
mod computer;
mod feed;
mod gate;
mod handle;
mod mail;
mod rebuild;
mod sweep;
mod thinkers;
mod throttle;
mod worker;

pub use account_change::change_account;
pub use computer::answer;
pub use feed::Feed;
pub use gate::{At, Gate};
pub use handle::{Failure, Incoming, Order, carry_out, handle, handle_at};
pub use mail::{MailAsks, MailGates, Mailed, OnBoard, Strangers, stop, take_in};
pub use rebuild::rebuild_ratings;
pub use sweep::{Sweeper, Swept, sweep};
pub use throttle::{Buckets, Rate, Throttle, TooMany};
pub use worker::{Strength, WorkError, Worker};
