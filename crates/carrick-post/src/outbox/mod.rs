//! Sending of the outbox.
//!
//! A message is stored in the transaction of the event that it reports. From there
//!
//! 1. each message is routed: to a delivery for each of its addresses, to the user's daily email,
//!    or to no one ([`Store::hand_on`](carrick_store::Store::hand_on));
//! 2. deliveries are claimed for a few minutes, written as emails with their tokens, and sent;
//! 3. the outcome of each try is recorded: sent, to be tried again, or given up.
//!
//! **An email is sent at least once.** SMTP has no way to ask whether an email arrived if its last
//! reply was lost. So if the server crashes between a relay's "250" and its record, it sends a
//! second copy. That copy has the same `Message-ID`, derived from the message's number, so mail
//! programs recognise it, and the token in it plays the same turn, once.

mod digest;
mod mail_writer;
mod route;
mod worker;

pub use mail_writer::{MailWriter, ResetAddress};
pub use worker::{Did, Outbox, Pace};
