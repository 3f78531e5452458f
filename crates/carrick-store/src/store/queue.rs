//! Requests and emails that wait for the writer.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrick_service::{Address, Decision, Message, Needs, Refusal, Sender, State};
use jiff::Timestamp;
use tokio::sync::oneshot;

use crate::database::StoreError;
use crate::store::mail::QueuedMail;

/// Maximum number of requests in a batch, so that the first need not wait for long and other
/// processes get their turn.
const MOST: usize = 64;

/// Result of a request: its decision may have panicked.
pub(crate) type RequestOutcome = Result<Result<Committed, StoreError>, Box<dyn Any + Send>>;

/// Work for the writer, with the channel for its answer.
pub(crate) struct Queued<W> {
    pub(crate) work: W,
    pub(crate) answer: oneshot::Sender<RequestOutcome>,
}

/// Work for the writer: a request, or an email with all its requests.
pub(crate) enum Work {
    Request(WriteRequest),
    Mail(QueuedMail),
}

/// What the writer does next.
pub(crate) enum Next {
    /// One batch.
    Requests(Vec<Queued<WriteRequest>>),
    Mail(Box<Queued<QueuedMail>>),
}

/// The queue. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct RequestQueue(Arc<Mutex<QueueState>>);

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<Queued<Work>>,
    /// Whether a task serves the queue and will look here again.
    is_served: bool,
}

impl RequestQueue {
    /// Adds work. Returns the channel for its answer, and whether no task serves the queue: then
    /// the caller must spawn one.
    pub(crate) fn push(&self, work: Work) -> (oneshot::Receiver<RequestOutcome>, bool) {
        let (answer, answered) = oneshot::channel();
        let mut state = self.state();
        state.waiting.push_back(Queued { work, answer });
        let was_served = std::mem::replace(&mut state.is_served, true);
        (answered, !was_served)
    }

    /// Takes the next work, skipping callers that have gone away: up to [`MOST`] requests, up to
    /// the next email, or one email. Returns `None` when the queue is empty; then the task that
    /// asks must end.
    pub(crate) fn next(&self) -> Option<Next> {
        let mut state = self.state();
        state.waiting.retain(|one| !one.answer.is_closed());
        let mut requests = Vec::new();
        while requests.len() < MOST {
            match state.waiting.pop_front() {
                Some(Queued { work: Work::Request(work), answer }) => {
                    requests.push(Queued { work, answer });
                }
                Some(Queued { work: Work::Mail(work), answer }) if requests.is_empty() => {
                    return Some(Next::Mail(Box::new(Queued { work, answer })));
                }
                Some(mail) => {
                    state.waiting.push_front(mail);
                    break;
                }
                None => break,
            }
        }
        state.is_served = !requests.is_empty();
        state.is_served.then_some(Next::Requests(requests))
    }

    /// Drops all work and its channels, because the task that served the queue is gone.
    pub(crate) fn abandon(&self) {
        *self.state() = QueueState::default();
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for RequestQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestQueue").finish_non_exhaustive()
    }
}

// Requests: their record in the log, their decision, and its result.

/// Log entry of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The carrier's id for the request: a second one with the same id from the same sender gets
    /// the first answer and has no effect. It must identify the whole incoming request, passwords
    /// included (for example as a keyed hash), or a guessed id would reveal the answer to another
    /// request.
    pub id: Option<String>,
    /// Time of the request.
    pub at: Timestamp,
    /// Sender of the request.
    pub sender: Sender,
    /// The command *without passwords and tokens*.
    pub command: String,
    /// Address for answers to the sender. If `None`, the caller finds them in
    /// [`Committed::messages`] and delivers them.
    pub reply_to: Option<Address>,
}

/// A request that was run, or refused, and recorded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Committed {
    /// Messages about it. All of them are also in the outbox, so the caller need not queue any.
    pub messages: Vec<Message>,
    /// Whether it was refused.
    pub refused: bool,
    /// Reason for the refusal, if this call refused a single command that did not come by mail.
    pub refusal: Option<Refusal>,
    /// Whether this is the recorded answer to an earlier request with the same id.
    pub repeated: bool,
    /// Number of turns played.
    pub turns: u32,
}

/// A decision: a function from the state to events and messages.
pub type DecideFn = Box<dyn FnOnce(&State) -> Decision + Send>;

/// A decision that can be made again if the data it relied on has changed before it was written.
pub(crate) trait RepeatableDecision: Send {
    fn copy(&self) -> Box<dyn RepeatableDecision>;
    fn decide(self: Box<Self>, state: &State) -> Decision;
}

impl<F: FnOnce(&State) -> Decision + Clone + Send + 'static> RepeatableDecision for F {
    fn copy(&self) -> Box<dyn RepeatableDecision> {
        Box::new(self.clone())
    }

    fn decide(self: Box<Self>, state: &State) -> Decision {
        self(state)
    }
}

/// A request with its decision.
pub(crate) struct WriteRequest {
    pub(crate) needs: Needs,
    pub(crate) entry: LogEntry,
    pub(crate) decide: Box<dyn RepeatableDecision>,
}
