//! Export and import of all boards, and the export of what is stored about one user.
//!
//! Imports every folder of tables, but not `transaction`.

mod account;
mod exchange;

pub use account::{LoggedCommand, SentMessage};
pub use exchange::{Importing, NewBoard};
