//! Scheduled work: deadlines, the computer's jobs, outages.
//!
//! Imports `database` and `store`.

pub(crate) mod due;
pub(crate) mod job;
pub(crate) mod outage;
