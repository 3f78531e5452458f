//! Rate limiter of the whole server: budgets, costs, and who pays.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use carrick_store::Store;
use jiff::Timestamp;

use crate::limits::buckets::{Buckets, Rate, SharedLimits};

/// Source of password guesses. Each source is counted separately, so that forging one locks no one
/// out of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GuessSource {
    /// Web pages and the API.
    Pages,
    /// Mail from an address that does not belong to the player.
    MailFromElsewhere,
    /// Mail that claims to come from the player's address, without proof.
    ClaimedMail,
    /// Mail proved to come from the player's address.
    ProvedMail,
}

impl GuessSource {
    const fn name(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::MailFromElsewhere => "mail from elsewhere",
            Self::ClaimedMail => "claimed mail",
            Self::ProvedMail => "proved mail",
        }
    }
}

/// Budgets of the rate limiter. A budget is a rate; each key has its own token bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Processor time for reading, by user, by the programs of a user, or by the network address of
    /// strangers and guests.
    Time,
    /// Processor time for all users and programs at one network address, since accounts cost
    /// nothing, and for the passwords that are checked for that address.
    AddressTime,
    /// Changes of any kind, by user, or by the address that mail comes from.
    Changes,
    /// Changes by all users at one network address, including refused ones.
    AddressChanges,
    /// Attempts to get access, with different costs: see [`Attempt`].
    SignIn,
    /// New games, new guests and analyses, by network address, or by the address that mail comes
    /// from: they are stored permanently, or take a processor for some seconds.
    Games,
}

/// Price of a new game, in tokens of [`Budget::Games`].
pub const GAME: Cost = 2;

/// Price of an analysis, in tokens of [`Budget::Games`].
pub const ANALYSIS: Cost = 3;

/// Price of a new guest, in tokens of [`Budget::Games`]: together with the first game, 50 guests at
/// the same time, since a school class arrives together, and then one a minute.
pub const GUEST: Cost = 4;

/// Unit of processor time for requests: a tenth of a millisecond.
pub type Cost = u32;

/// One second of one processor, in units of [`Cost`].
const SECOND: Cost = 10_000;

/// A cost for one key of a budget.
pub type Charge<'a> = (Budget, &'a str, Cost);

impl Budget {
    /// All budgets; `docs/host/limits.md` lists them with their reasons.
    pub const ALL: [Self; 6] = [
        Self::Time,
        Self::AddressTime,
        Self::Changes,
        Self::AddressChanges,
        Self::SignIn,
        Self::Games,
    ];

    /// Default rate of a budget.
    #[must_use]
    pub const fn rate(self) -> Rate {
        let (burst, period) = match self {
            // A tenth of a processor.
            Self::Time => (3 * SECOND, Duration::from_millis(1)),
            // A sixth of a processor.
            Self::AddressTime => (6 * SECOND, Duration::from_micros(600)),
            Self::Changes => (120, Duration::from_millis(500)),
            // Four users' worth.
            Self::AddressChanges => (480, Duration::from_millis(125)),
            Self::SignIn => (20, Duration::from_secs(60)),
            Self::Games => (300, Duration::from_secs(10)),
        };
        Rate { burst, period }
    }
}

/// An attempt to get access, or to find out how. Each kind has separate buckets, and its price in
/// tokens of [`Budget::SignIn`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// A guess of one account's password, by anyone. While strangers guess, its owner may also have
    /// to wait to sign in with a password; sessions and tokens still work.
    GuessOf(GuessSource),
    /// A guess by one sender, for any account.
    GuessBy(GuessSource),
    /// A new account, by network address.
    SignUp,
    /// A request for a link for a new password, by network address.
    Reset,
    /// A use of such a link, by network address.
    Link,
    /// A code of the second factor, by user.
    Code,
    /// The password entered again within a session, by user. Guesses by strangers without a session
    /// are not counted here.
    Proof,
}

impl Attempt {
    /// The price: it allows a burst of 20 guesses of an account, 6 codes, 5 requests for links, and
    /// 10 of everything else.
    #[must_use]
    pub const fn cost(self) -> Cost {
        match self {
            Self::GuessOf(_) => 1,
            Self::Reset => 4,
            Self::Code => 3,
            Self::GuessBy(_) | Self::SignUp | Self::Link | Self::Proof => 2,
        }
    }

    /// The key of a user, account or address, as servers that share limits store it.
    pub(super) fn key(self, holder: &str) -> String {
        match self {
            Self::GuessOf(source) => format!("guess of, {}: {holder}", source.name()),
            Self::GuessBy(source) => format!("guess by, {}: {holder}", source.name()),
            Self::SignUp => format!("sign-up: {holder}"),
            Self::Reset => format!("reset: {holder}"),
            Self::Link => format!("link: {holder}"),
            Self::Code => format!("code: {holder}"),
            Self::Proof => format!("proof: {holder}"),
        }
    }
}

/// A rate limit is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too often; try again in {wait:?}")]
pub struct TooMany {
    /// Time until the next attempt.
    pub wait: Duration,
}

impl TooMany {
    /// The time in words, such as "12 seconds" or "1 minute", rounded up.
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
const MOST_KEYS: usize = 20_000;

/// All token buckets of a server: a pure state machine, which gets the time as an argument.
///
/// Unknown keys are treated like known ones, so that a refusal reveals nothing.
///
/// ```
/// use std::time::Duration;
/// use carrick_server::{Budget, RateLimiter};
/// let mut limiter = RateLimiter::default();
/// let game = [(Budget::Games, "192.0.2.7", 2)];
/// let now = Duration::ZERO;
/// while limiter.charge(&game, now).is_ok() {}
/// let turned_away = limiter.charge(&game, now).unwrap_err();
/// assert!(limiter.charge(&game, now + turned_away.wait).is_ok());
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
    /// Sets the rate of a budget, and the number of keys to remember for it.
    #[must_use]
    pub fn with_rate(mut self, budget: Budget, rate: Rate, most_keys: usize) -> Self {
        self.budgets[budget as usize] = Buckets::new(rate, most_keys);
        self
    }

    /// Charges all of these costs, or none if one of the buckets does not hold its cost. Charge
    /// before the work, so that concurrent requests get no more than sequential ones.
    ///
    /// # Errors
    /// When a limit is exceeded; then nothing is charged, and the work must not be done.
    pub fn charge(&mut self, charges: &[Charge<'_>], now: Duration) -> Result<(), TooMany> {
        let waits = charges
            .iter()
            .map(|(budget, key, cost)| self.budgets[*budget as usize].wait(*key, *cost, now));
        if let Some(wait) = waits.max().filter(|wait| !wait.is_zero()) {
            return Err(TooMany { wait });
        }
        for (budget, key, cost) in charges {
            self.budgets[*budget as usize].charge(*key, *cost, now);
        }
        Ok(())
    }

    /// Refunds charges, for example for a right password.
    pub fn refund(&mut self, charges: &[Charge<'_>]) {
        for (budget, key, cost) in charges {
            self.budgets[*budget as usize].refund(*key, *cost);
        }
    }

    /// Number of remembered keys of all budgets.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.budgets.iter().map(Buckets::len).sum()
    }
}

/// A monotonic clock: the time since it was made.
pub type SteadyClock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The shared rate limiter of a server, with a monotonic clock. Clones share it. It is in memory: a
/// restart resets it. Attempts to get access can [also](Self::shared_through) be kept in the
/// database.
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

    /// Also keeps the attempts to get access in a database, by the wall clock. All processes that
    /// do so share them, so that no one gets more guesses by asking each of them, and a restart
    /// resets none.
    #[must_use]
    pub fn shared_through(
        self,
        store: Store,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> Self {
        Self { shared: Some(Arc::new(SharedLimits::new(store, clock))), ..self }
    }

    /// Charges like [`RateLimiter::charge`], now.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub fn charge(&self, charges: &[Charge<'_>]) -> Result<(), TooMany> {
        self.with(|limiter, now| limiter.charge(charges, now))
    }

    /// Refunds like [`RateLimiter::refund`].
    pub fn refund(&self, charges: &[Charge<'_>]) {
        self.with(|limiter, _| limiter.refund(charges));
    }

    /// Charges attempts of these holders to [`Budget::SignIn`], here and in the buckets that
    /// processes share. While the database fails, this process counts alone: everything that a
    /// password could open fails as well.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub async fn attempt(&self, attempts: &[(Attempt, &str)]) -> Result<(), TooMany> {
        let keys = keys(attempts);
        let charges = charges(&keys);
        self.charge(&charges)?;
        let Some(shared) = &self.shared else { return Ok(()) };
        match shared.charge(self.rate(), &keys).await {
            Ok(Some(wait)) => {
                self.refund(&charges);
                Err(TooMany { wait })
            }
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// Refunds attempts.
    pub async fn refund_attempt(&self, attempts: &[(Attempt, &str)]) {
        let keys = keys(attempts);
        self.refund(&charges(&keys));
        if let Some(shared) = &self.shared {
            // If the refund fails, the bucket refills in time anyway.
            let _ = shared.refund(self.rate(), &keys).await;
        }
    }

    /// The part of a budget that a key has spent and that has not been refilled yet.
    #[must_use]
    pub fn spent(&self, budget: Budget, key: &str) -> Cost {
        self.with(|limiter, now| {
            let buckets = &limiter.budgets[budget as usize];
            let lacks = buckets.wait(key, buckets.rate().burst, now);
            let spent = lacks.as_nanos() / buckets.rate().period.as_nanos().max(1);
            Cost::try_from(spent).unwrap_or(Cost::MAX)
        })
    }

    /// Rate of attempts.
    fn rate(&self) -> Rate {
        self.with(|limiter, _| limiter.budgets[Budget::SignIn as usize].rate())
    }

    /// Reads the clock under the lock, so that it never seems to go back.
    fn with<T>(&self, act: impl FnOnce(&mut RateLimiter, Duration) -> T) -> T {
        let mut limiter = self.limiter.lock().unwrap_or_else(PoisonError::into_inner);
        let now = (self.clock)();
        act(&mut limiter, now)
    }
}

/// Keys of attempts, with their costs.
fn keys(attempts: &[(Attempt, &str)]) -> Vec<(String, Cost)> {
    attempts.iter().map(|(attempt, holder)| (attempt.key(holder), attempt.cost())).collect()
}

fn charges(keys: &[(String, Cost)]) -> Vec<Charge<'_>> {
    keys.iter().map(|(key, cost)| (Budget::SignIn, &**key, *cost)).collect()
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
    fn every_budget_has_separate_buckets() {
        for (place, budget) in Budget::ALL.into_iter().enumerate() {
            assert_eq!(budget as usize, place, "{budget:?}");
            let mut limiter = RateLimiter::default();
            let burst = budget.rate().burst;
            limiter.charge(&[(budget, "a", burst)], NOW).unwrap();
            let wait = limiter.charge(&[(budget, "a", 1)], NOW).unwrap_err().wait;
            assert_eq!(wait, budget.rate().period, "{budget:?}");
            limiter.charge(&[(budget, "b", burst)], NOW).unwrap();
            for other in Budget::ALL.into_iter().filter(|other| *other != budget) {
                limiter.charge(&[(other, "a", other.rate().burst)], NOW).unwrap();
            }
        }
    }

    #[test]
    fn a_refusal_by_one_budget_charges_none() {
        let mut limiter = RateLimiter::default();
        let both = [(Budget::SignIn, "ann", 1), (Budget::SignIn, "192.0.2.7", 2)];
        for _ in 0..10 {
            limiter.charge(&both, NOW).unwrap();
        }
        for _ in 0..100 {
            assert_eq!(limiter.charge(&both, NOW).unwrap_err().wait.as_secs(), 120);
        }
        limiter.charge(&[(Budget::SignIn, "ann", 10)], NOW).unwrap();
        assert!(limiter.charge(&both[..1], NOW).is_err());
        limiter.refund(&both);
        limiter.charge(&both, NOW).unwrap();
    }

    #[tokio::test]
    async fn each_kind_of_attempt_is_counted_separately() {
        let limits = RateLimits::timed(RateLimiter::default(), Arc::new(|| NOW));
        for (attempt, most) in [
            (Attempt::GuessOf(GuessSource::Pages), 20),
            (Attempt::GuessOf(GuessSource::ClaimedMail), 20),
            (Attempt::GuessBy(GuessSource::Pages), 10),
            (Attempt::SignUp, 10),
            (Attempt::Link, 10),
            (Attempt::Proof, 10),
            (Attempt::Reset, 5),
            (Attempt::Code, 6),
        ] {
            let mut count = 0;
            while limits.attempt(&[(attempt, "a")]).await.is_ok() {
                count += 1;
            }
            assert_eq!(count, most, "{attempt:?}");
            limits.attempt(&[(attempt, "b")]).await.unwrap();
            limits.refund_attempt(&[(attempt, "a")]).await;
            limits.attempt(&[(attempt, "a")]).await.unwrap();
        }
    }

    #[test]
    fn a_wait_is_given_in_words() {
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
