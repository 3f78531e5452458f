//! Passwords through a gate: guesses are throttled, and few are hashed at a time.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use carrick_service::Userid;
use jiff::Timestamp;
use tokio::sync::{MutexGuard, Semaphore};
use tokio::task;

use crate::{Throttle, TooMany};

/// What stands before the passwords of a program that strangers can reach: a [`Throttle`], and a bound on
/// how many passwords are hashed at once, since each takes a processor for tens of milliseconds and 19
/// MiB. A clone is the same gate.
///
/// The command line has none: whoever holds the database need not guess.
#[derive(Debug, Clone)]
pub struct Gate {
    throttle: Arc<Mutex<Throttle>>,
    hashing: Arc<Semaphore>,
    turns: Arc<[tokio::sync::Mutex<()>; TURNS]>,
}

/// Guesses for one account, or by one sender, come one after another; so do some of those for others.
const TURNS: usize = 64;

/// Whoever holds it is the only one who guesses for his account, and the only one as his sender.
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
    /// What its carrier knows the sender by, whoever he says he is: a network address, or a mail address.
    pub sender: &'a str,
}

impl Gate {
    /// A gate behind which at most so many passwords are hashed at once.
    #[must_use]
    pub fn new(throttle: Throttle, hashing: usize) -> Self {
        Self {
            throttle: Arc::new(Mutex::new(throttle)),
            hashing: Arc::new(Semaphore::new(hashing.max(1))),
            turns: Arc::new(std::array::from_fn(|_| tokio::sync::Mutex::default())),
        }
    }

    /// Another gate with a throttle of its own: what is guessed at one is not counted at the other, but behind
    /// both together no more passwords are hashed at once.
    #[must_use]
    pub fn beside(&self, throttle: Throttle) -> Self {
        Self { hashing: Arc::clone(&self.hashing), ..Self::new(throttle, 1) }
    }

    /// Hashes on a thread of its own, when there is room.
    ///
    /// # Panics
    /// When `hash` does.
    pub async fn hash<T: Send + 'static>(&self, hash: impl FnOnce() -> T + Send + 'static) -> T {
        // The semaphore is never closed; and whoever waits here no longer gives his place back.
        let place = self.hashing.clone().acquire_owned().await.ok();
        let hashing = task::spawn_blocking(move || {
            let _place = place;
            hash()
        });
        match hashing.await {
            Ok(hashed) => hashed,
            Err(error) => match error.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // Blocking work that has begun is not cancelled, only a runtime that ends drops it.
                Err(_) => std::future::pending().await,
            },
        }
    }

    fn throttle<T>(&self, act: impl FnOnce(&mut Throttle) -> T) -> T {
        act(&mut self.throttle.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<'a> At<'a> {
    /// Waits until nobody else guesses for this account or as this sender. Who comes with the right password
    /// many times at once, as when a relay empties its queue, is then not taken for one who guesses: each charge is taken
    /// back before the next.
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
    pub fn charge(self, account: &Userid, now: Timestamp) -> Result<(), TooMany> {
        self.gate.throttle(|throttle| throttle.charge(account, self.sender, now))
    }

    /// The guess was right.
    pub fn refund(self, account: &Userid) {
        self.gate.throttle(|throttle| throttle.refund(account, self.sender));
    }
}
