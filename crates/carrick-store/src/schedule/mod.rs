//! Scheduled work: deadlines, the computer's jobs, reviews of games, hints, outages.

pub(crate) mod due;
pub(crate) mod hint;
pub(crate) mod jobs;
pub(crate) mod review;

pub use hint::ClaimedHint;
pub use jobs::{Backlog, Figures, Pending};
pub use review::{ClaimedReview, ReviewedGame};
