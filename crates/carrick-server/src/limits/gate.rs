//! Password gate: guesses are rate-limited, and few passwords are hashed at a time.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use carrick_service::{Registration, Userid};
use tokio::sync::MutexGuard;

use super::fair_queue::{Busy, FairQueue, QueueBounds};
use super::rate_limiter::{Attempt, Budget, Cost, GAME, GuessSource, RateLimits, TooMany};

/// Gate in front of all password checks that strangers can reach: rate limits for guesses, and a
/// fair queue for hashing, which takes a processor for tens of milliseconds and 19 MiB. Clones
/// share it.
///
/// The command line has no gate: a user who can open the database need not guess.
#[derive(Debug, Clone)]
pub struct Gate {
    limits: RateLimits,
    source: GuessSource,
    hashing: FairQueue,
    has_price: bool,
    turns: Arc<[tokio::sync::Mutex<()>; TURNS]>,
    registration: Registration,
}

/// Maximum number of passwords that wait to be hashed, for one sender and in total. Further
/// requests are asked to try again; an email waits.
const WAITING_PER_SENDER: usize = 16;
const WAITING: usize = 256;

/// Price of a hash on the pages, in processor time: hashing takes 20 ms on a fast machine, and a
/// lot of memory.
const HASH: Cost = 500;

/// Reason why a password was not verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TurnedAway {
    /// Too many wrong guesses.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// Too many passwords from one sender, right or wrong, to be verified now.
    #[error("{0}")]
    Hashes(TooMany),
    /// Too many passwords are waiting to be verified.
    #[error(transparent)]
    Busy(#[from] Busy),
}

/// Number of locks that serialise the guesses for one account, or by one sender. Accounts and
/// senders that share a lock by chance wait for each other.
const TURNS: usize = 64;

/// Lock on the guesses for one account and by one sender.
#[must_use]
pub(crate) struct GuessLock<'a> {
    _first: MutexGuard<'a, ()>,
    _second: Option<MutexGuard<'a, ()>>,
}

/// A gate, with the sender whose guesses are counted.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// The gate.
    pub gate: &'a Gate,
    /// Key of the sender as the carrier knows it: a network or mail address, not the name that they
    /// claim.
    pub sender: &'a str,
    /// [Network place](carrick_store::Store::note_place) that the command comes from, recorded for
    /// a user whose password proves who they are; `None` for mail, and if a session has recorded
    /// it.
    pub place: Option<&'a str>,
}

impl Gate {
    /// The gate of the web pages, with the maximum number of passwords to hash at the same time.
    #[must_use]
    pub fn new(limits: RateLimits, hashing: usize) -> Self {
        let bounds =
            QueueBounds { places: hashing, waiting_per_key: WAITING_PER_SENDER, waiting: WAITING };
        Self {
            limits,
            source: GuessSource::Pages,
            hashing: FairQueue::new(bounds),
            has_price: true,
            turns: Arc::new(std::array::from_fn(|_| tokio::sync::Mutex::default())),
            registration: Registration::Open,
        }
    }

    /// Sets who may create an account.
    #[must_use]
    pub fn with_registration(self, registration: Registration) -> Self {
        Self { registration, ..self }
    }

    /// Who may create an account.
    #[must_use]
    pub const fn registration(&self) -> Registration {
        self.registration
    }

    /// A gate for mail. Guesses are counted separately; the gates share the queue for hashing. A
    /// hash has no price here, since mail has other limits.
    #[must_use]
    pub fn for_source(&self, source: GuessSource) -> Self {
        let (hashing, registration) = (self.hashing.clone(), self.registration);
        let gate = Self::new(self.limits.clone(), 1);
        Self { source, hashing, has_price: false, registration, ..gate }
    }

    /// A gate that hashes without a price, for tests and measurements.
    #[must_use]
    pub fn without_prices(self) -> Self {
        Self { has_price: false, ..self }
    }

    /// Charges commands, and the games that some of them start, to the address that they are mailed
    /// from.
    ///
    /// # Errors
    /// When a limit is exceeded.
    pub(crate) fn charge_commands(
        &self,
        sender: &str,
        commands: u32,
        games: u32,
    ) -> Result<(), TooMany> {
        if !self.has_price {
            return Ok(());
        }
        self.limits.charge(&[(Budget::Changes, sender, commands)])?;
        self.limits.charge(&[(Budget::Games, sender, games * GAME)])
    }

    /// Hashes on a blocking thread when it is the sender's turn. On the pages the sender's address
    /// pays for the processor time.
    ///
    /// # Errors
    /// When too many are already waiting, or the sender cannot pay. An email is never turned away,
    /// since no one would try again.
    ///
    /// # Panics
    /// When `hash` does.
    pub async fn hash<T: Send + 'static>(
        &self,
        sender: &str,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnedAway> {
        if self.source != GuessSource::Pages {
            return Ok(self.hashing.run_patiently(sender, hash).await);
        }
        let charge = [(Budget::AddressTime, sender, if self.has_price { HASH } else { 0 })];
        self.limits.charge(&charge).map_err(TurnedAway::Hashes)?;
        let hashed = self.hashing.run(sender, hash).await;
        if hashed.is_err() {
            self.limits.refund(&charge);
        }
        Ok(hashed?)
    }

    /// What a guess counts as, for the account and for the sender.
    fn attempts<'a>(&self, account: &'a Userid, sender: &'a str) -> [(Attempt, &'a str); 2] {
        [(Attempt::GuessOf(self.source), account.as_str()), (Attempt::GuessBy(self.source), sender)]
    }
}

impl<'a> At<'a> {
    /// Waits until no other guess for this account or by this sender is in progress. Then many
    /// simultaneous requests with the right password, as when a relay empties its queue, do not
    /// exhaust the limit: each is refunded before the next is charged.
    pub(crate) async fn turn(self, account: &Userid) -> GuessLock<'a> {
        let place = |key: &str| {
            let mut hasher = DefaultHasher::new();
            key.hash(&mut hasher);
            hasher.finish() as usize % TURNS
        };
        let mut places = [place(account.as_str()), place(self.sender)];
        // Always in the same order, to avoid a deadlock.
        places.sort_unstable();
        let [first, second] = places;
        let turns = &self.gate.turns;
        let _first = turns[first].lock().await;
        let _second = if second == first { None } else { Some(turns[second].lock().await) };
        GuessLock { _first, _second }
    }

    /// Charges a guess of an account's password before it is verified.
    ///
    /// # Errors
    /// When the rate limit is exceeded.
    pub async fn charge(self, account: &Userid) -> Result<(), TooMany> {
        self.gate.limits.attempt(&self.gate.attempts(account, self.sender)).await
    }

    /// Refunds a guess that was right, or that was not verified.
    pub async fn refund(self, account: &Userid) {
        self.gate.limits.refund_attempt(&self.gate.attempts(account, self.sender)).await;
    }

    /// Hashes on a blocking thread when it is this sender's turn.
    ///
    /// # Errors
    /// As [`Gate::hash`].
    ///
    /// # Panics
    /// When `hash` does.
    pub async fn hash<T: Send + 'static>(
        self,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnedAway> {
        self.gate.hash(self.sender, hash).await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::limits::{Rate, RateLimiter};

    /// Even for right passwords: a thousand sign-ins hash a thousand times.
    #[tokio::test]
    async fn each_hash_on_the_pages_has_a_price() {
        let rate = Rate { burst: 3 * HASH, period: Duration::from_millis(2) };
        let limiter = RateLimiter::default().with_rate(Budget::AddressTime, rate, 10);
        let limits = RateLimits::timed(limiter, Arc::new(|| Duration::from_secs(100)));
        let gate = Gate::new(limits, 1);
        for number in 0..3 {
            assert_eq!(gate.hash("a", move || number).await, Ok(number));
        }
        let wait = Duration::from_secs(1);
        assert_eq!(gate.hash("a", || 3).await, Err(TurnedAway::Hashes(TooMany { wait })));
        assert_eq!(gate.hash("b", || 4).await, Ok(4), "others have their own");
        let mail = gate.for_source(GuessSource::ProvedMail);
        assert_eq!(mail.hash("a", || 5).await, Ok(5), "mail has separate limits");
        assert_eq!(gate.without_prices().hash("a", || 6).await, Ok(6));
    }
}
