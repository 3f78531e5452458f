//! Counts and times of requests between two samples.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Number of failures to report.
const TOLD: usize = 20;

/// Time to answer requests of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Spread {
    pub(crate) count: usize,
    pub(crate) p50_ms: f64,
    pub(crate) p99_ms: f64,
}

/// The name for all kinds of requests together.
pub(super) const ALL: &str = "all";

#[derive(Debug, Default)]
pub(super) struct Meter {
    times: RefCell<BTreeMap<&'static str, Vec<Duration>>>,
    pub(super) turns: Cell<u64>,
    pub(super) events: Cell<u64>,
    /// Requests that were told to come again, because of a limit or a full queue.
    pub(super) put_off: Cell<u64>,
    /// Visits that did not start because too many were in progress.
    pub(super) skipped: Cell<u64>,
    failures: Cell<u64>,
    told: RefCell<Vec<String>>,
}

pub(super) fn count(number: &Cell<u64>) {
    number.set(number.get() + 1);
}

impl Meter {
    pub(super) fn note(&self, kind: &'static str, time: Duration) {
        self.times.borrow_mut().entry(kind).or_default().push(time);
    }

    pub(super) fn fail(&self, what: String) {
        count(&self.failures);
        let mut told = self.told.borrow_mut();
        if told.len() < TOLD {
            told.push(what);
        }
    }

    pub(super) fn failures(&self) -> (u64, Vec<String>) {
        (self.failures.get(), self.told.borrow().clone())
    }

    /// Times since the last call.
    pub(super) fn take(&self) -> BTreeMap<String, Spread> {
        let times = self.times.take();
        let all: Vec<Duration> = times.values().flatten().copied().collect();
        let kinds = times.into_iter().chain([(ALL, all)]);
        kinds.filter_map(|(kind, times)| Some((kind.to_owned(), Spread::of(times)?))).collect()
    }
}

impl Spread {
    fn of(mut times: Vec<Duration>) -> Option<Self> {
        times.sort_unstable();
        let last = times.len().checked_sub(1)?;
        let at = |share: f64| times[(last as f64 * share) as usize].as_secs_f64() * 1e3;
        Some(Self { count: times.len(), p50_ms: at(0.5), p99_ms: at(0.99) })
    }
}
