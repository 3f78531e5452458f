//! Mail: the outbox and its deliveries, digests, bounces, the record of incoming mails, and how
//! long all of it and the log of requests are kept.
//!
//! Imports `database`, `store` and `people` (recipients).

pub(crate) mod account_change;
pub(crate) mod allowance;
mod arrived;
mod bounce;
mod dead_letter;
mod delivery;
mod digest;
mod echo;
pub(crate) mod letter;
pub(crate) mod outbox;
mod retention;

pub use dead_letter::{CopyState, DeadLetter, Waiting};
pub use delivery::{Delivery, Route, Settled, Verdict};
pub use digest::DueDigest;
pub use echo::Echo;
pub use outbox::{DeliveryId, Outgoing, Recipient};
pub use retention::{Forgotten, SENT_WITHIN};
