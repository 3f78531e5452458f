//! Token buckets: a rate limit for each of many keys, in memory or in a database.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use carrick_store::{Store, StoreError};
use jiff::{SignedDuration, Timestamp};

use crate::limits::rate_limiter::Cost;

/// Rate limit: burst and refill rate of a bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// Capacity of a bucket, in tokens; at least one.
    pub burst: u32,
    /// Time in which one token is refilled.
    pub period: Duration,
}

impl Rate {
    /// Time in which an empty bucket is refilled.
    #[must_use]
    pub fn to_fill(self) -> Duration {
        self.period * self.burst.max(1)
    }

    /// Time until a bucket is full.
    fn lacks(self, full_at: Duration, now: Duration) -> Duration {
        let lacks = full_at.saturating_sub(now);
        if lacks > self.to_fill() { Duration::ZERO } else { lacks }
    }

    /// Time until a bucket that will be full at a moment holds `cost` tokens.
    pub(super) fn wait(self, full_at: Duration, cost: u32, now: Duration) -> Duration {
        let burst = self.burst.max(1);
        self.lacks(full_at, now).saturating_sub(self.period * (burst - cost.min(burst)))
    }

    /// When a bucket will be full after tokens are taken out of it, or all of them if there are
    /// fewer.
    pub(super) fn charged(self, full_at: Duration, cost: u32, now: Duration) -> Duration {
        let lacks = self.lacks(full_at, now);
        now.saturating_add((lacks + self.period * cost).min(self.to_fill()))
    }

    /// When a bucket will be full after tokens are put back.
    pub(super) fn refunded(self, full_at: Duration, cost: u32) -> Duration {
        full_at.saturating_sub(self.period * cost)
    }
}

/// Token buckets by key, stored as the moment at which each will be full again (the generic cell
/// rate algorithm). A key that is not stored has a full one.
///
/// Time is measured from an arbitrary start, and should come from a monotonic clock. If it goes
/// back anyway, no one is locked out: a bucket that would need longer to refill than an empty one
/// counts as full.
///
/// ```
/// use std::time::Duration;
/// use carrick_server::{Buckets, Rate};
/// let rate = Rate { burst: 3, period: Duration::from_secs(10) };
/// let mut buckets = Buckets::<String>::new(rate, 1000);
/// let start = Duration::from_secs(100);
/// buckets.charge("ann", 2, start);
/// assert_eq!(buckets.wait("ann", 1, start), Duration::ZERO);
/// assert_eq!(buckets.wait("ann", 3, start), Duration::from_secs(20));
/// ```
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    most: usize,
    full_at: HashMap<K, Duration>,
}

impl<K: Hash + Eq> Buckets<K> {
    /// Full buckets with this rate, for at most `most` remembered keys.
    #[must_use]
    pub fn new(rate: Rate, most: usize) -> Self {
        let rate = Rate { burst: rate.burst.max(1), ..rate };
        Self { rate, most: most.max(1), full_at: HashMap::new() }
    }

    /// Time until a bucket holds `cost` tokens; zero if it does already. A cost above the capacity
    /// counts as the capacity.
    #[must_use]
    pub fn wait<Q: Hash + Eq + ?Sized>(&self, key: &Q, cost: u32, now: Duration) -> Duration
    where
        K: Borrow<Q>,
    {
        let full_at = self.full_at.get(key).copied().unwrap_or(now);
        self.rate.wait(full_at, cost, now)
    }

    /// Keys whose buckets are empty.
    pub fn empty(&self, now: Duration) -> impl Iterator<Item = &K> {
        let has_one = self.rate.period * (self.rate.burst - 1);
        let keys = self.full_at.iter();
        keys.filter(move |(_, full_at)| self.rate.lacks(**full_at, now) > has_one)
            .map(|(key, _)| key)
    }

    /// Takes tokens out of a bucket, or all of them if there are fewer.
    pub fn charge<Q>(&mut self, key: &Q, cost: u32, now: Duration)
    where
        Q: Hash + Eq + ToOwned + ?Sized,
        K: Borrow<Q> + for<'q> From<&'q Q>,
    {
        if self.full_at.len() >= self.most && !self.full_at.contains_key(key) {
            self.forget(now);
        }
        let full_at = self.full_at.get(key).copied().unwrap_or(now);
        let full_at = self.rate.charged(full_at, cost, now);
        match self.full_at.get_mut(key) {
            Some(moment) => *moment = full_at,
            None => _ = self.full_at.insert(key.into(), full_at),
        }
    }

    /// Puts tokens back.
    pub fn refund<Q: Hash + Eq + ?Sized>(&mut self, key: &Q, cost: u32)
    where
        K: Borrow<Q>,
    {
        if let Some(full_at) = self.full_at.get_mut(key) {
            *full_at = self.rate.refunded(*full_at, cost);
        }
    }

    /// The rate.
    pub(super) const fn rate(&self) -> Rate {
        self.rate
    }

    /// Number of remembered keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.full_at.len()
    }

    /// Whether no key is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.full_at.is_empty()
    }

    /// Makes room: forgets all full buckets or, if there are none, the fullest eighth, so that the
    /// average cost stays low for any number of keys.
    fn forget(&mut self, now: Duration) {
        let to_fill = self.rate.to_fill();
        self.full_at.retain(|_, full_at| *full_at > now && *full_at - now <= to_fill);
        if self.full_at.len() < self.most {
            return;
        }
        let mut moments: Vec<Duration> = self.full_at.values().copied().collect();
        let last = self.most / 8;
        let (_, last_moment, _) = moments.select_nth_unstable(last);
        let last_moment = *last_moment;
        let mut left = last + 1;
        self.full_at.retain(|_, full_at| {
            let goes = left > 0 && *full_at <= last_moment;
            left -= usize::from(goes);
            !goes
        });
    }
}

// Token buckets in a database, which several processes share.

/// Name of the buckets in the database.
const SIGN_IN: &str = "sign-in";

/// The buckets in a database, with wall-clock time, the only time that machines share.
pub(super) struct SharedLimits {
    store: Store,
    clock: Box<dyn Fn() -> Timestamp + Send + Sync>,
}

impl SharedLimits {
    pub(super) fn new(store: Store, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self { store, clock: Box::new(clock) }
    }

    /// Charges all keys, or none if one of the buckets does not hold its cost; then returns the
    /// time until all do.
    pub(super) async fn charge(
        &self,
        rate: Rate,
        keys: &[(String, Cost)],
    ) -> Result<Option<Duration>, StoreError> {
        self.change(rate, keys, |full_at, now| {
            let costs = keys.iter().map(|(_, cost)| *cost);
            let waits = costs.clone().zip(&*full_at).map(|(cost, at)| rate.wait(*at, cost, now));
            let wait = waits.max().filter(|wait| !wait.is_zero());
            if wait.is_none() {
                for (cost, at) in costs.zip(full_at) {
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
        rate: Rate,
        keys: &[(String, Cost)],
    ) -> Result<(), StoreError> {
        self.change(rate, keys, |full_at, _| {
            for ((_, cost), at) in keys.iter().zip(full_at) {
                *at = rate.refunded(*at, *cost);
            }
        })
        .await
    }

    /// Changes the moments at which buckets will be full, as times since 1970.
    async fn change<T: Send>(
        &self,
        rate: Rate,
        keys: &[(String, Cost)],
        change: impl FnOnce(&mut [Duration], Duration) -> T + Send,
    ) -> Result<T, StoreError> {
        let since_1970 = |at: Timestamp| Duration::try_from(at.as_duration()).unwrap_or_default();
        let names: Vec<_> = keys.iter().map(|(key, _)| (SIGN_IN, &**key)).collect();
        let now = (self.clock)();
        let change = |moments: &mut [Timestamp]| {
            let here = since_1970(now);
            // A machine whose clock is ahead cannot make a bucket emptier than empty.
            let at = |at: &Timestamp| since_1970(*at).min(here + rate.to_fill());
            let mut full_at: Vec<Duration> = moments.iter().map(at).collect();
            let found = change(&mut full_at, here);
            for (moment, at) in moments.iter_mut().zip(full_at) {
                let at = SignedDuration::try_from(at).ok();
                *moment = at.and_then(|at| Timestamp::from_duration(at).ok()).unwrap_or(now);
            }
            found
        };
        self.store.change_buckets(&names, now, change).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { burst: 3, period: Duration::from_secs(10) };

    fn at(second: u64) -> Duration {
        Duration::from_secs(1_000_000 + second)
    }

    fn buckets(most: usize) -> Buckets<String> {
        Buckets::new(RATE, most)
    }

    /// Checks the waiting times, in seconds, of charges at these seconds with these costs; a charge
    /// that has to wait is not made.
    #[track_caller]
    fn check(asked: &[(u64, u32)], waits: &[u64]) {
        let mut buckets = buckets(100);
        let found = asked.iter().map(|&(second, cost)| {
            let wait = buckets.wait("ann", cost, at(second));
            if wait.is_zero() {
                buckets.charge("ann", cost, at(second));
            }
            wait.as_secs()
        });
        assert_eq!(found.collect::<Vec<_>>(), waits, "{asked:?}");
    }

    #[test]
    fn a_burst_is_followed_by_one_at_a_time() {
        check(&[(0, 1); 5], &[0, 0, 0, 10, 10]);
        check(&[(0, 1), (0, 1), (0, 1), (9, 1), (10, 1), (10, 1)], &[0, 0, 0, 1, 0, 10]);
        check(&[(0, 3), (30, 1), (30, 1), (30, 1), (30, 1)], &[0, 0, 0, 0, 10]);
        check(&[(0, 1), (10, 1), (20, 1), (30, 1), (40, 1)], &[0; 5]);
    }

    #[test]
    fn a_higher_cost_waits_longer() {
        check(&[(0, 2), (0, 2), (0, 1), (0, 3)], &[0, 10, 0, 30]);
        // A cost above the capacity counts as the capacity, and does not wait forever.
        check(&[(0, 100), (0, 100), (30, 100)], &[0, 30, 0]);
        check(&[(0, 0), (0, 3), (0, 0)], &[0, 0, 0]);
    }

    /// A clock that is set back allows at most one burst, and locks no one out for longer than an
    /// empty bucket takes to refill.
    #[test]
    fn a_clock_that_is_set_back_locks_no_one_out() {
        const DAY: u64 = 86_400;
        // From a full, a half-empty and an empty bucket; back by a little, by the time of
        // refilling, by a day.
        check(&[(DAY, 1), (DAY - 10, 1), (DAY - 10, 1)], &[0, 0, 10]);
        check(
            &[(DAY, 3), (DAY - 1, 1), (DAY - 1, 1), (DAY - 1, 1), (DAY - 1, 1)],
            &[0, 0, 0, 0, 10],
        );
        check(&[(DAY, 1), (DAY - 20, 1), (DAY - 10, 1)], &[0, 10, 0]);
        check(&[(DAY, 3), (0, 3), (0, 1), (10, 1), (20, 1)], &[0, 0, 10, 0, 0]);
        // Forward 3,000 days, and back again.
        check(&[(0, 3), (3000 * DAY, 3), (0, 3), (0, 1), (30, 3)], &[0, 0, 0, 10, 0]);
    }

    #[test]
    fn keys_with_empty_buckets_are_named() {
        let mut buckets = buckets(100);
        buckets.charge("ann", 3, at(0));
        buckets.charge("bob", 2, at(0));
        let empty = |second| buckets.empty(at(second)).cloned().collect::<Vec<_>>();
        assert_eq!(empty(9), ["ann"]);
        assert!(empty(10).is_empty());
    }

    #[test]
    fn a_refund_undoes_a_charge() {
        let mut buckets = buckets(100);
        for _ in 0..100 {
            assert_eq!(buckets.wait("ann", 3, at(0)), Duration::ZERO);
            buckets.charge("ann", 3, at(0));
            buckets.refund("ann", 3);
        }
        buckets.refund("nobody", 1);
        assert_eq!(buckets.len(), 1);
    }

    #[test]
    fn memory_is_bounded_and_the_emptiest_buckets_are_kept_longest() {
        let mut buckets = buckets(50);
        buckets.charge("thief", 3, at(0));
        for place in 0..1000 {
            buckets.charge(&*format!("s{place}"), 1, at(0));
            assert!(buckets.len() <= 50);
        }
        assert_eq!(buckets.wait("thief", 1, at(0)), Duration::from_secs(10));
        // When all are full again, one more makes room, even if the clock was set back.
        while buckets.len() < 50 {
            buckets.charge(&*format!("t{}", buckets.len()), 1, at(0));
        }
        buckets.charge("bob", 1, at(1000));
        assert_eq!(buckets.len(), 1);
    }
}
