//! Rate limiter of the whole server: budgets, costs, and who pays.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use carrick_store::Store;
use jiff::Timestamp;

use crate::limits::buckets::{Buckets, Rate, SharedLimits};

/// Source of password guesses. Each source is counted apart, so that forging one locks nobody out
/// of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuessSource {
    /// Web pages and the API.
    Pages,
    /// Mail from an address that is not the player's.
    MailFromElsewhere,
    /// Mail whose sender address is the player's, unproved.
    ClaimedMail,
    /// Mail proved to come from the player's address.
    ProvedMail,
}

/// Budgets of the rate limiter; each has a token bucket for every key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Guesses of one account's password, by anybody. While strangers guess, its owner may have to
    /// wait with a password too; sessions and tokens still work.
    GuessesOf(GuessSource),
    /// Guesses by one sender, for any account.
    GuessesBy(GuessSource),
    /// Uses of a link for a new password, by network address.
    Link,
    /// New accounts, by network address.
    SignUp,
    /// New guests, by network address.
    Guest,
    /// Requests for a link for a new password, by network address.
    Reset,
    /// Codes of the second factor, by user.
    Code,
    /// Passwords entered again within a session, by user. Strangers who guess without a session are
    /// not counted here.
    Proof,
    /// Passwords hashed for the pages, right or wrong, by network address: each takes some 20 ms of
    /// a processor.
    Hash,
    /// Changes of any kind, by user, or by the address that mail comes from.
    Act,
    /// Changes of all users at one network address: accounts cost nothing.
    ActFrom,
    /// Games that begin, by network address, or by the address that mail comes from: their boards
    /// are stored for good.
    Game,
    /// Analyses, by network address: each takes a processor for some seconds.
    Analysis,
    /// Pages for strangers and guests, by network address.
    Stranger,
    /// Pages for a user, by user.
    Member,
    /// API requests of a user's programs, by user.
    Program,
    /// Pages and API requests of all users at one network address: accounts cost nothing.
    Household,
}

/// Unit of processor time for requests: a tenth of a millisecond.
pub type Cost = u32;

/// One second of one processor, in units of [`Cost`].
pub const SECOND: Cost = 10_000;

impl Budget {
    /// All budgets; `docs/host/limits.md` lists them with their reasons.
    pub const ALL: [Self; 23] = [
        Self::GuessesOf(GuessSource::Pages),
        Self::GuessesOf(GuessSource::MailFromElsewhere),
        Self::GuessesOf(GuessSource::ClaimedMail),
        Self::GuessesOf(GuessSource::ProvedMail),
        Self::GuessesBy(GuessSource::Pages),
        Self::GuessesBy(GuessSource::MailFromElsewhere),
        Self::GuessesBy(GuessSource::ClaimedMail),
        Self::GuessesBy(GuessSource::ProvedMail),
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
        Self::Analysis,
        Self::Hash,
        Self::ActFrom,
        Self::Game,
    ];

    /// Default rate of a budget.
    #[must_use]
    pub const fn rate(self) -> Rate {
        let (burst, period) = match self {
            Self::GuessesOf(_) => (20, Duration::from_secs(60)),
            Self::GuessesBy(_) => (10, Duration::from_secs(2 * 60)),
            Self::Link => (8, Duration::from_secs(3 * 60)),
            Self::SignUp => (10, Duration::from_secs(3 * 60)),
            // A school class arrives at once.
            Self::Guest => (40, Duration::from_secs(60)),
            Self::Reset => (5, Duration::from_secs(6 * 60)),
            Self::Code => (6, Duration::from_secs(5 * 60)),
            Self::Proof => (10, Duration::from_secs(2 * 60)),
            // A tenth of a processor.
            Self::Hash => (100, Duration::from_millis(200)),
            Self::Act => (120, Duration::from_millis(500)),
            // Four users' worth.
            Self::ActFrom => (480, Duration::from_millis(125)),
            Self::Game => (300, Duration::from_secs(20)),
            Self::Analysis => (30, Duration::from_secs(20)),
            // A tenth of a processor.
            Self::Stranger | Self::Member => (3 * SECOND, Duration::from_millis(1)),
            Self::Program => (6 * SECOND, Duration::from_millis(1)),
            // A sixth of a processor.
            Self::Household => (6 * SECOND, Duration::from_micros(600)),
        };
        Rate { burst, period }
    }

    /// Name of a budget that protects passwords: where several processes share a database, they
    /// share its buckets, so that nobody gets more guesses by asking each of them.
    pub(super) const fn shared_as(self) -> Option<&'static str> {
        Some(match self {
            Self::GuessesOf(GuessSource::Pages) => "guesses of, pages",
            Self::GuessesOf(GuessSource::MailFromElsewhere) => "guesses of, mail from elsewhere",
            Self::GuessesOf(GuessSource::ClaimedMail) => "guesses of, claimed mail",
            Self::GuessesOf(GuessSource::ProvedMail) => "guesses of, proved mail",
            Self::GuessesBy(GuessSource::Pages) => "guesses by, pages",
            Self::GuessesBy(GuessSource::MailFromElsewhere) => "guesses by, mail from elsewhere",
            Self::GuessesBy(GuessSource::ClaimedMail) => "guesses by, claimed mail",
            Self::GuessesBy(GuessSource::ProvedMail) => "guesses by, proved mail",
            Self::Link => "link",
            Self::Reset => "reset",
            Self::Code => "code",
            Self::Proof => "proof",
            Self::SignUp
            | Self::Guest
            | Self::Act
            | Self::ActFrom
            | Self::Game
            | Self::Stranger
            | Self::Member
            | Self::Program
            | Self::Household
            | Self::Hash
            | Self::Analysis => return None,
        })
    }

    const fn place(self) -> usize {
        match self {
            Self::GuessesOf(source) => source as usize,
            Self::GuessesBy(source) => 4 + source as usize,
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
            Self::Analysis => 19,
            Self::Hash => 20,
            Self::ActFrom => 21,
            Self::Game => 22,
        }
    }
}

/// A rate limit is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too often; again in {wait:?}")]
pub struct TooMany {
    /// Time until the next attempt.
    pub wait: Duration,
}

impl TooMany {
    /// The time in words, "12 seconds" or "1 minute", rounded up.
    #[must_use]
    pub fn in_words(self) -> String {
        let seconds = self.seconds();
        let (count, unit) =
            if seconds < 60 { (seconds, "second") } else { (seconds.div_ceil(60), "minute") };
        format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
    }

    /// The time in whole seconds, rounded up; at least one.
    #[must_use]
    pub const fn seconds(self) -> u64 {
        let seconds = self.wait.as_secs() + (self.wait.subsec_nanos() > 0) as u64;
        if seconds == 0 { 1 } else { seconds }
    }
}

/// Maximum number of remembered keys of each budget.
const MOST_KEYS: usize = 10_000;

/// All token buckets of a server: a pure state machine, which is told the time.
///
/// Unknown keys are treated like known ones, so that a refusal reveals nothing.
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
    /// Sets the rate of a budget, and the number of its remembered keys.
    #[must_use]
    pub fn with_rate(mut self, budget: Budget, rate: Rate, most_keys: usize) -> Self {
        self.budgets[budget.place()] = Buckets::new(rate, most_keys);
        self
    }

    /// Charges a cost to all of these buckets, or to none when one of them does not hold it. Charge
    /// before the work, so that concurrent requests get no more than sequential ones.
    ///
    /// # Errors
    /// When a limit is exceeded; then nothing is charged, and the work must not be done.
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

    /// Refunds a charge, for example for a password that was right.
    pub fn refund(&mut self, whom: &[(Budget, &str)], cost: Cost) {
        for (budget, key) in whom {
            self.budgets[budget.place()].refund(*key, cost);
        }
    }

    /// Rate of a budget.
    pub(super) fn rate(&self, budget: Budget) -> Rate {
        self.budgets[budget.place()].rate()
    }

    /// Number of remembered keys of all budgets.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.budgets.iter().map(Buckets::len).sum()
    }
}

/// A monotonic clock: the time since it was made.
pub type SteadyClock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The shared rate limiter of a server, with a monotonic clock. Clones share it. It is kept in
/// memory: a restart resets it. What protects passwords can be kept in the database
/// [as well](Self::shared_through).
#[derive(Clone)]
pub struct RateLimits {
    limiter: Arc<Mutex<RateLimiter>>,
    clock: SteadyClock,
    shared: Option<Arc<SharedLimits>>,
}

impl Default for RateLimits {
    fn default() -> Self {
        Self::new(RateLimiter::default())
    }
}

impl RateLimits {
    /// These limits with the machine's monotonic clock.
    #[must_use]
    pub fn new(limiter: RateLimiter) -> Self {
        let start = Instant::now();
        Self::timed(limiter, Arc::new(move || start.elapsed()))
    }

    /// These limits with another clock.
    #[must_use]
    pub fn timed(limiter: RateLimiter, clock: SteadyClock) -> Self {
        Self { limiter: Arc::new(Mutex::new(limiter)), clock, shared: None }
    }

    /// Keeps the buckets that protect passwords in a database as well, by the wall clock: all
    /// processes that do so share them, and a restart resets none.
    #[must_use]
    pub fn shared_through(
        self,
        store: Store,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> Self {
        Self { shared: Some(Arc::new(SharedLimits::new(store, clock))), ..self }
    }

    /// Charges as [`RateLimiter::charge`], now.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub fn charge(&self, whom: &[(Budget, &str)], cost: Cost) -> Result<(), TooMany> {
        self.with(|limiter, now| limiter.charge(whom, cost, now))
    }

    /// Charges as [`charge`](Self::charge), here and in the buckets that processes share. While the
    /// database fails, this process counts alone: all that a password could open fails as well.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub async fn charge_shared(&self, whom: &[(Budget, &str)], cost: Cost) -> Result<(), TooMany> {
        self.charge(whom, cost)?;
        let Some(shared) = &self.shared else { return Ok(()) };
        match shared.charge(&self.rates(whom), cost).await {
            Ok(Some(wait)) => {
                self.refund(whom, cost);
                Err(TooMany { wait })
            }
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// Refunds what [`charge_shared`](Self::charge_shared) has charged.
    pub async fn refund_shared(&self, whom: &[(Budget, &str)], cost: Cost) {
        self.refund(whom, cost);
        if let Some(shared) = &self.shared {
            // A charge that stays is paid off by time.
            let _ = shared.refund(&self.rates(whom), cost).await;
        }
    }

    /// The part of a budget that a key has spent and not got back by now.
    #[must_use]
    pub fn spent(&self, budget: Budget, key: &str) -> Cost {
        self.with(|limiter, now| {
            let buckets = &limiter.budgets[budget.place()];
            let lacks = buckets.wait(key, buckets.rate().burst, now);
            let spent = lacks.as_nanos() / buckets.rate().period.as_nanos().max(1);
            Cost::try_from(spent).unwrap_or(Cost::MAX)
        })
    }

    /// The rates of the budgets that are shared, with their names and holders.
    fn rates<'a>(&self, whom: &[(Budget, &'a str)]) -> Vec<(Rate, &'static str, &'a str)> {
        let rate = |(budget, holder): &(Budget, &'a str)| {
            let name = budget.shared_as()?;
            Some((self.with(|limiter, _| limiter.rate(*budget)), name, *holder))
        };
        whom.iter().filter_map(rate).collect()
    }

    /// Refunds as [`RateLimiter::refund`].
    pub fn refund(&self, whom: &[(Budget, &str)], cost: Cost) {
        self.with(|limiter, _| limiter.refund(whom, cost));
    }

    /// Reads the clock under the lock, so that it never seems to go back.
    fn with<T>(&self, act: impl FnOnce(&mut RateLimiter, Duration) -> T) -> T {
        let mut limiter = self.limiter.lock().unwrap_or_else(PoisonError::into_inner);
        let now = (self.clock)();
        act(&mut limiter, now)
    }
}

impl fmt::Debug for RateLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RateLimits").field("limiter", &self.limiter).finish_non_exhaustive()
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
        let both = [
            (Budget::GuessesOf(GuessSource::Pages), "ann"),
            (Budget::GuessesBy(GuessSource::Pages), "a"),
        ];
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
