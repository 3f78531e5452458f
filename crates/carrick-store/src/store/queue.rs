//! Queue of requests and mails that wait for the writer.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, mem};

use tokio::sync::oneshot;

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

/// The queue. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Queue(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    waiting: VecDeque<Queued>,
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
        (answered, spawns)
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

    /// Ends a transaction, of a task that may have had the database for itself.
    pub(crate) fn end(&self, had_all: bool) {
        self.state().has_all &= !had_all;
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
        state.tasks = state.tasks.saturating_sub(1);
        state.waiting.clear();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").finish_non_exhaustive()
    }
}
