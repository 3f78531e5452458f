//! Requests: what is recorded of one, what decides it, and what came of it.

use carrick_service::{Address, Decision, Message, Needs, Sender, State};
use jiff::Timestamp;

/// What is recorded of a request beside its effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// What the carrier knows the request by: a second one of that name from the same sender is
    /// answered as the first was and not carried out. It must name the whole incoming request,
    /// passwords and all (a keyed hash of it, say), or a guessed name would show another's answer.
    pub id: Option<String>,
    /// When it came.
    pub at: Timestamp,
    /// Who sent it.
    pub sender: Sender,
    /// The command *without passwords and tokens*.
    pub command: String,
    /// Where answers to the sender are to be sent; when `None`, the caller has them in
    /// [`Committed::messages`] and delivers them itself.
    pub reply_to: Option<Address>,
}

/// A request that was carried out, or refused, and recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// What is said about it. All of it is in the outbox too: nothing here is left to be queued.
    pub messages: Vec<Message>,
    /// Whether it was refused.
    pub refused: bool,
    /// Whether this is the answer to an earlier request of the same name.
    pub repeated: bool,
}

/// What makes an answer of a state.
pub type Decide = Box<dyn FnOnce(&State) -> Decision + Send>;

/// A request and what makes an answer of it.
pub(crate) struct Request {
    pub(crate) needs: Needs,
    pub(crate) entry: LogEntry,
    pub(crate) decide: Decide,
}
