//! How a decision reaches the disk: the state is loaded, a request decided, its events written
//! with the log and the outbox, and the batch committed.

mod cache;
mod load;
mod log;
mod mail;
mod write;
mod writer;

pub(crate) use cache::StateCache;
pub use load::BoardNow;
pub(crate) use log::{LogLine, Numbers};
