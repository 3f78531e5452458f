//! What the server does of its own accord: what falls due, the computer's jobs, outages.
//!
//! Imports `database` and `store`.

pub(crate) mod due;
pub(crate) mod job;
pub(crate) mod outage;
