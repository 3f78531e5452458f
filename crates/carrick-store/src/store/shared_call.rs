//! Groups simultaneous calls into one, with a separate answer for each: small reads and writes, of
//! which a connection runs fifty as fast as five.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::database::StoreError;

/// Maximum number of calls in a group.
const MOST: usize = 64;

/// Calls of one kind. Clones share them.
///
/// The first caller runs its call immediately. Callers that come in the meantime wait, and then one
/// of them runs all the waiting calls together. So each call runs after it was made, as it would
/// alone.
pub(crate) struct SharedCall<Q, A>(Arc<Mutex<CallState<Q, A>>>);

struct CallState<Q, A> {
    waiting: Vec<(Q, oneshot::Sender<Result<A, StoreError>>)>,
    /// Whether a caller is running calls.
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
    /// Makes a call. `carry_out` gets one or more calls, and returns their answers in order; an
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
                None => return Leader(self).carry_out(question, carry_out).await,
                Some(answered) => {
                    if let Ok(answer) = answered.await {
                        return answer;
                    }
                    // It is this caller's turn, or the caller that had taken over the call is gone.
                }
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, CallState<Q, A>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn of the caller that runs the group.
struct Leader<'s, Q: Clone, A>(&'s SharedCall<Q, A>);

impl<'s, Q: Clone, A> Leader<'s, Q, A> {
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
        // The next group starts while the answers are sent.
        drop(self);
        match done {
            Ok(answers) => {
                let mut answers = answers.into_iter();
                let mine = answers.next().ok_or_else(StoreError::cut_off);
                for (caller, answer) in callers.into_iter().zip(answers) {
                    // A caller that has gone away needs no answer.
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

impl<Q: Clone, A> Drop for Leader<'_, Q, A> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_busy = false;
        // The first waiter still without an answer starts a new call and shares it with the others.
        let next = state.waiting.iter().position(|(_, caller)| !caller.is_closed());
        drop(next.map(|next| state.waiting.remove(next)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::FutureExt as _;
    use futures_util::future::{join_all, pending};
    use tokio::task::yield_now;

    use super::*;

    async fn doubled(numbers: Vec<u32>) -> Result<Vec<u32>, StoreError> {
        yield_now().await;
        Ok(numbers.into_iter().map(|number| 2 * number).collect())
    }

    #[tokio::test]
    async fn waiting_calls_run_together_and_each_gets_its_answer() {
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
    async fn a_caller_that_goes_away_does_not_delay_the_others() {
        let shared = SharedCall::<u32, u32>::default();
        let mut first = Box::pin(shared.call(1, |_| pending()));
        assert!(first.as_mut().now_or_never().is_none());
        let mut second = Box::pin(shared.call(2, doubled));
        assert!(second.as_mut().now_or_never().is_none(), "it waits for the first");
        drop(first);
        let mut third = Box::pin(shared.call(3, |_| pending()));
        assert!(third.as_mut().now_or_never().is_none(), "it started before the second");
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
