//! Sending of the outbox.
//!
//! A message is stored in the transaction of the event it tells of. From there
//!
//! 1. each message is handed on: to a delivery for each address that it goes to, to the user's mail
//!    of the day, or to nobody ([`Store::hand_on`](carrick_store::Store::hand_on));
//! 2. deliveries are claimed for a few minutes, written as mails with their tokens, and sent;
//! 3. the outcome of each try is noted: sent, to be tried again, given up.
//!
//! **A mail is sent at least once.** SMTP has no way to ask whether a mail has arrived whose last
//! reply was lost, so between a relay's "250" and the note about it there is a moment at which a
//! crash makes a second mail. It has the same `Message-ID` as the first, derived from the message's
//! number, by which mail programs know it, and the token in it plays the same turn, once.

mod digest;
mod mail_writer;
mod route;
mod worker;

pub use mail_writer::{MailWriter, ResetAddress};
pub use worker::{Did, Outbox, Pace};
