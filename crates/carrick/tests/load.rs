//! Load tests: waiting times or memory under load. They are a separate program, in which one test
//! runs at a time, so that none disturbs another.

mod connections;
mod costly_reads;
mod growth;
mod held;
mod soak;
mod support;
mod thinking;

use tokio::sync::Mutex;

/// Lock of the test that runs.
static ALONE: Mutex<()> = Mutex::const_new(());
