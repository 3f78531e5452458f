//! The conductor: it holds every connection back until its turn has come, so that one transaction
//! runs at a time and the seed alone says in which order, and it lets steps fail and the machine
//! crash.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrick_store::{Answer, Interceptor, Order, Permit, Step};
use fastrand::Rng;
use tokio::sync::{Notify, oneshot};

use super::faults::{Faults, happens};
use super::files;
use crate::trace::Trace;

/// Statements that let a database grow no further, and again without a limit.
const NO_ROOM: &str = "PRAGMA max_page_count = 1";
const ROOM: &str = "PRAGMA max_page_count = 1073741823";

/// A conductor. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Conductor(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Told when a connection was given back, and when the machine has crashed.
    moved: Notify,
}

#[derive(Debug)]
struct State {
    rng: Rng,
    trace: Trace,
    faults: Faults,
    /// Those who wait for a connection.
    waiting: Vec<oneshot::Sender<Turn>>,
    /// Whether somebody holds one.
    is_held: bool,
    /// Number of the machine's life: what an earlier one gives back counts no more.
    life: u32,
    /// Moments that are left before the machine crashes.
    crashes_in: Option<u32>,
    has_crashed: bool,
    /// Whether everybody gets a connection at once, and nothing fails.
    is_aside: bool,
    /// Commits until the one within which the machine crashes, and where the files of the database
    /// are copied before it.
    torn: Option<(u32, [PathBuf; 2])>,
    was_torn: bool,
    is_full: bool,
    /// Whether the writer's next statement is its first, and whether connections may have a limit.
    is_first: bool,
    is_limited: bool,
    /// Number of things that tasks have done.
    activity: u64,
    /// Number of commits.
    commits: u64,
    counts: Counts,
}

/// Numbers of faults that happened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Transactions and connections.
    pub permits: u64,
    /// Writers that found the database busy.
    pub busy: u64,
    /// Statements and commits that failed.
    pub failed: u64,
    /// Commits that were done and reported as failed.
    pub unheard: u64,
    /// Rounds with a full disk.
    pub full: u64,
    /// Crashes, and those in the middle of a commit.
    pub crashes: u64,
    /// Crashes in the middle of a commit.
    pub torn: u64,
}

/// The turn of a connection.
#[derive(Debug)]
struct Turn(Arc<Shared>, u32);

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        if state.life == self.1 {
            state.is_held = false;
            self.0.moved.notify_one();
        }
    }
}

fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Conductor {
    pub(crate) fn new(rng: Rng, trace: Trace, faults: Faults) -> Self {
        let state = State {
            rng,
            trace,
            faults,
            waiting: Vec::new(),
            is_held: false,
            life: 0,
            crashes_in: None,
            has_crashed: false,
            is_aside: false,
            torn: None,
            was_torn: false,
            is_full: false,
            is_first: false,
            is_limited: false,
            activity: 0,
            commits: 0,
            counts: Counts::default(),
        };
        Self(Arc::new(Shared { state: Mutex::new(state), moved: Notify::new() }))
    }

    /// A new life after a crash.
    pub(crate) fn revive(&self) {
        let mut state = lock(&self.0);
        state.waiting.clear();
        state.life += 1;
        (state.is_held, state.has_crashed, state.crashes_in) = (false, false, None);
        (state.is_aside, state.is_first) = (false, false);
        (state.torn, state.was_torn, state.is_limited) = (None, false, false);
    }

    /// Draws whether the machine crashes in the round that begins, and whether its disk is full.
    pub(crate) fn begin_round(&self, files: [PathBuf; 2]) {
        let mut state = lock(&self.0);
        let State { rng, faults, .. } = &mut *state;
        let crashes = happens(rng, faults.crash);
        let within_commit = rng.u8(..3) == 0;
        let crashes_in = (crashes && !within_commit).then(|| rng.u32(..24));
        let torn = (crashes && within_commit).then(|| (rng.u32(..4), files));
        let is_full = happens(rng, faults.full);
        (state.crashes_in, state.torn, state.is_full) = (crashes_in, torn, is_full);
        state.counts.full += u64::from(is_full);
    }

    /// From now on nothing goes wrong any more.
    pub(crate) fn calm(&self) {
        let mut state = lock(&self.0);
        (state.faults, state.crashes_in, state.is_full) = (Faults::default(), None, false);
        state.torn = None;
    }

    /// Lets everybody work at once and without faults, for looking at the database; or no more.
    pub(crate) fn stand_aside(&self, aside: bool) {
        lock(&self.0).is_aside = aside;
    }

    /// Whether the machine has crashed.
    pub(crate) fn has_crashed(&self) -> bool {
        lock(&self.0).has_crashed
    }

    /// Whether it did so in the middle of a commit, before which the files were copied.
    pub(crate) fn was_torn(&self) -> bool {
        lock(&self.0).was_torn
    }

    /// Number of things that tasks have done: as long as it grows, they are not at rest.
    pub(crate) fn activity(&self) -> u64 {
        lock(&self.0).activity
    }

    /// Number of commits so far: as long as it is the same, so is the database.
    pub(crate) fn commits(&self) -> u64 {
        lock(&self.0).commits
    }

    pub(crate) fn counts(&self) -> Counts {
        lock(&self.0).counts
    }

    /// Whether somebody waits for a connection or holds one.
    pub(crate) fn is_busy(&self) -> bool {
        let mut state = lock(&self.0);
        state.waiting.retain(|waiting| !waiting.is_closed());
        state.is_held || !state.waiting.is_empty()
    }

    /// Gives the connection to one of those who wait. Returns whether there was one.
    pub(crate) fn grant(&self) -> bool {
        loop {
            let (waiting, life) = {
                let mut state = lock(&self.0);
                state.waiting.retain(|waiting| !waiting.is_closed());
                if state.waiting.is_empty() {
                    return false;
                }
                let of = state.waiting.len();
                let place = state.rng.usize(..of);
                state.trace.note(format_args!("turn {place} of {of}"));
                state.counts.permits += 1;
                state.is_held = true;
                (state.waiting.remove(place), state.life)
            };
            if waiting.send(Turn(Arc::clone(&self.0), life)).is_ok() {
                return true;
            }
        }
    }

    /// Waits until the connection is given back or the machine has crashed.
    pub(crate) async fn given_back(&self) {
        loop {
            {
                let state = lock(&self.0);
                if !state.is_held || state.has_crashed {
                    return;
                }
            }
            self.0.moved.notified().await;
        }
    }

    /// A moment outside of the database at which the machine may crash.
    pub(crate) async fn moment(&self, what: String) {
        let crashes = {
            let mut state = lock(&self.0);
            state.trace.note(what);
            state.activity += 1;
            self.crashes(&mut state)
        };
        if crashes {
            std::future::pending::<()>().await;
        }
    }

    /// Whether the machine crashes at this moment, or has crashed.
    fn crashes(&self, state: &mut State) -> bool {
        if state.has_crashed {
            return true;
        }
        match &mut state.crashes_in {
            Some(0) => {
                state.has_crashed = true;
                state.counts.crashes += 1;
                state.trace.note("crash");
                self.0.moved.notify_one();
                true
            }
            Some(left) => {
                *left -= 1;
                false
            }
            None => false,
        }
    }

    /// The outcome of a step; none when the machine crashes.
    fn order(&self, step: Step) -> Option<Order> {
        let mut state = lock(&self.0);
        if state.is_aside {
            return Some(Order::Go);
        }
        if self.crashes(&mut state) {
            return None;
        }
        let State { rng, faults, counts, .. } = &mut *state;
        let order = match step {
            Step::Begin { writes: true } if happens(rng, faults.busy) => {
                counts.busy += 1;
                Order::Busy
            }
            Step::Statement { writes: true } if happens(rng, faults.statement) => Order::Fail,
            Step::Commit if happens(rng, faults.commit) => Order::Fail,
            Step::Committed if happens(rng, faults.committed) => {
                counts.unheard += 1;
                Order::Fail
            }
            _ => Order::Go,
        };
        counts.failed += u64::from(order == Order::Fail);
        state.commits += u64::from(step == Step::Committed);
        if order != Order::Go {
            state.trace.note(format_args!("{step:?}: {order:?}"));
            return Some(order);
        }
        match step {
            Step::Begin { writes: true } => state.is_first = true,
            Step::Statement { writes: true }
                if std::mem::take(&mut state.is_first) && (state.is_full || state.is_limited) =>
            {
                state.is_limited = true;
                return Some(Order::First(if state.is_full { NO_ROOM } else { ROOM }));
            }
            Step::Commit => {
                match &mut state.torn {
                    Some((0, [from, to])) => {
                        files::copy(from, to);
                        // Once it is committed the machine crashes, and the files are made such as
                        // they were in the middle.
                        state.crashes_in = Some(0);
                        (state.torn, state.was_torn) = (None, true);
                        state.counts.torn += 1;
                    }
                    Some((left, _)) => *left -= 1,
                    None => {}
                }
            }
            _ => {}
        }
        Some(order)
    }
}

impl Interceptor for Conductor {
    fn permit(&self, _: bool) -> Answer<'_, Permit> {
        Box::pin(async move {
            let (tell, granted) = oneshot::channel();
            {
                let mut state = lock(&self.0);
                if state.is_aside {
                    return Box::new(()) as Permit;
                }
                state.waiting.push(tell);
                state.activity += 1;
            }
            match granted.await {
                Ok(turn) => Box::new(turn) as Permit,
                // The machine has crashed.
                Err(_) => std::future::pending().await,
            }
        })
    }

    fn step(&self, step: Step) -> Answer<'_, Order> {
        Box::pin(async move {
            match self.order(step) {
                Some(order) => order,
                None => std::future::pending().await,
            }
        })
    }
}
