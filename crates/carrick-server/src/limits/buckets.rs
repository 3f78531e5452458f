//! Token buckets: how often each of many may do something. A pure state machine, which is told the
//! time.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

/// How fast a bucket fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How much a full bucket holds; at least one.
    pub burst: u32,
    /// In what time one more flows in.
    pub period: Duration,
}

impl Rate {
    /// How long an empty bucket takes to be full.
    #[must_use]
    pub fn to_fill(self) -> Duration {
        self.period * self.burst.max(1)
    }
}

/// A token bucket for every key, as the moment at which it will be full again (the generic cell
/// rate algorithm). A key without a moment has a full one.
///
/// Time is what has passed since a beginning that does not matter. It should come from a clock that
/// nobody sets. Should it go back all the same, nobody is locked out: a bucket that would need
/// longer than an empty one does to be full again counts as full.
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
    /// Full buckets, which fill at this rate; at most so many keys are remembered.
    #[must_use]
    pub fn new(rate: Rate, most: usize) -> Self {
        let rate = Rate { burst: rate.burst.max(1), ..rate };
        Self { rate, most: most.max(1), full_at: HashMap::new() }
    }

    /// How long until a bucket holds so much; nothing when it does. What costs more than a full
    /// bucket holds costs a full one.
    #[must_use]
    pub fn wait<Q: Hash + Eq + ?Sized>(&self, key: &Q, cost: u32, now: Duration) -> Duration
    where
        K: Borrow<Q>,
    {
        let lacks =
            self.full_at.get(key).map_or(Duration::ZERO, |full_at| self.lacks(*full_at, now));
        lacks.saturating_sub(self.rate.period * (self.rate.burst - cost.min(self.rate.burst)))
    }

    /// How long a bucket takes to be full.
    fn lacks(&self, full_at: Duration, now: Duration) -> Duration {
        let lacks = full_at.saturating_sub(now);
        if lacks > self.rate.to_fill() { Duration::ZERO } else { lacks }
    }

    /// The keys whose buckets hold nothing.
    pub fn empty(&self, now: Duration) -> impl Iterator<Item = &K> {
        let has_one = self.rate.period * (self.rate.burst - 1);
        let keys = self.full_at.iter();
        keys.filter(move |(_, full_at)| self.lacks(**full_at, now) > has_one).map(|(key, _)| key)
    }

    /// Takes so much out of a bucket, or what there is.
    pub fn charge<Q>(&mut self, key: &Q, cost: u32, now: Duration)
    where
        Q: Hash + Eq + ToOwned + ?Sized,
        K: Borrow<Q> + for<'q> From<&'q Q>,
    {
        if self.full_at.len() >= self.most && !self.full_at.contains_key(key) {
            self.forget(now);
        }
        let to_fill = self.rate.to_fill();
        let lacks =
            self.full_at.get(key).map_or(Duration::ZERO, |full_at| self.lacks(*full_at, now));
        let full_at = now.saturating_add((lacks + self.rate.period * cost).min(to_fill));
        match self.full_at.get_mut(key) {
            Some(moment) => *moment = full_at,
            None => _ = self.full_at.insert(key.into(), full_at),
        }
    }

    /// Gives so much back.
    pub fn refund<Q: Hash + Eq + ?Sized>(&mut self, key: &Q, cost: u32)
    where
        K: Borrow<Q>,
    {
        if let Some(full_at) = self.full_at.get_mut(key) {
            *full_at = full_at.saturating_sub(self.rate.period * cost);
        }
    }

    /// How many keys are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.full_at.len()
    }

    /// Whether no key is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.full_at.is_empty()
    }

    /// Makes room: forgets all buckets that are full, or else the eighth that will be next, so that
    /// it costs little however many keys come.
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

    /// What comes at these seconds at these costs, and how many seconds each has to wait; what has
    /// to wait counts for nothing.
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
    fn a_few_at_once_and_then_one_at_a_time() {
        check(&[(0, 1); 5], &[0, 0, 0, 10, 10]);
        check(&[(0, 1), (0, 1), (0, 1), (9, 1), (10, 1), (10, 1)], &[0, 0, 0, 1, 0, 10]);
        check(&[(0, 3), (30, 1), (30, 1), (30, 1), (30, 1)], &[0, 0, 0, 0, 10]);
        check(&[(0, 1), (10, 1), (20, 1), (30, 1), (40, 1)], &[0; 5]);
    }

    #[test]
    fn what_costs_more_waits_longer() {
        check(&[(0, 2), (0, 2), (0, 1), (0, 3)], &[0, 10, 0, 30]);
        // What no bucket holds costs a full one, and is not put off for ever.
        check(&[(0, 100), (0, 100), (30, 100)], &[0, 30, 0]);
        check(&[(0, 0), (0, 3), (0, 0)], &[0, 0, 0]);
    }

    /// A clock that is set back gives at most one burst, and locks nobody out for longer than an
    /// empty bucket takes to be full.
    #[test]
    fn a_clock_that_is_set_back_locks_nobody_out() {
        const DAY: u64 = 86_400;
        // From a full, a half empty and an empty bucket; by a little, by as long as it fills, by a
        // day.
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
    fn whom_nothing_is_left_to_is_named() {
        let mut buckets = buckets(100);
        buckets.charge("ann", 3, at(0));
        buckets.charge("bob", 2, at(0));
        let empty = |second| buckets.empty(at(second)).cloned().collect::<Vec<_>>();
        assert_eq!(empty(9), ["ann"]);
        assert!(empty(10).is_empty());
    }

    #[test]
    fn what_is_given_back_was_never_taken() {
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
    fn what_is_remembered_is_bounded_and_the_worst_is_remembered_longest() {
        let mut buckets = buckets(50);
        buckets.charge("thief", 3, at(0));
        for place in 0..1000 {
            buckets.charge(&*format!("s{place}"), 1, at(0));
            assert!(buckets.len() <= 50);
        }
        assert_eq!(buckets.wait("thief", 1, at(0)), Duration::from_secs(10));
        // When all are full again, one more makes room; and when the clock was set back, too.
        while buckets.len() < 50 {
            buckets.charge(&*format!("t{}", buckets.len()), 1, at(0));
        }
        buckets.charge("bob", 1, at(1000));
        assert_eq!(buckets.len(), 1);
    }
}
