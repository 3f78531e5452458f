//! Rate limiter of the whole server: budgets, costs, and who pays.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::buckets::{Buckets, Rate};

/// Which way guesses of passwords come. They are counted apart, so that whoever forges one way
/// locks nobody out of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The pages.
    Pages,
    /// Mail from an address that is none of the player's.
    MailFromElsewhere,
    /// Mail that says it is from an address of the player's.
    ClaimedMail,
    /// Mail that is proved to be.
    ProvedMail,
}

/// What is limited: each has a bucket for every key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Guesses of one account's password, whoever guesses. While strangers guess, its owner may
    /// have to wait with a password too; a session or a token goes on.
    GuessesOf(Door),
    /// Guesses by one sender, whichever account they are for.
    GuessesBy(Door),
    /// Trying a link that sets a password, by network address.
    Link,
    /// Making an account, by network address.
    SignUp,
    /// Beginning to play as a guest, by network address.
    Guest,
    /// Asking for a link, by network address.
    Reset,
    /// Trying a code of the second factor, by user.
    Code,
    /// Showing the password again in a session, by user: strangers who guess it without one do not
    /// count here.
    Proof,
    /// Anything that changes something, by user.
    Act,
    /// What strangers and guests are shown, by network address.
    Stranger,
    /// What a user is shown on the pages, by user.
    Member,
    /// What a user's programs are shown, by user.
    Program,
    /// What all users and programs at one network address are shown together: accounts are free.
    Household,
}

/// What a processor does in a tenth of a millisecond, in which the cost of being shown something is
/// counted.
pub type Cost = u32;

/// Units of [`Cost`] in a second of one processor.
pub const SECOND: Cost = 10_000;

impl Budget {
    /// All of them, in the order of the table in `docs/limits.md`.
    pub const ALL: [Self; 19] = [
        Self::GuessesOf(Door::Pages),
        Self::GuessesOf(Door::MailFromElsewhere),
        Self::GuessesOf(Door::ClaimedMail),
        Self::GuessesOf(Door::ProvedMail),
        Self::GuessesBy(Door::Pages),
        Self::GuessesBy(Door::MailFromElsewhere),
        Self::GuessesBy(Door::ClaimedMail),
        Self::GuessesBy(Door::ProvedMail),
        Self::Link,
        Self::SignUp,
        Self::Guest,
        Self::Reset,
        Self::Code,
        Self::Proof,
        Self::Act,
        Self::Stranger,
        Self::Member,
        Self::Program,
        Self::Household,
    ];

    /// How much at once, and how much in the long run.
    #[must_use]
    pub const fn rate(self) -> Rate {
        let (burst, period) = match self {
            Self::GuessesOf(_) => (20, Duration::from_secs(60)),
            Self::GuessesBy(_) => (10, Duration::from_secs(2 * 60)),
            Self::Link => (8, Duration::from_secs(3 * 60)),
            Self::SignUp => (10, Duration::from_secs(3 * 60)),
            // A school class comes at once.
            Self::Guest => (40, Duration::from_secs(60)),
            Self::Reset => (5, Duration::from_secs(6 * 60)),
            Self::Code => (6, Duration::from_secs(5 * 60)),
            Self::Proof => (10, Duration::from_secs(2 * 60)),
            Self::Act => (120, Duration::from_millis(500)),
            // A tenth of a processor.
            Self::Stranger | Self::Member => (3 * SECOND, Duration::from_millis(1)),
            Self::Program => (6 * SECOND, Duration::from_millis(1)),
            // A sixth of one.
            Self::Household => (6 * SECOND, Duration::from_micros(600)),
        };
        Rate { burst, period }
    }

    const fn place(self) -> usize {
        match self {
            Self::GuessesOf(door) => door as usize,
            Self::GuessesBy(door) => 4 + door as usize,
            Self::Link => 8,
            Self::SignUp => 9,
            Self::Guest => 10,
            Self::Reset => 11,
            Self::Code => 12,
            Self::Proof => 13,
            Self::Act => 14,
            Self::Stranger => 15,
            Self::Member => 16,
            Self::Program => 17,
            Self::Household => 18,
        }
    }
}

/// Too much was asked of late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too often; again in {wait:?}")]
pub struct TooMany {
    /// How long to wait for the next time.
    pub wait: Duration,
}

impl TooMany {
    /// The wait in words: "12 seconds", "1 minute", never less than it is.
    #[must_use]
    pub fn in_words(self) -> String {
        let seconds = self.seconds();
        let (count, unit) =
            if seconds < 60 { (seconds, "second") } else { (seconds.div_ceil(60), "minute") };
        format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
    }

    /// The wait in whole seconds, never less than it is and at least one.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        let seconds = self.wait.as_secs() + (self.wait.subsec_nanos() > 0) as u64;
        if seconds == 0 { 1 } else { seconds }
    }
}

/// Maximum number of keys remembered of each budget.
const MOST_KEYS: usize = 10_000;

/// All buckets of a server: a pure state machine, which is told the time.
///
/// A key that nobody has is treated as one that somebody has, so that nothing is learned from being
/// turned away.
///
/// ```
/// use std::time::Duration;
/// use carrick_server::{Budget, RateLimiter};
/// let mut limiter = RateLimiter::default();
/// let address = [(Budget::Guest, "192.0.2.7")];
/// let now = Duration::ZERO;
/// while limiter.charge(&address, 1, now).is_ok() {}
/// let turned_away = limiter.charge(&address, 1, now).unwrap_err();
/// assert!(limiter.charge(&address, 1, now + turned_away.wait).is_ok());
/// ```
#[derive(Debug)]
pub struct RateLimiter {
    budgets: [Buckets<Box<str>>; Budget::ALL.len()],
}

impl Default for RateLimiter {
    fn default() -> Self {
        Self { budgets: Budget::ALL.map(|budget| Buckets::new(budget.rate(), MOST_KEYS)) }
    }
}

impl RateLimiter {
    /// Another rate for a budget, and how many keys of it are remembered.
    #[must_use]
    pub fn with_rate(mut self, budget: Budget, rate: Rate, most_keys: usize) -> Self {
        self.budgets[budget.place()] = Buckets::new(rate, most_keys);
        self
    }

    /// Takes so much from all of these buckets before anything is done, so that of many at once no
    /// more is let through than of one after another; or nothing from any, when one of them does
    /// not hold it.
    ///
    /// # Errors
    /// When there was too much; then this counts for nothing and is not to be done.
    pub fn charge(
        &mut self,
        whom: &[(Budget, &str)],
        cost: Cost,
        now: Duration,
    ) -> Result<(), TooMany> {
        let waits =
            whom.iter().map(|(budget, key)| self.budgets[budget.place()].wait(*key, cost, now));
        match waits.max().filter(|wait| !wait.is_zero()) {
            Some(wait) => Err(TooMany { wait }),
            None => {
                for (budget, key) in whom {
                    self.budgets[budget.place()].charge(*key, cost, now);
                }
                Ok(())
            }
        }
    }

    /// Gives back what was taken for something that came to nothing, such as a password that was
    /// right.
    pub fn refund(&mut self, whom: &[(Budget, &str)], cost: Cost) {
        for (budget, key) in whom {
            self.budgets[budget.place()].refund(*key, cost);
        }
    }

    /// How many keys are remembered of all budgets.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.budgets.iter().map(Buckets::len).sum()
    }
}

/// A clock that nobody sets: what has passed since it was made.
pub type SteadyClock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The rate limiter as all parts of a server share it, with a clock that nobody sets. A clone is
/// the same one. It is in memory alone: a restart forgives.
#[derive(Clone)]
pub struct Limits {
    limiter: Arc<Mutex<RateLimiter>>,
    clock: SteadyClock,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new(RateLimiter::default())
    }
}

impl Limits {
    /// These limits, by the machine's own clock.
    #[must_use]
    pub fn new(limiter: RateLimiter) -> Self {
        let start = Instant::now();
        Self::timed(limiter, Arc::new(move || start.elapsed()))
    }

    /// These limits by another clock.
    #[must_use]
    pub fn timed(limiter: RateLimiter, clock: SteadyClock) -> Self {
        Self { limiter: Arc::new(Mutex::new(limiter)), clock }
    }

    /// As [`RateLimiter::charge`], now.
    ///
    /// # Errors
    /// When there was too much of late.
    pub fn charge(&self, whom: &[(Budget, &str)], cost: Cost) -> Result<(), TooMany> {
        self.with(|limiter, now| limiter.charge(whom, cost, now))
    }

    /// As [`RateLimiter::refund`].
    pub fn refund(&self, whom: &[(Budget, &str)], cost: Cost) {
        self.with(|limiter, _| limiter.refund(whom, cost));
    }

    /// The clock is read where nobody else can be faster, so that it never seems to go back.
    fn with<T>(&self, act: impl FnOnce(&mut RateLimiter, Duration) -> T) -> T {
        let mut limiter = self.limiter.lock().unwrap_or_else(PoisonError::into_inner);
        let now = (self.clock)();
        act(&mut limiter, now)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("limiter", &self.limiter).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Duration = Duration::from_secs(1000);

    #[test]
    fn every_budget_has_buckets_of_its_own() {
        for (place, budget) in Budget::ALL.into_iter().enumerate() {
            assert_eq!(budget.place(), place, "{budget:?}");
            let mut limiter = RateLimiter::default();
            let burst = budget.rate().burst;
            limiter.charge(&[(budget, "a")], burst, NOW).unwrap();
            let wait = limiter.charge(&[(budget, "a")], 1, NOW).unwrap_err().wait;
            assert_eq!(wait, budget.rate().period, "{budget:?}");
            limiter.charge(&[(budget, "b")], burst, NOW).unwrap();
            for other in Budget::ALL.into_iter().filter(|other| *other != budget) {
                limiter.charge(&[(other, "a")], other.rate().burst, NOW).unwrap();
            }
        }
    }

    #[test]
    fn who_is_turned_away_by_one_budget_pays_none() {
        let mut limiter = RateLimiter::default();
        let both = [(Budget::GuessesOf(Door::Pages), "ann"), (Budget::GuessesBy(Door::Pages), "a")];
        limiter.charge(&both, 10, NOW).unwrap();
        for _ in 0..100 {
            assert_eq!(limiter.charge(&both, 1, NOW).unwrap_err().wait.as_secs(), 120);
        }
        limiter.charge(&both[..1], 10, NOW).unwrap();
        assert!(limiter.charge(&both[..1], 1, NOW).is_err());
        limiter.refund(&both, 1);
        limiter.charge(&both, 1, NOW).unwrap();
    }

    #[test]
    fn a_wait_is_said_in_words() {
        for (millis, seconds, words) in [
            (0, 1, "1 second"),
            (1, 1, "1 second"),
            (1001, 2, "2 seconds"),
            (59_000, 59, "59 seconds"),
            (59_001, 60, "1 minute"),
            (61_000, 61, "2 minutes"),
            (3_600_000, 3600, "60 minutes"),
        ] {
            let turned_away = TooMany { wait: Duration::from_millis(millis) };
            assert_eq!(turned_away.seconds(), seconds, "{millis}");
            assert_eq!(turned_away.in_words(), words, "{millis}");
        }
    }
}
