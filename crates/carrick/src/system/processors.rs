//! Processors of this machine.

use std::thread;

/// Number of threads that this machine runs in parallel.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
