//! Password gate: guesses are rate-limited, and few passwords are hashed at a time.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use carrick_service::Userid;
use tokio::sync::MutexGuard;

use super::fair_queue::{Busy, FairQueue, QueueBounds};
use super::rate_limiter::{Budget, Door, Limits, TooMany};

/// What stands before the passwords of a program that strangers can reach: the limits of guesses,
/// and a queue in which those take turns who have one hashed, since each takes a processor for tens
/// of milliseconds and 19 MiB. A clone is the same gate.
///
/// The command line has none: whoever holds the database need not guess.
#[derive(Debug, Clone)]
pub struct Gate {
    limits: Limits,
    door: Door,
    hashing: FairQueue,
    turns: Arc<[tokio::sync::Mutex<()>; TURNS]>,
}

/// Maximum number of passwords that wait to be hashed: of one sender, and of all. Whoever comes on
/// top of these is told at once to come again; a mail waits.
const WAITING_PER_SENDER: usize = 16;
const WAITING: usize = 256;

/// Why a password was not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TurnedAway {
    /// Too many were guessed.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// Too many wait to be looked at.
    #[error(transparent)]
    Busy(#[from] Busy),
}

/// Guesses for one account, or by one sender, come one after another; so do some of those for
/// others.
const TURNS: usize = 64;

/// Whoever holds it is the only one who guesses for that account, and the only one as that sender.
#[must_use]
pub(crate) struct Turn<'a> {
    _first: MutexGuard<'a, ()>,
    _second: Option<MutexGuard<'a, ()>>,
}

/// The gate as one sender stands before it.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// Which gate.
    pub gate: &'a Gate,
    /// What its carrier knows the sender by, whoever they say they are: a network address, or a
    /// mail address.
    pub sender: &'a str,
}

impl Gate {
    /// The gate of the pages, behind which at most so many passwords are hashed at once.
    #[must_use]
    pub fn new(limits: Limits, hashing: usize) -> Self {
        let bounds =
            QueueBounds { places: hashing, waiting_per_key: WAITING_PER_SENDER, waiting: WAITING };
        Self {
            limits,
            door: Door::Pages,
            hashing: FairQueue::new(bounds),
            turns: Arc::new(std::array::from_fn(|_| tokio::sync::Mutex::default())),
        }
    }

    /// Another gate: what is guessed at one is not counted at the other, but behind both together
    /// no more passwords are hashed at once.
    #[must_use]
    pub fn at_door(&self, door: Door) -> Self {
        Self { door, hashing: self.hashing.clone(), ..Self::new(self.limits.clone(), 1) }
    }

    /// Hashes on a thread of its own, when it is the sender's turn.
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
        match self.door {
            Door::Pages => self.hashing.run(sender, hash).await,
            _ => Ok(self.hashing.run_patiently(sender, hash).await),
        }
    }

    /// What a guess is counted by.
    fn budgets<'a>(&self, account: &'a Userid, sender: &'a str) -> [(Budget, &'a str); 2] {
        [(Budget::GuessesOf(self.door), account.as_str()), (Budget::GuessesBy(self.door), sender)]
    }
}

impl<'a> At<'a> {
    /// Waits until nobody else guesses for this account or as this sender. Who comes with the right
    /// password many times at once, as when a relay empties its queue, is then not taken for one
    /// who guesses: each charge is taken back before the next.
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

    /// Counts a guess of an account's password, before it is looked at.
    ///
    /// # Errors
    /// When there were too many.
    pub fn charge(self, account: &Userid) -> Result<(), TooMany> {
        self.gate.limits.charge(&self.gate.budgets(account, self.sender), 1)
    }

    /// The guess was right, or was not looked at.
    pub fn refund(self, account: &Userid) {
        self.gate.limits.refund(&self.gate.budgets(account, self.sender), 1);
    }

    /// Hashes on a thread of its own, when it is this sender's turn.
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
