//! Rate limits, fair queues, and the password gate.

mod buckets;
mod fair_queue;
mod gate;
mod rate_limiter;

pub use buckets::{Buckets, Rate};
pub use fair_queue::{Busy, FairQueue, QueueBounds};
pub use gate::{At, Gate, TurnedAway};
pub use rate_limiter::{
    ANALYSIS, Attempt, Budget, Charge, Cost, GAME, GUEST, GuessSource, RateLimiter, RateLimits,
    SteadyClock, TooMany,
};
