//! What the server says, and to whom.

use crate::{BoardId, Userid};

/// Who a message is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Addressee {
    /// Whoever sent the command: an address, a terminal, perhaps no user at all.
    Sender,
    /// A user.
    User(Userid),
}

/// One message: subject and plain text, without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who gets it.
    pub to: Addressee,
    /// One line.
    pub subject: String,
    /// Lines ended by line feeds.
    pub text: String,
    /// The board it is about; all messages about a board are one thread.
    pub board: Option<BoardId>,
}
