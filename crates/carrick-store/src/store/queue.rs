//! The queue of requests and mails that wait for the writer.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fmt, mem};

use tokio::sync::oneshot;

use super::mail::Mail;
use super::request::{Committed, Request};
use crate::database::StoreError;

/// What waits: a request, or a mail with all its requests.
pub(crate) enum Work {
    Request(Request),
    Mail(Mail),
}

/// What came of a request: its decision may have panicked.
pub(crate) type Outcome = Result<Result<Committed, StoreError>, Box<dyn Any + Send>>;

/// Work that waits, and who waits for it.
pub(crate) struct Waiting {
    pub(crate) work: Work,
    pub(crate) answer: oneshot::Sender<Outcome>,
}

impl Waiting {
    const fn is_request(&self) -> bool {
        matches!(self.work, Work::Request(_))
    }
}

/// The work that waits. A clone is the same queue.
#[derive(Clone, Default)]
pub(crate) struct Queue(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    /// Whether a task is at work that will look here again.
    served: bool,
}

impl Queue {
    /// Adds work. Returns where its answer will come, and whether nobody serves the queue yet: then
    /// the caller must have it served.
    pub(crate) fn push(&self, work: Work) -> (oneshot::Receiver<Outcome>, bool) {
        let (answer, answered) = oneshot::channel();
        let mut state = self.state();
        state.waiting.push_back(Waiting { work, answer });
        (answered, !mem::replace(&mut state.served, true))
    }

    /// Takes the next ones, except those whose sender has gone away: at most so many requests, or
    /// one mail. What was loaded for requests together would be stale after a mail between them.
    pub(crate) fn next(&self, most: usize) -> VecDeque<Waiting> {
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

    /// Puts back in front what was not begun.
    pub(crate) fn put_back(&self, mut round: VecDeque<Waiting>) {
        let mut state = self.state();
        round.append(&mut state.waiting);
        state.waiting = round;
    }

    /// Takes everything that waits.
    pub(crate) fn take_all(&self) -> VecDeque<Waiting> {
        mem::take(&mut self.state().waiting)
    }

    /// Whether nothing waits; the task that serves the queue then ends.
    pub(crate) fn is_done(&self) -> bool {
        let mut state = self.state();
        state.served = !state.waiting.is_empty();
        !state.served
    }

    /// Leaves nobody waiting: the task that served the queue is gone.
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
