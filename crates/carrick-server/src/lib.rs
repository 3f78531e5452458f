//! The service on its store: one command from text to stored answer, and what falls due by itself.
//!
//! Whoever carries commands calls [`carry_out()`] with one that a form or a program has put
//! together, or [`handle()`] with a line that a person typed, and gives a [`Gate`] where strangers
//! may come; what mails bring goes to [`take_in()`]. Whoever keeps the time calls [`sweep()`] now
//! and then. All verify passwords before a transaction is open, let the pure decisions of
//! `carrick-service` run inside one, and return when all effects and messages are on the disk. A
//! [`Worker`] does what the computer owes, in the same way. The time is an argument. Sockets, HTTP
//! and terminals are not known here.
//!
//! A program that runs for long spawns three loops, each of which ends when a future is ready that
//! it is given: [`Worker::run`], [`Sweeper::run`], and [`Feed::run`], which tells live pages what
//! changed.
//!
//! [`RateLimiter`] says who may do what how often, for all ways by which strangers come; what takes
//! a processor for long waits in a [`FairQueue`].

mod commands;
mod computer;
mod feed;
mod limits;
mod mail;
mod sweep;

pub use commands::{
    Failure, Incoming, Order, administer, bring_again, carry_out, change_account, decline, handle,
    rebuild_ratings, reopen, stop,
};
pub use computer::{LEAST_MEMORY, Strength, WorkError, Worker, answer};
pub use feed::Feed;
pub use limits::{
    At, Buckets, Budget, Busy, Cost, Door, FairQueue, Gate, Limits, QueueBounds, Rate, RateLimiter,
    SECOND, SteadyClock, TooMany, TurnedAway,
};
pub use mail::{MailAsks, MailLimits, Mailed, OnBoard, SenderGroup, Strangers, take_in};
pub use sweep::{Sweeper, Swept, sweep};
