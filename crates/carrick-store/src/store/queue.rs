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
    pub(crate) answer: oneshot::Sender<Outcome>,
}

impl Queued {
    const fn is_request(&self) -> bool {
        matches!(self.work, Work::Request(_))
    }
}

/// The queue. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Queue(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    waiting: VecDeque<Queued>,
    /// Whether a task serves the queue and will look here again.
    served: bool,
}

impl Queue {
    /// Adds work. Returns the channel of its answer, and whether no task serves the queue yet: then
    /// the caller must spawn one.
    pub(crate) fn push(&self, work: Work) -> (oneshot::Receiver<Outcome>, bool) {
        let (answer, answered) = oneshot::channel();
        let mut state = self.state();
        state.waiting.push_back(Queued { work, answer });
        (answered, !mem::replace(&mut state.served, true))
    }

    /// Takes the next items, except those whose caller has gone away: up to `most` requests, or one
    /// mail. State that was loaded for several requests together would be stale after a mail
    /// between them.
    pub(crate) fn next(&self, most: usize) -> VecDeque<Queued> {
        let mut state = self.state();
        let mut round = VecDeque::new();
        while round.len() < most
            && let Some(one) =
                state.waiting.pop_front_if(|one| one.is_request() || round.is_empty())
        {
            if one.answer.is_closed() {
                continue;
            }
            let ends = !one.is_request();
            round.push_back(one);
            if ends {
                break;
            }
        }
        round
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

    /// Whether the queue is empty; the task that serves it then ends.
    pub(crate) fn is_done(&self) -> bool {
        let mut state = self.state();
        state.served = !state.waiting.is_empty();
        !state.served
    }

    /// Drops all items and their channels: the task that served the queue is gone.
    pub(crate) fn abandon(&self) {
        *self.state() = State::default();
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
