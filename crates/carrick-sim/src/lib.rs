//! A simulation from a seed: service, store, workers, outbox, mail and clients in one process, in
//! virtual time, with everything that can go wrong.
//!
//! A run begins with a few members and plays their games, round by round. In each round time
//! passes, and a few tasks are begun together: requests and mails come, some twice, late or in
//! another order; what is due is swept; mails are sent; the computer thinks. A [conductor] holds
//! every connection to the database back until its turn has come, so that the seed says in which
//! order transactions run, and lets commits fail, the disk be full and the machine crash at each of
//! their steps. After a crash the server starts again with the files as the crash left them.
//!
//! After every round invariants are checked, and more at the end, when all faults are over: see
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
