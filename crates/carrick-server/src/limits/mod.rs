//! Rate limits, fair queues, and the password gate.
//!
//! Imports no other folder.

mod buckets;
mod fair_queue;
mod gate;
mod rate_limiter;
mod shared;

pub use buckets::{Buckets, Rate};
pub use fair_queue::{Busy, FairQueue, QueueBounds};
pub use gate::{At, Gate, TurnedAway};
pub use rate_limiter::{
    Budget, Cost, GuessSource, RateLimiter, RateLimits, SECOND, SteadyClock, TooMany,
};
