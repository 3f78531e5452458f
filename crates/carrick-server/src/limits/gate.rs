//! Password gate: guesses are rate-limited, and few passwords are hashed at a time.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use carrick_service::Userid;
use tokio::sync::MutexGuard;

use super::fair_queue::{Busy, FairQueue, QueueBounds};
use super::rate_limiter::{Budget, GuessSource, RateLimits, TooMany};

/// Gate before all password checks that strangers can reach: rate limits for guesses, and a fair
/// queue for hashing, which takes a processor for tens of milliseconds and 19 MiB. Clones share it.
///
/// The command line has none: a user who can open the database need not guess.
#[derive(Debug, Clone)]
pub struct Gate {
    limits: RateLimits,
    source: GuessSource,
    hashing: FairQueue,
    turns: Arc<[tokio::sync::Mutex<()>; TURNS]>,
}

/// Maximum number of passwords that wait to be hashed, of one sender and of all. A request beyond
/// them is told to come again; a mail waits.
const WAITING_PER_SENDER: usize = 16;
const WAITING: usize = 256;

/// Reason why a password was not verified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TurnedAway {
    /// Too many wrong guesses.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// Too many passwords wait to be verified.
    #[error(transparent)]
    Busy(#[from] Busy),
}

/// Number of locks that put the guesses for one account, or by one sender, in sequence. Accounts
/// and senders that share a lock by chance wait for each other.
const TURNS: usize = 64;

/// Lock on the guesses for one account and by one sender.
#[must_use]
pub(crate) struct Turn<'a> {
    _first: MutexGuard<'a, ()>,
    _second: Option<MutexGuard<'a, ()>>,
}

/// A gate, with the sender whose guesses are counted.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// The gate.
    pub gate: &'a Gate,
    /// Key of the sender as the carrier knows it, a network or mail address, and not the name that
    /// they claim.
    pub sender: &'a str,
}

impl Gate {
    /// The gate of the web pages, with a maximum number of passwords that are hashed at once.
    #[must_use]
    pub fn new(limits: RateLimits, hashing: usize) -> Self {
        let bounds =
            QueueBounds { places: hashing, waiting_per_key: WAITING_PER_SENDER, waiting: WAITING };
        Self {
            limits,
            source: GuessSource::Pages,
            hashing: FairQueue::new(bounds),
            turns: Arc::new(std::array::from_fn(|_| tokio::sync::Mutex::default())),
        }
    }

    /// A gate for another source. Guesses are counted apart, but the gates share the queue for
    /// hashing.
    #[must_use]
    pub fn for_source(&self, source: GuessSource) -> Self {
        Self { source, hashing: self.hashing.clone(), ..Self::new(self.limits.clone(), 1) }
    }

    /// Hashes on a blocking thread when it is the sender's turn.
    ///
    /// # Errors
    /// When too many wait already. A mail is never turned away: nobody is there to try again.
    ///
    /// # Panics
    /// When `hash` does.
    pub async fn hash<T: Send + 'static>(
        &self,
        sender: &str,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        match self.source {
            GuessSource::Pages => self.hashing.run(sender, hash).await,
            _ => Ok(self.hashing.run_patiently(sender, hash).await),
        }
    }

    /// The budgets that a guess is charged to.
    fn budgets<'a>(&self, account: &'a Userid, sender: &'a str) -> [(Budget, &'a str); 2] {
        [
            (Budget::GuessesOf(self.source), account.as_str()),
            (Budget::GuessesBy(self.source), sender),
        ]
    }
}

impl<'a> At<'a> {
    /// Waits until no other guess for this account or by this sender is under way. Many requests
    /// with the right password at once, as when a relay empties its queue, then do not exhaust the
    /// limit: each is refunded before the next is charged.
    pub(crate) async fn turn(self, account: &Userid) -> Turn<'a> {
        let place = |key: &str| {
            let mut hasher = DefaultHasher::new();
            key.hash(&mut hasher);
            hasher.finish() as usize % TURNS
        };
        let mut places = [place(account.as_str()), place(self.sender)];
        // Always in the same order, so that no two wait for each other.
        places.sort_unstable();
        let [first, second] = places;
        let turns = &self.gate.turns;
        let _first = turns[first].lock().await;
        let _second = if second == first { None } else { Some(turns[second].lock().await) };
        Turn { _first, _second }
    }

    /// Charges a guess of an account's password, before it is verified.
    ///
    /// # Errors
    /// When the rate limit is exceeded.
    pub async fn charge(self, account: &Userid) -> Result<(), TooMany> {
        self.gate.limits.charge_shared(&self.gate.budgets(account, self.sender), 1).await
    }

    /// Refunds a guess that was right, or that was not verified.
    pub async fn refund(self, account: &Userid) {
        self.gate.limits.refund_shared(&self.gate.budgets(account, self.sender), 1).await;
    }

    /// Hashes on a blocking thread when it is this sender's turn.
    ///
    /// # Errors
    /// When too many wait already.
    ///
    /// # Panics
    /// When `hash` does.
    pub async fn hash<T: Send + 'static>(
        self,
        hash: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Busy> {
        self.gate.hash(self.sender, hash).await
    }
}
