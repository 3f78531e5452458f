//! Mail: setting it up, testing it, taking one in, sending what waits.

pub(crate) mod doctor;
pub(crate) mod outbox;
pub(crate) mod receive;
pub(crate) mod setup;
