//! Tests that measure how long somebody waits, or how much memory is used, beside a load: a program
//! of their own, in which one runs at a time, so that none is disturbed by another.

mod connections;
mod costly_reads;
mod growth;
mod support;
mod thinking;

use tokio::sync::Mutex;

/// Whoever holds it runs alone.
static ALONE: Mutex<()> = Mutex::const_new(());
