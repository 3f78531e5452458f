//! Incoming messages: whether one deserves an answer, its sender, and its request.
//!
//! The order is that of suspicion. A message that a machine sent is not looked at; the recipient's
//! address decides which requests are possible; only then is the text decoded. A message is
//! understood, in [doubt](crate::Doubt), or met with silence, and silence has a [reason](Silence)
//! for the log.

pub(crate) mod authentication;
mod decode;
mod head;
mod limits;
mod mail;
mod parts;
mod recipient;
mod silence;
mod versions;

pub use authentication::Proof;
pub use limits::{MAX_DEPTH, MAX_HEADER_BYTES, MAX_MESSAGE_BYTES, MAX_PARTS};
pub use mail::{Arrived, Asks, Envelope, Mail, read};
pub use recipient::{Recipient, Site};
pub use silence::Silence;
