//! Scheduled work: deadlines, the computer's jobs, reviews of games, outages.
//!
//! Imports `database` and `store`.

pub(crate) mod due;
pub(crate) mod job;
pub(crate) mod outage;
pub(crate) mod review;

pub use review::ClaimedReview;
