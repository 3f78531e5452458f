//! Emails: their requests, record and answer in one transaction.

mod answers;
mod mail_limits;
mod take_in;

pub use answers::{OnBoard, OnPuzzle};
pub use mail_limits::{MailLimits, SenderGroup, Strangers};
pub use take_in::{MailAsks, Mailed, take_in};
