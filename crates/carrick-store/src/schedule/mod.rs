//! Scheduled work: deadlines, the computer's jobs, reviews of games, hints, outages.
//!
//! Imports `database` and `store`.

pub(crate) mod backlog;
pub(crate) mod due;
pub(crate) mod fair;
pub(crate) mod hint;
pub(crate) mod job;
pub(crate) mod outage;
pub(crate) mod review;

pub use backlog::{Backlog, Figures, Pending};
pub use hint::ClaimedHint;
pub use review::{ClaimedReview, ReviewedGame};
