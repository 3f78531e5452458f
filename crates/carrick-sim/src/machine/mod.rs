//! The machine that a server runs on: its clock, its files, and who may work when.

mod clock;
mod conductor;
mod faults;
mod files;

pub(crate) use clock::MachineClock;
pub(crate) use conductor::Conductor;
pub use conductor::Counts;
pub(crate) use faults::{Faults, happens};
pub(crate) use files::{copy, remove, tear};
