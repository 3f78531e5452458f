//! Queue of requests and mails that wait for the writer.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, mem};

use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use super::mail::Mail;
use super::request::{Committed, Request};
use crate::database::StoreError;

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
    state: Mutex<State>,
    /// Signalled when enough wait, or when a transaction has ended.
    changed: Notify,
    /// Signalled when one more waits.
    came: Notify,
}

#[derive(Default)]
struct State {
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

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
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

#[cfg(test)]
mod tests {
    use carrick_service::{Decision, Needs, Sender, State};
    use futures_util::FutureExt as _;
    use jiff::Timestamp;

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
        let decide = |_: &State| Decision { events: vec![], messages: vec![], refused: false };
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
}
