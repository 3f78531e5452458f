//! The service on its store: commands from text to stored answer, deadlines, the computer's jobs.
//!
//! | module | its contents |
//! |---|---|
//! | `commands` | [`carry_out()`] for a parsed command, [`handle()`] for a typed line, administration |
//! | `mail` | [`take_in()`]: an email with its requests |
//! | `sweep` | [`sweep()`] and the loop [`Sweeper::run`]: whatever falls due |
//! | `computer` | the loop [`Worker::run`]: the computer's turns, hints and reviews |
//! | `analyses` | [`Analyses`] of positions for pages, in a separate queue |
//! | `feed`, `checkpoints` | the loops [`Feed::run`], which notifies live pages of changes, and [`run_checkpoints()`] |
//! | `limits` | [`RateLimiter`], [`Gate`] against guessing, [`FairQueue`] for long work |
//! | `metrics` | [`Metrics`] of all these |
//!
//! Passwords are verified before a transaction is open; the pure decisions of `carrick-service` run
//! inside one; every call returns when all effects and messages are on the disk. The time is an
//! argument. Each loop ends when a given future is ready. This crate does not know sockets, HTTP or
//! terminals.

mod analyses;
mod checkpoints;
mod commands;
mod computer;
mod feed;
mod limits;
mod mail;
mod metrics;
mod sweep;

pub use analyses::{Analyses, AnalysisBounds, AnalysisHandle, AnalysisRequest, AnalysisState};
pub use checkpoints::run_checkpoints;
pub use commands::{
    CommandRequest, Failure, Incoming, ParsedLine, RequestedWork, administer, bring_again,
    carry_out, change_account, decline, handle, handle_parsed, make_guest, rebuild_ratings, reopen,
    stop,
};
pub use computer::{LEAST_MEMORY, PACE, Strength, WorkError, Worker, answer};
pub use feed::Feed;
pub use limits::{
    ANALYSIS, At, Attempt, Buckets, Budget, Busy, Charge, Cost, FairQueue, GAME, GUEST, Gate,
    GuessSource, QueueBounds, Rate, RateLimiter, RateLimits, SteadyClock, TooMany, TurnedAway,
};
pub use mail::{MailAsks, MailLimits, Mailed, OnBoard, OnPuzzle, SenderGroup, Strangers, take_in};
pub use metrics::{GaugeGuard, MailOutcome, Metrics, MetricsFormat};
pub use sweep::{KEPT_FOR, Sweeper, Swept, sweep};
