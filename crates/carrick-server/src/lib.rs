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
//!
//! [`RateLimiter`] says who may do what how often, for all ways by which strangers come; what takes a processor for
//! long waits in a [`FairQueue`].

mod account_change;
mod admin;
mod buckets;
mod computer;
mod cost;
mod fair_queue;
mod feed;
mod gate;
mod handle;
mod limiter;
mod mail;
mod mailed_link;
mod rebuild;
mod reopen;
mod sweep;
mod thinkers;
mod worker;
mod yielding;

pub use account_change::change_account;
pub use admin::administer;
pub use buckets::{Buckets, Rate};
pub use computer::answer;
pub use fair_queue::{Busy, FairQueue, QueueBounds};
pub use feed::Feed;
pub use gate::{At, Gate, TurnedAway};
pub use handle::{Failure, Incoming, Order, carry_out, handle, handle_at};
pub use limiter::{Budget, Cost, Door, Limits, RateLimiter, SECOND, SteadyClock, TooMany};
pub use mail::{MailAsks, MailGates, Mailed, OnBoard, Strangers, take_in};
pub use mailed_link::{bring_again, decline, stop};
pub use rebuild::rebuild_ratings;
pub use reopen::reopen;
pub use sweep::{Sweeper, Swept, sweep};
pub use worker::{LEAST_MEMORY, Strength, WorkError, Worker};
