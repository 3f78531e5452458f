//! Requests: their record in the log, their decision, and its result.

use carrick_service::{Address, Decision, Message, Needs, Sender, State};
use jiff::Timestamp;

/// Log entry of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The carrier's name for the request: a second one of that name from the same sender is
    /// answered as the first was and not carried out. It must identify the whole incoming request,
    /// passwords included (by a keyed hash, say), or a guessed name would show another's answer.
    pub id: Option<String>,
    /// Time of the request.
    pub at: Timestamp,
    /// Sender of the request.
    pub sender: Sender,
    /// The command *without passwords and tokens*.
    pub command: String,
    /// Address for answers to the sender. When `None`, the caller has them in
    /// [`Committed::messages`] and delivers them itself.
    pub reply_to: Option<Address>,
}

/// A request that was carried out, or refused, and recorded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Committed {
    /// Messages about it. All of them are in the outbox too: nothing here is left to be queued.
    pub messages: Vec<Message>,
    /// Whether it was refused.
    pub refused: bool,
    /// Whether this is the recorded answer to an earlier request of the same name.
    pub repeated: bool,
    /// Number of turns that it played.
    pub turns: u32,
}

/// A decision: a function from the state to events and messages.
pub type Decide = Box<dyn FnOnce(&State) -> Decision + Send>;

/// A decision that can be made once more, when what it saw has changed before it was written.
pub(crate) trait Deciding: Send {
    fn copy(&self) -> Box<dyn Deciding>;
    fn decide(self: Box<Self>, state: &State) -> Decision;
}

impl<F: FnOnce(&State) -> Decision + Clone + Send + 'static> Deciding for F {
    fn copy(&self) -> Box<dyn Deciding> {
        Box::new(self.clone())
    }

    fn decide(self: Box<Self>, state: &State) -> Decision {
        self(state)
    }
}

/// A request with its decision.
pub(crate) struct Request {
    pub(crate) needs: Needs,
    pub(crate) entry: LogEntry,
    pub(crate) decide: Box<dyn Deciding>,
}
