//! Every example that a reader can come across is typed exactly: in the README and the documents,
//! in help, and in the server's messages to players.
//!
//! A pattern, which is not an example, is recognised by a part in angle brackets, an ellipsis, or
//! square brackets (`signup <userid> <password>`, `news … on`). Only `<password>` is filled in, as
//! its reader would do.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

mod documents;
mod drawings;
mod help;
mod mails;
mod sessions;
mod typed;
