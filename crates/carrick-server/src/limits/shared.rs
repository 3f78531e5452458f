//! Token buckets in a database, which several processes share.

use std::time::Duration;

use carrick_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use super::buckets::Rate;
use super::rate_limiter::Cost;

/// The buckets of a database, with the wall clock: machines have no other in common.
pub(super) struct SharedLimits {
    store: Store,
    clock: Box<dyn Fn() -> Timestamp + Send + Sync>,
}

/// A bucket: its rate, and the names of its budget and its holder.
type Bucket<'a> = (Rate, &'static str, &'a str);

impl SharedLimits {
    pub(super) fn new(store: Store, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self { store, clock: Box::new(clock) }
    }

    /// Charges all buckets, or none when one does not hold the cost; then returns the time until
    /// all do.
    pub(super) async fn charge(
        &self,
        buckets: &[Bucket<'_>],
        cost: Cost,
    ) -> Result<Option<Duration>, StoreError> {
        self.change(buckets, |rates, full_at, now| {
            let waits = rates.iter().zip(&*full_at).map(|(rate, at)| rate.wait(*at, cost, now));
            let wait = waits.max().filter(|wait| !wait.is_zero());
            if wait.is_none() {
                for (rate, at) in rates.iter().zip(full_at) {
                    *at = rate.charged(*at, cost, now);
                }
            }
            wait
        })
        .await
    }

    /// Refunds a charge.
    pub(super) async fn refund(
        &self,
        buckets: &[Bucket<'_>],
        cost: Cost,
    ) -> Result<(), StoreError> {
        self.change(buckets, |rates, full_at, _| {
            for (rate, at) in rates.iter().zip(full_at) {
                *at = rate.refunded(*at, cost);
            }
        })
        .await
    }

    /// Changes the moments at which buckets will be full, as times since 1970.
    async fn change<T: Send>(
        &self,
        buckets: &[Bucket<'_>],
        change: impl FnOnce(&[Rate], &mut [Duration], Duration) -> T + Send,
    ) -> Result<T, StoreError> {
        let since_1970 = |at: Timestamp| Duration::try_from(at.as_duration()).unwrap_or_default();
        let rates: Vec<Rate> = buckets.iter().map(|(rate, ..)| *rate).collect();
        let names: Vec<_> = buckets.iter().map(|(_, budget, holder)| (*budget, *holder)).collect();
        let now = (self.clock)();
        let change = |moments: &mut [Timestamp]| {
            let here = since_1970(now);
            // A machine whose clock is ahead leaves no bucket emptier than empty.
            let at = |(at, rate): (&Timestamp, &Rate)| since_1970(*at).min(here + rate.to_fill());
            let mut full_at: Vec<Duration> = moments.iter().zip(&rates).map(at).collect();
            let found = change(&rates, &mut full_at, here);
            for (moment, at) in moments.iter_mut().zip(full_at) {
                let at = SignedDuration::try_from(at).ok();
                *moment = at.and_then(|at| Timestamp::from_duration(at).ok()).unwrap_or(now);
            }
            found
        };
        self.store.change_buckets(&names, now, change).await
    }
}
