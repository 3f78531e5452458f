//! Cooperative yielding: long searches pause while short ones need a processor, and searches for
//! hints and reviews pause while turns need all threads.
//!
//! A paused search keeps its tree, its claim and its slot, so no work is repeated, and pauses do
//! not change its turn.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

/// Maximum total pause of a search, so that a flood of short searches cannot keep long ones from
/// finishing.
const MOST_REST: Duration = Duration::from_secs(3);

/// Interval at which a paused search checks whether to stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Short searches without a processor, and the number of threads of long ones that pause for them.
#[derive(Debug, Default)]
pub(crate) struct Yielding {
    /// Number of short searches that want a processor; atomic, so that it is cheap to check for
    /// zero.
    short: AtomicUsize,
    resting: Mutex<usize>,
    changed: Condvar,
}

/// A short search that wants a processor, until it is dropped.
pub(crate) struct Short<'y>(&'y Yielding);

impl Yielding {
    /// Registers a short search.
    pub(crate) fn begin(&self) -> Short<'_> {
        self.short.fetch_add(1, Ordering::AcqRel);
        Short(self)
    }

    /// Number of currently paused threads.
    #[cfg(test)]
    pub(crate) fn resting(&self) -> usize {
        *self.resting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Pauses a thread of a long search while a short one has no processor, until `give_up` returns
    /// true.
    pub(crate) fn rest(&self, rested: &Rested, give_up: impl Fn() -> bool) {
        if self.short.load(Ordering::Relaxed) == 0 || rested.time() >= MOST_REST {
            return;
        }
        let begun = Instant::now();
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        if *resting >= self.short.load(Ordering::Acquire) {
            return;
        }
        *resting += 1;
        let over = |resting: usize| {
            resting > self.short.load(Ordering::Acquire)
                || rested.time() + begun.elapsed() >= MOST_REST
                || give_up()
        };
        while !over(*resting) {
            let waited = self.changed.wait_timeout(resting, LOOK_EVERY);
            resting = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *resting -= 1;
        drop(resting);
        rested.add(begun.elapsed());
    }
}

impl Drop for Short<'_> {
    fn drop(&mut self) {
        // Paused threads read the number under this lock.
        let _resting = self.0.resting.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.short.fetch_sub(1, Ordering::AcqRel);
        self.0.changed.notify_all();
    }
}

/// Total time for which the threads of a search have paused.
#[derive(Debug, Default)]
pub(crate) struct Rested(AtomicU64);

impl Rested {
    pub(crate) fn time(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }

    fn add(&self, time: Duration) {
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.0.fetch_add(nanos, Ordering::Relaxed);
    }
}

// Searches beside turns: hints and reviews.

/// Interval at which a paused search checks whether it may continue.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// When a search beside turns has to pause, and whether to stop.
#[derive(Debug, Clone)]
pub(super) struct Pausing {
    /// Threads of the worker's other searches.
    pub(super) threads: Arc<Semaphore>,
    /// Places of more urgent jobs; the search also pauses while they are taken.
    pub(super) before: Vec<Arc<Semaphore>>,
    /// Whether searches should stop.
    pub(super) stopping: Arc<AtomicBool>,
}

impl Pausing {
    /// Pauses while all threads are taken or a more urgent job runs; returns whether to stop.
    pub(super) fn gives_up(&self, lost: &AtomicBool) -> bool {
        let over = || self.stopping.load(Ordering::Relaxed) || lost.load(Ordering::Relaxed);
        let is_taken = |places: &Arc<Semaphore>| places.available_permits() == 0;
        while (is_taken(&self.threads) || self.before.iter().any(is_taken)) && !over() {
            std::thread::sleep(LOOK_AGAIN);
        }
        over()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Waits until this many threads pause.
    fn wait_for(yielding: &Yielding, number: usize) {
        while *yielding.resting.lock().unwrap() != number {
            thread::yield_now();
        }
    }

    #[test]
    fn as_many_threads_pause_as_there_are_short_searches() {
        let (yielding, rested) = (Yielding::default(), [const { Rested(AtomicU64::new(0)) }; 3]);
        let done = AtomicBool::new(false);
        // Nothing pauses without a reason.
        yielding.rest(&rested[0], || false);
        assert_eq!(rested[0].time(), Duration::ZERO);
        thread::scope(|scope| {
            let first = yielding.begin();
            let second = yielding.begin();
            for rested in &rested {
                let (yielding, done) = (&yielding, &done);
                scope.spawn(move || {
                    while !done.load(Ordering::Relaxed) {
                        yielding.rest(rested, || false);
                    }
                });
            }
            wait_for(&yielding, 2);
            drop(second);
            wait_for(&yielding, 1);
            drop(first);
            wait_for(&yielding, 0);
            done.store(true, Ordering::Relaxed);
        });
    }

    #[test]
    fn a_search_that_should_stop_ends_its_pause() {
        let (yielding, give_up) = (Yielding::default(), AtomicBool::new(false));
        let _short = yielding.begin();
        thread::scope(|scope| {
            let resting = scope
                .spawn(|| yielding.rest(&Rested::default(), || give_up.load(Ordering::Relaxed)));
            wait_for(&yielding, 1);
            give_up.store(true, Ordering::Relaxed);
            resting.join().unwrap();
        });
        wait_for(&yielding, 0);
    }

    #[test]
    fn no_search_pauses_forever() {
        let yielding = Yielding::default();
        let _short = yielding.begin();
        let rested = Rested(AtomicU64::new(MOST_REST.as_nanos() as u64 - 1_000_000));
        yielding.rest(&rested, || false);
        assert!(rested.time() >= MOST_REST);
        yielding.rest(&rested, || panic!("it does not even look"));
    }

    #[test]
    fn a_search_beside_turns_pauses_while_every_thread_is_taken() {
        let threads = Arc::new(Semaphore::new(1));
        let hint = Arc::new(Semaphore::new(1));
        let (before, stopping) = (vec![hint.clone()], Arc::default());
        let pausing = Pausing { threads: threads.clone(), before, stopping };
        let lost = AtomicBool::new(false);
        assert!(!pausing.gives_up(&lost), "a thread is free");
        let taken = threads.clone().try_acquire_owned().unwrap();
        thread::scope(|scope| {
            let paused = scope.spawn(|| pausing.gives_up(&lost));
            drop(taken);
            assert!(!paused.join().unwrap(), "it continues");
        });
        let looked_for = hint.try_acquire_owned().unwrap();
        thread::scope(|scope| {
            let paused = scope.spawn(|| pausing.gives_up(&lost));
            drop(looked_for);
            assert!(!paused.join().unwrap(), "the hint is found");
        });
        let _taken = threads.try_acquire_owned().unwrap();
        lost.store(true, Ordering::Relaxed);
        assert!(pausing.gives_up(&lost), "a search without a claim does not wait");
        lost.store(false, Ordering::Relaxed);
        pausing.stopping.store(true, Ordering::Relaxed);
        assert!(pausing.gives_up(&lost));
    }
}
