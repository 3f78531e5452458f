//! Fair queue of limited length for costly work: only a few items run at the same time, and keys
//! take turns, however many items each of them has waiting.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::task;

/// Bounds of a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueBounds {
    /// Maximum number of items that run at the same time; at least one.
    pub places: usize,
    /// Maximum number of waiting items of one key.
    pub waiting_per_key: usize,
    /// Maximum number of waiting items of all keys.
    pub waiting: usize,
}

/// The queue is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many are already waiting")]
pub struct Busy;

/// Queue for work that takes a processor for long, such as hashing a password or drawing a picture.
/// A key with a hundred requests delays only itself: every second permit goes to the keys in turn,
/// and every other to the key with the fewest waiting items. When too many wait, the key with the
/// most loses its last one. Clones share the queue.
#[derive(Debug, Clone)]
pub struct FairQueue {
    bounds: QueueBounds,
    lines: Arc<Mutex<Lines>>,
}

#[derive(Debug, Default)]
struct Lines {
    taken: usize,
    waiting: usize,
    of: HashMap<Box<str>, VecDeque<Waiter>>,
    /// The waiting keys, in the order of their turns.
    turns: VecDeque<Box<str>>,
    /// Whether the next permit goes to the key with the fewest waiting items.
    to_least: bool,
}

#[derive(Debug)]
struct Waiter {
    permit: oneshot::Sender<Permit>,
    /// Whether it is never turned away.
    patient: bool,
}

/// Permit to run. Dropping it passes it on to the next item.
#[derive(Debug)]
#[must_use]
struct Permit(Option<FairQueue>);

impl FairQueue {
    /// An empty queue.
    #[must_use]
    pub fn new(bounds: QueueBounds) -> Self {
        let bounds = QueueBounds { places: bounds.places.max(1), ..bounds };
        Self { bounds, lines: Arc::default() }
    }

    /// Runs `work` on a blocking thread when it is this key's turn.
    ///
    /// # Errors
    /// When too many are already waiting; then nothing was done.
    ///
    /// # Panics
    /// When `work` does.
    pub async fn run<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let permit = self.permit(key, true).await?;
        Ok(work_at(permit, work).await)
    }

    /// Like [`run`](Self::run), but never turned away: for callers that cannot be asked to try
    /// again.
    ///
    /// # Panics
    /// When `work` does.
    pub async fn run_patiently<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        // Without limits nothing is turned away.
        let permit = self.permit(key, false).await.unwrap_or(Permit(None));
        work_at(permit, work).await
    }

    async fn permit(&self, key: &str, bounded: bool) -> Result<Permit, Busy> {
        let coming = {
            let mut lines = self.lines();
            if lines.taken < self.bounds.places {
                lines.taken += 1;
                return Ok(Permit(Some(self.clone())));
            }
            lines.line_up(key, bounded.then_some(self.bounds))?
        };
        // The queue drops the sender when it makes room for a key with fewer waiting items.
        coming.await.map_err(|_| Busy)
    }

    /// Passes a permit on to the next item whose caller still waits.
    fn pass_on(&self) {
        loop {
            let next = {
                let mut lines = self.lines();
                let Some(next) = lines.next() else {
                    lines.taken -= 1;
                    return;
                };
                next
            };
            match next.permit.send(Permit(Some(self.clone()))) {
                Ok(()) => return,
                // The caller has gone, and did not get the permit.
                Err(mut permit) => permit.0 = None,
            }
        }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    fn line_up(
        &mut self,
        key: &str,
        bounds: Option<QueueBounds>,
    ) -> Result<oneshot::Receiver<Permit>, Busy> {
        if let Some(bounds) = bounds {
            if self.is_full(key, bounds) {
                self.forget_who_has_gone();
            }
            if self.is_full(key, bounds) && !self.make_room(key, bounds) {
                return Err(Busy);
            }
        }
        let (permit, coming) = oneshot::channel();
        let line = self.of.entry(key.into()).or_default();
        if line.is_empty() {
            self.turns.push_back(key.into());
        }
        line.push_back(Waiter { permit, patient: bounds.is_none() });
        self.waiting += 1;
        Ok(coming)
    }

    fn length(&self, key: &str) -> usize {
        self.of.get(key).map_or(0, VecDeque::len)
    }

    fn is_full(&self, key: &str, bounds: QueueBounds) -> bool {
        self.length(key) >= bounds.waiting_per_key || self.waiting >= bounds.waiting
    }

    /// Makes room by dropping the last item of the longest line, if that is longer than this key's
    /// line would be; returns whether it did.
    fn make_room(&mut self, key: &str, bounds: QueueBounds) -> bool {
        let mine = self.length(key);
        if mine >= bounds.waiting_per_key {
            return false;
        }
        let longest = self.of.values_mut().max_by_key(|line| line.len());
        let Some(line) = longest.filter(|line| line.len() > mine + 1) else { return false };
        let last = line.iter().rposition(|waiter| !waiter.patient);
        let sent_away = last.and_then(|last| line.remove(last));
        self.waiting -= usize::from(sent_away.is_some());
        sent_away.is_some()
    }

    fn next(&mut self) -> Option<Waiter> {
        let least = self.turns.iter().enumerate().min_by_key(|(_, key)| self.length(key));
        let place = least.map_or(0, |(place, _)| place);
        let key = self.turns.remove(if self.to_least { place } else { 0 })?;
        self.to_least = !self.to_least;
        let line = self.of.get_mut(&key)?;
        let next = line.pop_front();
        self.waiting -= usize::from(next.is_some());
        if line.is_empty() {
            self.of.remove(&key);
        } else {
            self.turns.push_back(key);
        }
        next
    }

    fn forget_who_has_gone(&mut self) {
        self.of.retain(|_, line| {
            line.retain(|waiter| !waiter.permit.is_closed());
            !line.is_empty()
        });
        let Self { of, turns, .. } = self;
        turns.retain(|key| of.contains_key(key));
        self.waiting = self.of.values().map(VecDeque::len).sum();
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

/// Runs `work` on a blocking thread. The permit is held until it is done, even if the caller goes
/// away.
async fn work_at<T: Send + 'static>(
    permit: Permit,
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    let working = task::spawn_blocking(move || {
        let _place = permit;
        work()
    });
    match working.await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Blocking work that has started is dropped only when the runtime ends.
            Err(_) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: QueueBounds = QueueBounds { places: 1, waiting_per_key: 3, waiting: 5 };

    /// The keys in the order in which they run, when they are queued behind one running item.
    async fn order(keys: &[&str]) -> Vec<String> {
        let queue = FairQueue::new(BOUNDS);
        let held = queue.permit("first", true).await.unwrap();
        let mut waiting: Vec<_> =
            keys.iter().map(|key| (*key, queue.lines().line_up(key, Some(BOUNDS)).ok())).collect();
        drop(held);
        let mut order = Vec::new();
        while let Some(at) = waiting.iter_mut().position(|(_, coming)| {
            coming.as_mut().is_some_and(|coming| {
                coming.try_recv().is_ok_and(|permit| {
                    // Dropping it here passes it on to the next.
                    drop(permit);
                    true
                })
            })
        }) {
            order.push(waiting.remove(at).0.to_owned());
        }
        let lines = queue.lines();
        assert_eq!((lines.taken, lines.waiting, lines.of.len(), lines.turns.len()), (0, 0, 0, 0));
        order
    }

    #[tokio::test]
    async fn keys_take_turns_however_many_they_send() {
        assert_eq!(order(&["a", "a", "a", "b"]).await, ["a", "b", "a", "a"]);
        assert_eq!(order(&["a", "a", "b", "c", "b"]).await, ["a", "c", "b", "a", "b"]);
    }

    #[tokio::test]
    async fn no_more_wait_than_the_limits_allow() {
        assert_eq!(order(&["a", "a", "a", "a", "b"]).await, ["a", "b", "a", "a"]);
        assert_eq!(order(&["a", "b", "c", "d", "e", "f"]).await, ["a", "b", "c", "d", "e"]);
        // A key with fewer waiting items takes the place of one with more.
        assert_eq!(order(&["a", "a", "a", "b", "b", "c"]).await, ["a", "c", "b", "a", "b"]);
    }

    #[tokio::test]
    async fn a_caller_that_goes_away_leaves_its_place() {
        let queue = FairQueue::new(BOUNDS);
        let held = queue.permit("a", true).await.unwrap();
        for _ in 0..100 {
            // Polled once and abandoned, as by a browser that is closed.
            let gone = queue.run("b", || 0);
            tokio::select! { biased; _ = gone => panic!("it waits"), () = std::future::ready(()) => {} }
        }
        let patient = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run_patiently("b", || 7).await }
        });
        tokio::task::yield_now().await;
        drop(held);
        assert_eq!(patient.await.unwrap(), 7);
        assert_eq!(queue.run("c", || 8).await, Ok(8));
        assert_eq!(queue.lines().taken, 0);
    }

    #[tokio::test]
    async fn work_that_panics_frees_its_place() {
        let queue = FairQueue::new(BOUNDS);
        let broken = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run("a", || -> u8 { panic!("a fault") }).await }
        });
        assert!(broken.await.unwrap_err().is_panic());
        assert_eq!(queue.run("a", || 1).await, Ok(1));
    }
}
