//! Requests and mails that wait for the writer, and calls that share a connection.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, mem};

use carrick_service::{Address, Decision, Message, Needs, Refusal, Sender, State};
use jiff::Timestamp;
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use crate::database::StoreError;
use crate::store::mail::Mail;

/// Unit of work: a request, or a mail with all its requests.
pub(crate) enum Work {
    Request(Request),
    Mail(Mail),
}

/// Result of a request: its decision may have panicked.
pub(crate) type Outcome = Result<Result<Committed, StoreError>, Box<dyn Any + Send>>;

/// Work in the queue, with the channel for its answer.
pub(crate) struct Queued {
    pub(crate) work: Work,
    /// Whether nobody else may write meanwhile.
    pub(crate) is_exclusive: bool,
    pub(crate) answer: oneshot::Sender<Outcome>,
}

impl Queued {
    /// Whether it can be carried out in a round with another item.
    fn goes_with(&self, other: &Self) -> bool {
        let are_requests =
            matches!((&self.work, &other.work), (Work::Request(_), Work::Request(_)));
        are_requests && self.is_exclusive == other.is_exclusive
    }
}

/// Number of requests, for each transaction that is open, with which a task begins another one at
/// once.
const ENOUGH: usize = 12;

/// Maximum time for which a task waits for so many.
const MOMENT: Duration = Duration::from_millis(10);

/// The queue. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Queue(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<QueueState>,
    /// Signalled when enough wait, or when a transaction has ended.
    changed: Notify,
    /// Signalled when one more waits.
    came: Notify,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<Queued>,
    /// Number of tasks that have a transaction open.
    busy: usize,
    /// Number of tasks that serve the queue and will look here again.
    tasks: usize,
    /// Whether one of them has the database for itself.
    has_all: bool,
}

impl Queue {
    /// Adds work. Returns the channel of its answer, and whether fewer than `tasks` tasks serve the
    /// queue: then the caller must spawn one.
    pub(crate) fn push(
        &self,
        work: Work,
        is_exclusive: bool,
        tasks: usize,
    ) -> (oneshot::Receiver<Outcome>, bool) {
        let (answer, answered) = oneshot::channel();
        let mut state = self.state();
        state.waiting.push_back(Queued { work, is_exclusive, answer });
        let spawns = state.tasks < tasks;
        state.tasks += usize::from(spawns);
        if state.is_ready() {
            self.0.changed.notify_one();
        }
        self.0.came.notify_one();
        (answered, spawns)
    }

    /// Waits until something has come since the last time.
    pub(crate) async fn arrival(&self) {
        self.0.came.notified().await;
    }

    /// Waits until [`ENOUGH`] wait or a [`MOMENT`] has passed, while other tasks have transactions
    /// open: a large one costs little more than a small one, and the more there are, the less is
    /// gained by another. A request that comes while nobody works is not kept waiting.
    pub(crate) async fn gather(&self) {
        let gathered = async {
            while !self.state().is_ready() {
                self.0.changed.notified().await;
            }
        };
        // Whichever comes first.
        let _ = timeout(MOMENT, gathered).await;
    }

    /// Takes the next items for a transaction, except those whose caller has gone away: up to
    /// `most` requests that go together, or one mail. State that was loaded for several requests
    /// together would be stale after a mail between them.
    ///
    /// Items that need the database for themselves are given to one task at a time, in order, until
    /// that task [ends](Self::end) its transaction; `has_all` says that it is the one that asks.
    /// Others pass them.
    pub(crate) fn next(&self, most: usize, has_all: bool) -> VecDeque<Queued> {
        let mut state = self.state();
        let mut round: VecDeque<Queued> = VecDeque::new();
        state.waiting.retain(|one| !one.answer.is_closed());
        let passes = state.has_all && !has_all;
        let Some(first) = state.waiting.iter().position(|one| !(passes && one.is_exclusive)) else {
            return round;
        };
        while round.len() < most
            && let Some(one) = state.waiting.get(first)
            && round.front().is_none_or(|front| one.goes_with(front))
        {
            round.extend(state.waiting.remove(first));
        }
        state.has_all |= round.front().is_some_and(|front| front.is_exclusive);
        round
    }

    /// Begins a transaction.
    pub(crate) fn begin(&self) {
        self.state().busy += 1;
    }

    /// Ends a transaction, of a task that may have had the database for itself.
    pub(crate) fn end(&self, had_all: bool) {
        let mut state = self.state();
        state.busy = state.busy.saturating_sub(1);
        state.has_all &= !had_all;
        self.0.changed.notify_one();
    }

    /// Puts items that were not begun back to the front.
    pub(crate) fn put_back(&self, mut round: VecDeque<Queued>) {
        let mut state = self.state();
        round.append(&mut state.waiting);
        state.waiting = round;
    }

    /// Takes all items.
    pub(crate) fn take_all(&self) -> VecDeque<Queued> {
        mem::take(&mut self.state().waiting)
    }

    /// Whether nothing waits that another task will not take; the task that asks then ends.
    pub(crate) fn is_done(&self) -> bool {
        let mut state = self.state();
        let is_done = state.waiting.iter().all(|one| one.is_exclusive && state.has_all);
        state.tasks = state.tasks.saturating_sub(usize::from(is_done));
        is_done
    }

    /// Drops all items and their channels: the tasks that served the queue are gone.
    pub(crate) fn abandon(&self) {
        let mut state = self.state();
        state.has_all = false;
        state.busy = 0;
        state.tasks = state.tasks.saturating_sub(1);
        state.waiting.clear();
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Whether a task need not wait for more requests.
    fn is_ready(&self) -> bool {
        self.waiting.is_empty() || self.waiting.len() >= ENOUGH * self.busy
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}

// Requests: their record in the log, their decision, and its result.

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
    /// Why, if one command was refused now and not by mail.
    pub refusal: Option<Refusal>,
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

// Calls that wait at the same time and are carried out together, each for an answer of its own:
// small reads and writes, of which a connection carries out fifty as fast as five.

/// Maximum number of calls that are carried out together.
const MOST: usize = 64;

/// Calls of one kind. Clones share them.
///
/// The first caller carries its call out at once. Those who come meanwhile wait, and one of them
/// carries out all that have come until then. So each is carried out after it has begun, as if
/// alone.
pub(crate) struct SharedCall<Q, A>(Arc<Mutex<CallState<Q, A>>>);

struct CallState<Q, A> {
    waiting: Vec<(Q, oneshot::Sender<Result<A, StoreError>>)>,
    /// Whether a caller is carrying out calls.
    is_busy: bool,
}

impl<Q, A> Clone for SharedCall<Q, A> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<Q, A> Default for SharedCall<Q, A> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(CallState { waiting: Vec::new(), is_busy: false })))
    }
}

impl<Q, A> std::fmt::Debug for SharedCall<Q, A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedCall").finish_non_exhaustive()
    }
}

impl<Q: Clone, A> SharedCall<Q, A> {
    /// Makes a call. `carry_out` is given one or more calls, and returns their answers in order; an
    /// error is the answer to all of them.
    pub(crate) async fn call<F>(
        &self,
        question: Q,
        carry_out: impl Fn(Vec<Q>) -> F,
    ) -> Result<A, StoreError>
    where
        F: Future<Output = Result<Vec<A>, StoreError>>,
    {
        loop {
            let answered = {
                let mut state = self.state();
                if !state.is_busy {
                    state.is_busy = true;
                    None
                } else {
                    let (answer, answered) = oneshot::channel();
                    state.waiting.push((question.clone(), answer));
                    Some(answered)
                }
            };
            match answered {
                None => return Turn(self).carry_out(question, carry_out).await,
                Some(answered) => {
                    if let Ok(answer) = answered.await {
                        return answer;
                    }
                    // It is this caller's turn, or the one who had taken the call along is gone.
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, CallState<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn of a caller who carries out calls.
struct Turn<'s, Q: Clone, A>(&'s SharedCall<Q, A>);

impl<'s, Q: Clone, A> Turn<'s, Q, A> {
    async fn carry_out<F>(
        self,
        question: Q,
        carry_out: impl Fn(Vec<Q>) -> F,
    ) -> Result<A, StoreError>
    where
        F: Future<Output = Result<Vec<A>, StoreError>>,
    {
        let (mut questions, mut callers) = (vec![question], Vec::new());
        {
            let waiting = &mut self.0.state().waiting;
            waiting.retain(|(_, caller)| !caller.is_closed());
            for (question, caller) in waiting.drain(..waiting.len().min(MOST - 1)) {
                questions.push(question);
                callers.push(caller);
            }
        }
        let done = carry_out(questions).await;
        // Others begin while the answers are sent.
        drop(self);
        match done {
            Ok(answers) => {
                let mut answers = answers.into_iter();
                let mine = answers.next().ok_or_else(StoreError::cut_off);
                for (caller, answer) in callers.into_iter().zip(answers) {
                    // One that has gone away needs no answer.
                    let _ = caller.send(Ok(answer));
                }
                mine
            }
            Err(error) => {
                for caller in callers {
                    let _ = caller.send(Err(error.again()));
                }
                Err(error)
            }
        }
    }
}

impl<Q: Clone, A> Drop for Turn<'_, Q, A> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_busy = false;
        // The first that waits without an answer begins again, and takes the others along.
        let next = state.waiting.iter().position(|(_, caller)| !caller.is_closed());
        drop(next.map(|next| state.waiting.remove(next)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use carrick_service::{Decision, Needs, Sender, State};
    use futures_util::FutureExt as _;
    use futures_util::future::{join_all, pending};
    use jiff::Timestamp;
    use tokio::task::yield_now;

    use super::*;
    use crate::store::LogEntry;

    /// Puts a request into a queue, and keeps its caller waiting.
    fn push(queue: &Queue) -> oneshot::Receiver<Outcome> {
        let entry = LogEntry {
            id: None,
            at: Timestamp::UNIX_EPOCH,
            sender: Sender::Nobody,
            command: "help".into(),
            reply_to: None,
        };
        let decide = |_: &State| Decision::default();
        let needs = Needs::default();
        let request = Request { needs, entry, decide: Box::new(decide) };
        queue.push(Work::Request(request), false, 8).0
    }

    #[tokio::test]
    async fn a_task_beside_others_waits_for_more_requests_but_not_for_long() {
        let queue = Queue::default();
        let mut callers = vec![push(&queue)];
        assert!(queue.gather().now_or_never().is_some(), "nobody works");
        queue.begin();
        assert!(queue.gather().now_or_never().is_none());
        queue.gather().await;
        let mut gathering = Box::pin(queue.gather());
        assert!(gathering.as_mut().now_or_never().is_none());
        callers.extend((1..ENOUGH).map(|_| push(&queue)));
        assert!(gathering.now_or_never().is_some(), "enough wait");
        queue.begin();
        let mut gathering = Box::pin(queue.gather());
        assert!(gathering.as_mut().now_or_never().is_none(), "enough for one, not for two");
        queue.end(false);
        assert!(gathering.now_or_never().is_some(), "one has ended");
        assert_eq!(queue.next(2 * ENOUGH, false).len(), callers.len());
    }

    async fn doubled(numbers: Vec<u32>) -> Result<Vec<u32>, StoreError> {
        yield_now().await;
        Ok(numbers.into_iter().map(|number| 2 * number).collect())
    }

    #[tokio::test]
    async fn calls_that_wait_are_carried_out_together_and_each_has_its_answer() {
        let (shared, times) = (SharedCall::default(), AtomicUsize::new(0));
        let counted = |numbers| {
            times.fetch_add(1, Ordering::Relaxed);
            doubled(numbers)
        };
        let all = (0..50).map(|number| shared.call(number, counted));
        let answers: Vec<u32> = join_all(all).await.into_iter().collect::<Result<_, _>>().unwrap();
        assert_eq!(answers, (0..50).map(|number| 2 * number).collect::<Vec<_>>());
        assert_eq!(times.into_inner(), 2, "the first alone, and all others");
    }

    #[tokio::test]
    async fn a_caller_that_goes_away_holds_nobody_up() {
        let shared = SharedCall::<u32, u32>::default();
        let mut first = Box::pin(shared.call(1, |_| pending()));
        assert!(first.as_mut().now_or_never().is_none());
        let mut second = Box::pin(shared.call(2, doubled));
        assert!(second.as_mut().now_or_never().is_none(), "it waits for the first");
        drop(first);
        let mut third = Box::pin(shared.call(3, |_| pending()));
        assert!(third.as_mut().now_or_never().is_none(), "it has begun before the second");
        assert!(second.as_mut().now_or_never().is_none());
        drop(third);
        assert_eq!(second.await.unwrap(), 4);
    }

    #[tokio::test]
    async fn an_error_is_the_answer_to_all() {
        let shared = SharedCall::<u32, u32>::default();
        let fail = async |_| {
            yield_now().await;
            Err(StoreError::Busy)
        };
        let all = (0..3).map(|number| shared.call(number, fail));
        let failed = join_all(all).await;
        assert!(failed.iter().all(|answer| matches!(answer, Err(StoreError::Busy))), "{failed:?}");
    }
}
