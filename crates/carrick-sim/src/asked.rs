//! Requests of clients, by page or by mail: each has a name, so that it can come twice.

use std::fmt;
use std::sync::Arc;

use carrick_games::GameKind;
use carrick_service::{BoardId, Message, Userid};

/// Kind of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Opens a board of a game against somebody, or the computer.
    Opens(GameKind, Option<Userid>),
    /// Plays a turn, given in its canonical form.
    Turn(String),
    /// Queues turns on a board.
    Queues,
    /// Resigns.
    Resigns,
    /// Offers something, or answers an offer.
    Offers,
    /// Asks or changes something else.
    Other,
}

/// The way of a request.
#[derive(Debug, Clone)]
pub(crate) enum Via {
    /// A page or a program: a command, lines that go with it, the generation of the board seen.
    Page { text: String, body: Option<String>, seen: Option<u32> },
    /// A mail, and its recipient.
    Mail { message: Arc<Vec<u8>>, sender: String, recipient: String },
}

/// A request, and what became of it.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// The name that its carrier gives it.
    pub(crate) id: String,
    pub(crate) user: Userid,
    pub(crate) board: Option<BoardId>,
    /// The generation of the board that it was made for.
    pub(crate) generation: u32,
    pub(crate) kind: Kind,
    pub(crate) via: Via,
    /// Whether something that happened is put down to it, which it can explain only once.
    pub(crate) is_used: bool,
    /// The answer that was heard: whether it was a refusal, and its messages.
    pub(crate) answer: Option<(bool, Vec<Message>)>,
}

impl Asked {
    pub(crate) const fn is_mail(&self) -> bool {
        matches!(self.via, Via::Mail { .. })
    }

    /// Whether it may be carried out on a board of a generation.
    pub(crate) fn is_meant_for(&self, generation: u32) -> bool {
        matches!(self.via, Via::Page { seen: None, .. }) || self.generation == generation
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, user, board, generation, kind, via, .. } = self;
        match via {
            Via::Page { text, seen, .. } => {
                write!(f, "{id} of {user}, having seen {seen:?}: {text}")
            }
            Via::Mail { sender, .. } => {
                write!(f, "{id} from {sender}, for {user} on {board:?} at {generation}: {kind:?}")
            }
        }
    }
}
