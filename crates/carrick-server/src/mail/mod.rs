//! Mails carried out: what one asks, its record and its answer in one transaction.
//!
//! Imports `limits` and `commands`.

mod evidence;
mod gates;
mod stranger;
mod take_in;

pub use gates::MailGates;
pub use stranger::Strangers;
pub use take_in::{MailAsks, Mailed, OnBoard, take_in};
