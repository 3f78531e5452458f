//! Bounded fair queue: few do something at once, and those who wait take turns by whom they are,
//! not by how many they come.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;
use tokio::task;

/// How many are let through at once, and how many wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueBounds {
    /// At once; at least one.
    pub places: usize,
    /// How many wait of one key.
    pub waiting_per_key: usize,
    /// How many wait in all.
    pub waiting: usize,
}

/// The queue is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many wait already")]
pub struct Busy;

/// Before what takes a processor for long, such as hashing a password or drawing a picture. Whoever
/// comes with a hundred requests at once waits for themselves: every second place goes to the keys
/// in turn, and every other to the one that waits with least. When too many wait, those go who wait
/// with most. A clone is the same queue.
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
    /// The keys that wait, in the order of their turns.
    turns: VecDeque<Box<str>>,
    /// Whether the next place goes to the key that waits with least.
    to_least: bool,
}

#[derive(Debug)]
struct Waiter {
    place: oneshot::Sender<Place>,
    /// Whether it stays, however many wait.
    patient: bool,
}

/// A place, free for the next when this is dropped.
#[derive(Debug)]
#[must_use]
struct Place(Option<FairQueue>);

impl FairQueue {
    /// A queue before so many places.
    #[must_use]
    pub fn new(bounds: QueueBounds) -> Self {
        let bounds = QueueBounds { places: bounds.places.max(1), ..bounds };
        Self { bounds, lines: Arc::default() }
    }

    /// Works on a thread of its own, when it is this key's turn.
    ///
    /// # Errors
    /// When too many wait already; then nothing was done.
    ///
    /// # Panics
    /// When `work` does.
    pub async fn run<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let place = self.place(key, true).await?;
        Ok(work_at(place, work).await)
    }

    /// Like [`run`](Self::run), however many wait: for callers that cannot be told to come again.
    ///
    /// # Panics
    /// When `work` does.
    pub async fn run_patiently<T: Send + 'static>(
        &self,
        key: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        // Without bounds nobody is turned away.
        let place = self.place(key, false).await.unwrap_or(Place(None));
        work_at(place, work).await
    }

    async fn place(&self, key: &str, bounded: bool) -> Result<Place, Busy> {
        let coming = {
            let mut lines = self.lines();
            if lines.taken < self.bounds.places {
                lines.taken += 1;
                return Ok(Place(Some(self.clone())));
            }
            lines.line_up(key, bounded.then_some(self.bounds))?
        };
        // The queue drops the other end when it makes room for somebody who waits with less.
        coming.await.map_err(|_| Busy)
    }

    /// Gives a place to the next who still waits.
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
            match next.place.send(Place(Some(self.clone()))) {
                Ok(()) => return,
                // Whoever waited has gone, and never had it.
                Err(mut place) => place.0 = None,
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
    ) -> Result<oneshot::Receiver<Place>, Busy> {
        if let Some(bounds) = bounds {
            if self.is_full(key, bounds) {
                self.forget_who_has_gone();
            }
            if self.is_full(key, bounds) && !self.make_room(key, bounds) {
                return Err(Busy);
            }
        }
        let (place, coming) = oneshot::channel();
        let line = self.of.entry(key.into()).or_default();
        if line.is_empty() {
            self.turns.push_back(key.into());
        }
        line.push_back(Waiter { place, patient: bounds.is_none() });
        self.waiting += 1;
        Ok(coming)
    }

    fn length(&self, key: &str) -> usize {
        self.of.get(key).map_or(0, VecDeque::len)
    }

    fn is_full(&self, key: &str, bounds: QueueBounds) -> bool {
        self.length(key) >= bounds.waiting_per_key || self.waiting >= bounds.waiting
    }

    /// Sends the last of the longest line away, if that is longer than this key's will be; whether
    /// it did.
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
            line.retain(|waiter| !waiter.place.is_closed());
            !line.is_empty()
        });
        let Self { of, turns, .. } = self;
        turns.retain(|key| of.contains_key(key));
        self.waiting = self.of.values().map(VecDeque::len).sum();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.pass_on();
        }
    }
}

/// Works on a thread that may wait. Whoever asked may go away meanwhile: the place is held until it
/// is done.
async fn work_at<T: Send + 'static>(place: Place, work: impl FnOnce() -> T + Send + 'static) -> T {
    let working = task::spawn_blocking(move || {
        let _place = place;
        work()
    });
    match working.await {
        Ok(done) => done,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // Blocking work that has begun is not cancelled, only a runtime that ends drops it.
            Err(_) => std::future::pending().await,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: QueueBounds = QueueBounds { places: 1, waiting_per_key: 3, waiting: 5 };

    /// Those who come while one place is taken, in the order in which they get it.
    async fn order(keys: &[&str]) -> Vec<String> {
        let queue = FairQueue::new(BOUNDS);
        let held = queue.place("first", true).await.unwrap();
        let mut waiting: Vec<_> =
            keys.iter().map(|key| (*key, queue.lines().line_up(key, Some(BOUNDS)).ok())).collect();
        drop(held);
        let mut order = Vec::new();
        while let Some(at) = waiting.iter_mut().position(|(_, coming)| {
            coming.as_mut().is_some_and(|coming| {
                coming.try_recv().is_ok_and(|place| {
                    // Dropped here, it goes to the next.
                    drop(place);
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
    async fn no_more_wait_than_may() {
        assert_eq!(order(&["a", "a", "a", "a", "b"]).await, ["a", "b", "a", "a"]);
        assert_eq!(order(&["a", "b", "c", "d", "e", "f"]).await, ["a", "b", "c", "d", "e"]);
        // Who waits with most makes room for who comes first.
        assert_eq!(order(&["a", "a", "a", "b", "b", "c"]).await, ["a", "c", "b", "a", "b"]);
    }

    #[tokio::test]
    async fn whoever_goes_away_leaves_his_place() {
        let queue = FairQueue::new(BOUNDS);
        let held = queue.place("a", true).await.unwrap();
        for _ in 0..100 {
            // Polled once and given up, as by a browser that is closed.
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
    async fn work_that_panics_gives_its_place_back() {
        let queue = FairQueue::new(BOUNDS);
        let broken = tokio::spawn({
            let queue = queue.clone();
            async move { queue.run("a", || -> u8 { panic!("a fault") }).await }
        });
        assert!(broken.await.unwrap_err().is_panic());
        assert_eq!(queue.run("a", || 1).await, Ok(1));
    }
}
