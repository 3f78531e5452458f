//! Scheduled work: deadlines, the computer's jobs, reviews of games, outages.
//!
//! Imports `database` and `store`.

pub(crate) mod backlog;
pub(crate) mod due;
pub(crate) mod job;
pub(crate) mod outage;
pub(crate) mod review;

pub use backlog::{Backlog, Pending};
pub use review::ClaimedReview;
