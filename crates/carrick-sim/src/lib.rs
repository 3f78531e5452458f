//! A simulation from a seed: service, store, workers, outbox, mail and clients in one process, in
//! virtual time, with everything that can go wrong.
//!
//! A run starts with a few members and plays their games, round by round. In each round time
//! passes, and a few tasks are started together: requests and emails arrive, some twice, late or in
//! another order; due items are swept; emails are sent; the computer searches. A [conductor] holds
//! back every connection to the database until its turn has come, so that the seed determines the
//! order of transactions. It also makes commits fail, fills the disk and crashes the machine at any
//! of their steps. After a crash the server starts again with the files as the crash left them.
//!
//! Invariants are checked after every round, and more at the end, when all faults are over: see
//! `docs/design/simulation.md`. The same seed gives the same run, whose trace has the same hash.
//!
//! [conductor]: carrick_store::Interceptor

mod clients;
mod invariants;
mod machine;
mod relay;
mod run;
mod server;
mod trace;

pub use run::{FailedRun, Run, simulate};
pub use server::{Template, TemplateError, Violation};
pub use trace::Tally;
