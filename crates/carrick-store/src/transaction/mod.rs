//! How a decision reaches the disk: the state is loaded, a request is decided, its events are
//! written with the log and the outbox, and the batch is committed.

mod cache;
mod load;
mod log;
mod mail;
mod write;
mod writer;

pub(crate) use cache::StateCache;
pub use load::BoardNow;
pub(crate) use log::{LogLine, Numbers};
