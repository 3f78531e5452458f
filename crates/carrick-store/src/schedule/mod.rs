//! Background work, hints and reviews, and deadlines.

mod backlog;
pub(crate) mod due;
pub(crate) mod hint;
pub(crate) mod jobs;
pub(crate) mod review;

pub use backlog::{Backlog, Figures, Pending};
pub use jobs::{AfterFailure, Job, JobKind, JobLane, LONGEST_CLAIM, WantedJob};
pub use review::ReviewedGame;
