//! How often passwords may be guessed: a pure state machine, which is told the time.

use std::collections::HashMap;
use std::hash::Hash;

use carrick_service::Userid;
use jiff::{SignedDuration, Timestamp};

/// How fast guesses may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// So many at once; at least one.
    pub burst: u16,
    /// And then one in this time.
    pub period: SignedDuration,
}

/// For one account, whoever guesses. While strangers guess, its owner may have to wait with a password too;
/// a session or a token goes on.
const PER_ACCOUNT: Rate = Rate { burst: 20, period: SignedDuration::from_mins(1) };

/// For one sender, whichever account he guesses for.
const PER_SENDER: Rate = Rate { burst: 10, period: SignedDuration::from_mins(2) };

/// So many accounts, and so many senders, are remembered at once.
const MOST_KEYS: usize = 10_000;

/// Too many guesses came of late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many wrong passwords")]
pub struct TooMany {
    /// How long to wait for the next one.
    pub wait: SignedDuration,
}

/// Wrong guesses, by account and by sender.
///
/// An account that does not exist is treated as one that does, so that nothing is learned from
/// being turned away.
///
/// ```
/// use carrick_server::Throttle;
/// let mut throttle = Throttle::default();
/// let camb = "camb".parse()?;
/// let now = "2008-05-01T12:00:00Z".parse()?;
/// while throttle.charge(&camb, "192.0.2.7", now).is_ok() {}
/// let turned_away = throttle.charge(&camb, "192.0.2.7", now).unwrap_err();
/// assert!(throttle.charge(&camb, "192.0.2.7", now + turned_away.wait).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Throttle {
    accounts: Buckets<Userid>,
    senders: Buckets<Box<str>>,
}

impl Default for Throttle {
    fn default() -> Self {
        Self::new(PER_ACCOUNT, PER_SENDER, MOST_KEYS)
    }
}

impl Throttle {
    /// A throttle that has seen nothing yet and remembers at most so many accounts and senders.
    #[must_use]
    pub fn new(per_account: Rate, per_sender: Rate, most_keys: usize) -> Self {
        Self {
            accounts: Buckets::new(per_account, most_keys),
            senders: Buckets::new(per_sender, most_keys),
        }
    }

    /// Counts a guess before it is looked at, so that of many at once no more are let through than one
    /// after another.
    ///
    /// # Errors
    /// When there were too many; then this one counts for nothing and is not to be looked at.
    pub fn charge(
        &mut self,
        account: &Userid,
        sender: &str,
        now: Timestamp,
    ) -> Result<(), TooMany> {
        let sender = Box::from(sender);
        let wait = self.accounts.wait(account, now).max(self.senders.wait(&sender, now));
        if wait > SignedDuration::ZERO {
            return Err(TooMany { wait });
        }
        self.accounts.charge(account.clone(), now);
        self.senders.charge(sender, now);
        Ok(())
    }

    /// Takes a charge back, because the password was right.
    pub fn refund(&mut self, account: &Userid, sender: &str) {
        self.accounts.refund(account);
        self.senders.refund(&Box::from(sender));
    }

    /// How many accounts and senders are remembered.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.accounts.full_at.len() + self.senders.full_at.len()
    }
}

/// A token bucket for every key, as the moment at which it will be full again (the generic cell rate
/// algorithm). A key without a moment has a full one.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    most: usize,
    full_at: HashMap<K, Timestamp>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// Full buckets, which fill at this rate; at most so many keys are remembered.
    #[must_use]
    pub fn new(rate: Rate, most: usize) -> Self {
        let rate = Rate { burst: rate.burst.max(1), ..rate };
        Self { rate, most: most.max(1), full_at: HashMap::new() }
    }

    /// How long until a bucket holds a token; nothing when it does.
    #[must_use]
    pub fn wait(&self, key: &K, now: Timestamp) -> SignedDuration {
        let full_at = self.full_at.get(key).copied().unwrap_or(now);
        let has_one_at = self.rate.period * (i32::from(self.rate.burst) - 1);
        (full_at.duration_since(now) - has_one_at).max(SignedDuration::ZERO)
    }

    /// The keys whose buckets hold no token.
    pub fn empty(&self, now: Timestamp) -> impl Iterator<Item = &K> {
        self.full_at.keys().filter(move |key| self.wait(key, now) > SignedDuration::ZERO)
    }

    /// Takes a token, whether there is one or not.
    pub fn charge(&mut self, key: K, now: Timestamp) {
        if self.full_at.len() >= self.most && !self.full_at.contains_key(&key) {
            self.forget(now);
        }
        let full_at = self.full_at.entry(key).or_insert(now);
        *full_at = (*full_at).max(now).saturating_add(self.rate.period).unwrap_or(Timestamp::MAX);
    }

    fn refund(&mut self, key: &K) {
        if let Some(full_at) = self.full_at.get_mut(key) {
            *full_at = full_at.saturating_sub(self.rate.period).unwrap_or(Timestamp::MIN);
        }
    }

    /// Makes room: forgets all buckets that are full, or else the one that will be next.
    fn forget(&mut self, now: Timestamp) {
        self.full_at.retain(|_, full_at| *full_at > now);
        if self.full_at.len() >= self.most {
            let next = self.full_at.iter().min_by_key(|(_, full_at)| **full_at);
            if let Some(key) = next.map(|(key, _)| key.clone()) {
                self.full_at.remove(&key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: Rate = Rate { burst: 3, period: SignedDuration::from_secs(10) };
    /// So slow that it does not matter beside the other.
    const AMPLE: Rate = Rate { burst: u16::MAX, period: SignedDuration::from_secs(1) };

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_209_600_000 + second).unwrap()
    }

    fn user(name: &str) -> Userid {
        name.parse().unwrap()
    }

    /// Guesses at these seconds, each by another sender or each for another account. How many
    /// seconds each has to wait.
    #[track_caller]
    fn check(seconds: &[i64], waits: &[i64]) {
        let mut by_account = Throttle::new(RATE, AMPLE, 100);
        let mut by_sender = Throttle::new(AMPLE, RATE, 100);
        let mut found = [Vec::new(), Vec::new()];
        for (place, &second) in seconds.iter().enumerate() {
            let (other, now) = (format!("u{place}"), at(second));
            let wait =
                |done: Result<(), TooMany>| done.err().map_or(0, |error| error.wait.as_secs());
            found[0].push(wait(by_account.charge(&user("alice"), &other, now)));
            found[1].push(wait(by_sender.charge(&user(&other), "192.0.2.7", now)));
        }
        assert_eq!(found, [waits, waits], "{seconds:?}");
    }

    #[test]
    fn a_few_guesses_at_once_and_then_one_at_a_time() {
        check(&[0, 0, 0, 0, 0], &[0, 0, 0, 10, 10]);
        check(&[0, 0, 0, 9, 10, 10], &[0, 0, 0, 1, 0, 10]);
        check(&[0, 0, 0, 30, 30, 30, 30], &[0, 0, 0, 0, 0, 0, 10]);
        check(&[0, 10, 20, 30, 40], &[0; 5]);
        // A clock that is set back gives nobody more.
        check(&[100, 100, 100, 50], &[0, 0, 0, 60]);
    }

    #[test]
    fn a_right_password_costs_nothing() {
        let mut throttle = Throttle::new(RATE, RATE, 100);
        for _ in 0..100 {
            throttle.charge(&user("alice"), "home", at(0)).unwrap();
            throttle.refund(&user("alice"), "home");
        }
        for _ in 0..3 {
            throttle.charge(&user("alice"), "home", at(0)).unwrap();
        }
        assert!(throttle.charge(&user("alice"), "home", at(0)).is_err());
        // Others are not concerned.
        assert!(throttle.charge(&user("bob"), "elsewhere", at(0)).is_ok());
    }

    #[test]
    fn what_is_remembered_is_bounded_and_the_worst_is_remembered_longest() {
        let mut throttle = Throttle::new(RATE, RATE, 50);
        while throttle.charge(&user("alice"), "thief", at(0)).is_ok() {}
        for place in 0..1000 {
            throttle.charge(&user(&format!("u{place}")), &format!("s{place}"), at(0)).unwrap();
        }
        assert_eq!(throttle.keys(), 100);
        assert!(throttle.charge(&user("alice"), "thief", at(0)).is_err());
        // When all are full again, one guess makes room.
        throttle.charge(&user("bob"), "home", at(1000)).unwrap();
        assert_eq!(throttle.keys(), 2);
    }
}
