//! The clock of the simulated machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// The first of May 2008, noon, in microseconds since 1970.
const START: i64 = 1_209_643_200_000_000;

/// A clock that goes when it is told to. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct MachineClock {
    /// The time that the machine shows, in microseconds.
    shown: Arc<AtomicI64>,
    /// The time that has passed, in microseconds; it never goes back.
    passed: Arc<AtomicI64>,
}

impl MachineClock {
    pub(crate) fn new() -> Self {
        Self { shown: Arc::new(AtomicI64::new(START)), passed: Arc::default() }
    }

    /// The moment at which every simulation begins.
    pub(crate) fn start() -> Timestamp {
        at(START)
    }

    /// The time that it shows.
    #[must_use]
    pub(crate) fn now(&self) -> Timestamp {
        at(self.shown.load(Ordering::SeqCst))
    }

    /// The time that has passed, whatever it shows.
    pub(crate) fn passed(&self) -> Duration {
        Duration::from_micros(self.passed.load(Ordering::SeqCst).unsigned_abs())
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, time: SignedDuration) {
        let micros = i64::try_from(time.as_micros()).unwrap_or_default();
        self.shown.fetch_add(micros, Ordering::SeqCst);
        self.passed.fetch_add(micros, Ordering::SeqCst);
    }

    /// Sets it back.
    pub(crate) fn set_back(&self, time: SignedDuration) {
        let micros = i64::try_from(time.as_micros()).unwrap_or_default();
        self.shown.fetch_sub(micros, Ordering::SeqCst);
    }
}

fn at(micros: i64) -> Timestamp {
    // Simulations last for months, not for millennia.
    Timestamp::from_microsecond(micros).unwrap_or(Timestamp::MAX)
}
