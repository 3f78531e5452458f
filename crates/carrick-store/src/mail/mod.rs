//! Mail: the outbox and its deliveries, digests, bounces, and the record of incoming mails.
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

pub use dead_letter::{CopyState, DeadLetter, Waiting};
pub use delivery::{Delivery, Route, Settled, Verdict};
pub use digest::DueDigest;
pub use echo::Echo;
pub use outbox::{DeliveryId, Outgoing, Recipient};
