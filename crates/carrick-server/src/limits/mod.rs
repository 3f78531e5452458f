//! Rate limits and fair queues: who may do what how often, and whose turn it is.
//!
//! Imports no other room.

mod buckets;
mod fair_queue;
mod gate;
mod rate_limiter;

pub use buckets::{Buckets, Rate};
pub use fair_queue::{Busy, FairQueue, QueueBounds};
pub use gate::{At, Gate, TurnedAway};
pub use rate_limiter::{Budget, Cost, Door, Limits, RateLimiter, SECOND, SteadyClock, TooMany};
