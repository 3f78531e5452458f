//! Every example that a reader can come across is typed as it stands: in the README and the
//! documents, in help, and in what the server says to players.
//!
//! What is a pattern and no example says so: it has a part in angle brackets, an ellipsis, or
//! square brackets (`signup <userid> <password>`, `news … on`). Only `<password>` is filled in, as
//! its reader would.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

mod documents;
mod drawings;
mod help;
mod mails;
mod sessions;
mod typed;
