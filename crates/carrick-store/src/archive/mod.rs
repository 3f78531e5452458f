//! Export and import of all boards, export of what is stored about one user, and copies of
//! everything into another database.

mod account;
mod copy;
mod exchange;

pub use account::{LoggedCommand, SentMessage};
pub use copy::{Copied, CopyError, copy};
pub use exchange::{Importing, NewBoard};
