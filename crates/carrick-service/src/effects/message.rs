//! Messages of the server, and their addressees.

use crate::people::{Address, BoardId, Userid};
use crate::requests::{AccountChange, MailedPuzzle, Subscription};

/// Addressee of a message.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Addressee {
    /// The sender of the command: an address, a terminal, perhaps no user at all.
    Sender,
    /// A user.
    User(Userid),
    /// A user who only watches or reads the news, and is told by mail if at all. There may be many,
    /// to whom the text is the same.
    Listener(Userid),
}

impl Addressee {
    /// The user, unless it is the sender.
    #[must_use]
    pub const fn user(&self) -> Option<&Userid> {
        match self {
            Self::Sender => None,
            Self::User(user) | Self::Listener(user) => Some(user),
        }
    }
}

/// A link that is added to a message when it is sent, or an address to answer to. It is a secret,
/// so that only its effect is noted: it is derived when the message is sent, from a key that no
/// table holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// Sets new passwords: for commands, for the web, or both.
    Reset,
    /// Confirms that this address is the user's.
    Confirm(Address),
    /// Changes the user's account, once.
    Change(AccountChange),
    /// Brings mails again that were stopped.
    Again(Subscription),
    /// Resigns on the message's board, when the answer to it says so once more.
    Resign,
    /// Plays the turn of a puzzle; only in mails to somebody whose address is known.
    Puzzle(MailedPuzzle),
}

impl Link {
    /// Whether it is no link at the message's end, but the address that the message is answered to.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        matches!(self, Self::Resign | Self::Puzzle(_))
    }
}

/// One message: subject and plain text, without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its addressee.
    pub to: Addressee,
    /// One line.
    pub subject: String,
    /// Lines ended by line feeds.
    pub text: String,
    /// The board it is about; all messages about a board are one thread.
    pub board: Option<BoardId>,
    /// The link that belongs at its end, or the address to answer to. Such a message goes to the
    /// user's confirmed addresses, or to the one that is to be confirmed, and nowhere else: the
    /// sender of the request is shown neither the link nor that there is one.
    pub link: Option<Link>,
}
