//! The service on its store: commands from text to stored answer, deadlines, the computer's jobs.
//!
//! A carrier of commands calls [`carry_out()`] with a parsed command, from a form or a program, or
//! [`handle()`] with a line that a person typed; where strangers may send them, it passes a
//! [`Gate`]. Mails go to [`take_in()`]. Deadlines are handled by [`sweep()`], which is called now
//! and then. All of them verify passwords before a transaction is open, let the pure decisions of
//! `carrick-service` run inside one, and return when all effects and messages are on the disk. A
//! [`Worker`] does the computer's jobs in the same way. The time is an argument. Sockets, HTTP and
//! terminals are not known here.
//!
//! A long-running program spawns four loops: [`Worker::run`], [`Sweeper::run`], [`Feed::run`],
//! which tells live pages of changes, and [`run_checkpoints()`]. Each ends when a given future is
//! ready.
//!
//! [`RateLimiter`] bounds how often strangers and users may do things, by every carrier; work that
//! takes a processor for long waits in a [`FairQueue`], and [`Analyses`] of positions in a line
//! of their own.

mod analyses;
mod checkpoints;
mod commands;
mod computer;
mod feed;
mod limits;
mod mail;
mod metrics;
mod sweep;

pub use analyses::{Analyses, AnalysisBounds, AnalysisRequest, AnalysisState, Attendance};
pub use checkpoints::run_checkpoints;
pub use commands::{
    Asks, CommandRequest, Failure, Incoming, ParsedLine, administer, bring_again, carry_out,
    change_account, decline, handle, handle_parsed, make_guest, rebuild_ratings, reopen, stop,
};
pub use computer::{LEAST_MEMORY, Strength, WorkError, Worker, answer};
pub use feed::Feed;
pub use limits::{
    At, Buckets, Budget, Busy, Cost, FairQueue, Gate, GuessSource, QueueBounds, Rate, RateLimiter,
    RateLimits, SECOND, SteadyClock, TooMany, TurnedAway,
};
pub use mail::{MailAsks, MailLimits, Mailed, OnBoard, OnPuzzle, SenderGroup, Strangers, take_in};
pub use metrics::{Counted, MailOutcome, Metrics, MetricsFormat};
pub use sweep::{KEPT_FOR, Sweeper, Swept, sweep};
