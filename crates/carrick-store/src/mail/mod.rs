//! Mail: the outbox and its deliveries, digests, bounces, the record of incoming emails, and how
//! long all of this and the log of requests are kept.

mod delivery;
pub(crate) mod incoming;
pub(crate) mod letters;
pub(crate) mod outbox;
mod retention;

pub use delivery::{
    AttemptOutcome, CopyState, DeadLetter, Delivery, MailQueueSizes, Route, SettledDelivery,
};
pub use incoming::Echo;
pub use letters::ReceivedLetter;
pub use outbox::{DeliveryId, DueDigest, Outgoing, Recipient};
pub use retention::{Forgotten, SENT_WITHIN};
