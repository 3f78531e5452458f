//! Counts of what this process has committed since it opened the store.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::request::Committed;

/// Counts since the store was opened, for metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Activity {
    /// Number of commits of requests and mails. Requests that wait at the same time share one.
    pub commits: u64,
    /// Number of requests and mails in them.
    pub requests: u64,
    /// Number of turns that were played.
    pub turns: u64,
}

/// The counts of a store. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts(Arc<[AtomicU64; 3]>);

impl Counts {
    /// Adds a commit with the answers to its requests.
    pub(crate) fn add<'a>(&self, answers: impl Iterator<Item = &'a Committed>) {
        let (requests, turns) = answers.fold((0, 0), |(requests, turns), answer| {
            (requests + 1, turns + u64::from(answer.turns))
        });
        for (count, more) in self.0.iter().zip([1, requests, turns]) {
            count.fetch_add(more, Ordering::Relaxed);
        }
    }

    pub(crate) fn activity(&self) -> Activity {
        let [commits, requests, turns] =
            self.0.each_ref().map(|count| count.load(Ordering::Relaxed));
        Activity { commits, requests, turns }
    }
}
