//! The machine that a server runs on: its clock, its files, and which task may work when.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use carrick_store::{ConnectionPermit, ConnectionStep, Interceptor, InterceptorFuture, Order};
use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Notify, oneshot};

use crate::trace::{Tally, Trace};

// The conductor: it holds back every connection until its turn has come, so that one transaction
// runs at a time, in an order that depends only on the seed. It also makes steps fail and the
// machine crash.

/// Statements that keep a database from growing, and remove that limit again.
const NO_ROOM: &str = "PRAGMA max_page_count = 1";
const ROOM: &str = "PRAGMA max_page_count = 1073741823";

/// A conductor. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Conductor(Arc<SharedMachine>);

#[derive(Debug)]
struct SharedMachine {
    state: Mutex<MachineState>,
    /// Notified when a connection is given back, and when the machine has crashed.
    moved: Notify,
}

#[derive(Debug)]
struct MachineState {
    rng: Rng,
    trace: Trace,
    faults: Faults,
    life: Life,
    is_full: bool,
    /// Number of things that tasks have done.
    activity: u64,
    /// Number of commits.
    commits: u64,
    tally: Tally,
}

/// The part of the state that ends with a crash.
#[derive(Debug, Default)]
struct Life {
    /// Number of the life. What an earlier life gives back is ignored.
    number: u32,
    /// Tasks that wait for a connection.
    waiting: Vec<oneshot::Sender<ConnectionTurn>>,
    /// Whether a task holds one.
    is_held: bool,
    /// Number of moments until the machine crashes.
    crashes_in: Option<u32>,
    has_crashed: bool,
    /// Whether every task gets a connection immediately, and nothing fails.
    is_aside: bool,
    /// Number of commits until the one during which the machine crashes, and where the files of the
    /// database are copied before it.
    torn: Option<(u32, [PathBuf; 2])>,
    was_torn: bool,
    /// Whether the writer's next statement is its first, and whether connections may have a limit.
    is_first: bool,
    is_limited: bool,
}

/// The turn of a connection.
#[derive(Debug)]
struct ConnectionTurn(Arc<SharedMachine>, u32);

impl Drop for ConnectionTurn {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        if state.life.number == self.1 {
            state.life.is_held = false;
            self.0.moved.notify_one();
        }
    }
}

fn lock(shared: &SharedMachine) -> MutexGuard<'_, MachineState> {
    shared.state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Conductor {
    pub(crate) fn new(rng: Rng, trace: Trace, faults: Faults) -> Self {
        let state = MachineState {
            rng,
            trace,
            faults,
            life: Life::default(),
            is_full: false,
            activity: 0,
            commits: 0,
            tally: Tally::default(),
        };
        Self(Arc::new(SharedMachine { state: Mutex::new(state), moved: Notify::new() }))
    }

    /// Starts a new life after a crash.
    pub(crate) fn revive(&self) {
        let mut state = lock(&self.0);
        state.life = Life { number: state.life.number + 1, ..Life::default() };
    }

    /// Draws whether the machine crashes in the round that starts, and whether its disk is full.
    pub(crate) fn begin_round(&self, files: [PathBuf; 2]) {
        let mut state = lock(&self.0);
        let MachineState { rng, faults, .. } = &mut *state;
        let crashes = happens(rng, faults.crash);
        let within_commit = rng.u8(..3) == 0;
        let crashes_in = (crashes && !within_commit).then(|| rng.u32(..24));
        let torn = (crashes && within_commit).then(|| (rng.u32(..4), files));
        let is_full = happens(rng, faults.full);
        (state.life.crashes_in, state.life.torn, state.is_full) = (crashes_in, torn, is_full);
        state.tally.full += u64::from(is_full);
    }

    /// Makes everything succeed from now on.
    pub(crate) fn calm(&self) {
        let mut state = lock(&self.0);
        (state.faults, state.life.crashes_in, state.is_full) = (Faults::default(), None, false);
        state.life.torn = None;
    }

    /// Lets all tasks work immediately and without faults, to look at the database; or no longer.
    pub(crate) fn stand_aside(&self, aside: bool) {
        lock(&self.0).life.is_aside = aside;
    }

    /// Whether the machine has crashed.
    pub(crate) fn has_crashed(&self) -> bool {
        lock(&self.0).life.has_crashed
    }

    /// Whether it crashed in the middle of a commit, before which the files were copied.
    pub(crate) fn was_torn(&self) -> bool {
        lock(&self.0).life.was_torn
    }

    /// Number of things that tasks have done: as long as it grows, they are not idle.
    pub(crate) fn activity(&self) -> u64 {
        lock(&self.0).activity
    }

    /// Number of commits so far: as long as it stays the same, so does the database.
    pub(crate) fn commits(&self) -> u64 {
        lock(&self.0).commits
    }

    /// Numbers of the faults that occurred.
    pub(crate) fn tally(&self) -> Tally {
        lock(&self.0).tally
    }

    /// Whether a task waits for a connection or holds one.
    pub(crate) fn is_busy(&self) -> bool {
        let mut state = lock(&self.0);
        state.life.waiting.retain(|waiting| !waiting.is_closed());
        state.life.is_held || !state.life.waiting.is_empty()
    }

    /// Gives the connection to one of the waiting tasks. Returns whether there was one.
    pub(crate) fn grant(&self) -> bool {
        loop {
            let (waiting, life) = {
                let mut state = lock(&self.0);
                state.life.waiting.retain(|waiting| !waiting.is_closed());
                if state.life.waiting.is_empty() {
                    return false;
                }
                let of = state.life.waiting.len();
                let place = state.rng.usize(..of);
                state.trace.note(format_args!("turn {place} of {of}"));
                state.tally.permits += 1;
                state.life.is_held = true;
                (state.life.waiting.remove(place), state.life.number)
            };
            if waiting.send(ConnectionTurn(Arc::clone(&self.0), life)).is_ok() {
                return true;
            }
        }
    }

    /// Waits until the connection is given back or the machine has crashed.
    pub(crate) async fn given_back(&self) {
        loop {
            {
                let state = lock(&self.0);
                if !state.life.is_held || state.life.has_crashed {
                    return;
                }
            }
            self.0.moved.notified().await;
        }
    }

    /// A moment outside the database at which the machine may crash.
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
    fn crashes(&self, state: &mut MachineState) -> bool {
        if state.life.has_crashed {
            return true;
        }
        match &mut state.life.crashes_in {
            Some(0) => {
                state.life.has_crashed = true;
                state.tally.crashes += 1;
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

    /// The outcome of a step; `None` when the machine crashes.
    fn order(&self, step: ConnectionStep) -> Option<Order> {
        let mut state = lock(&self.0);
        if state.life.is_aside {
            return Some(Order::Go);
        }
        if self.crashes(&mut state) {
            return None;
        }
        let MachineState { rng, faults, tally, .. } = &mut *state;
        let order = match step {
            ConnectionStep::Begin { writes: true } if happens(rng, faults.busy) => {
                tally.busy += 1;
                Order::Busy
            }
            ConnectionStep::Statement { writes: true } if happens(rng, faults.statement) => {
                Order::Fail
            }
            ConnectionStep::Commit if happens(rng, faults.commit) => Order::Fail,
            ConnectionStep::Committed if happens(rng, faults.committed) => {
                tally.unheard += 1;
                Order::Fail
            }
            _ => Order::Go,
        };
        tally.failed += u64::from(order == Order::Fail);
        state.commits += u64::from(step == ConnectionStep::Committed);
        if order != Order::Go {
            state.trace.note(format_args!("{step:?}: {order:?}"));
            return Some(order);
        }
        match step {
            ConnectionStep::Begin { writes: true } => state.life.is_first = true,
            ConnectionStep::Statement { writes: true }
                if std::mem::take(&mut state.life.is_first)
                    && (state.is_full || state.life.is_limited) =>
            {
                state.life.is_limited = true;
                return Some(Order::First(if state.is_full { NO_ROOM } else { ROOM }));
            }
            ConnectionStep::Commit => {
                match &mut state.life.torn {
                    Some((0, [from, to])) => {
                        copy(from, to);
                        // Once it is committed the machine crashes, and the files are changed to
                        // their state in the middle of it.
                        state.life.crashes_in = Some(0);
                        (state.life.torn, state.life.was_torn) = (None, true);
                        state.tally.torn += 1;
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
    fn permit(&self, _: bool) -> InterceptorFuture<'_, ConnectionPermit> {
        Box::pin(async move {
            let (tell, granted) = oneshot::channel();
            {
                let mut state = lock(&self.0);
                if state.life.is_aside {
                    return Box::new(()) as ConnectionPermit;
                }
                state.life.waiting.push(tell);
                state.activity += 1;
            }
            match granted.await {
                Ok(turn) => Box::new(turn) as ConnectionPermit,
                // The machine has crashed.
                Err(_) => std::future::pending().await,
            }
        })
    }

    fn step(&self, step: ConnectionStep) -> InterceptorFuture<'_, Order> {
        Box::pin(async move {
            match self.order(step) {
                Some(order) => order,
                None => std::future::pending().await,
            }
        })
    }
}

// The clock of the simulated machine.

/// The first of May 2008, noon, in microseconds since 1970.
const START: i64 = 1_209_643_200_000_000;

/// A clock that moves only when told to. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct MachineClock {
    /// The time that the machine shows, in microseconds.
    shown: Arc<AtomicI64>,
    /// The time that has passed, in microseconds; it never goes back.
    passed: Arc<AtomicI64>,
}

impl MachineClock {
    pub(crate) fn new() -> Self {
        Self { shown: Arc::new(AtomicI64::new(START)), passed: Arc::default() }
    }

    /// The moment at which every simulation starts.
    pub(crate) fn start() -> Timestamp {
        at(START)
    }

    /// The time that it shows.
    #[must_use]
    pub(crate) fn now(&self) -> Timestamp {
        at(self.shown.load(Ordering::SeqCst))
    }

    /// The time that has passed, whatever the machine shows.
    pub(crate) fn passed(&self) -> Duration {
        Duration::from_micros(self.passed.load(Ordering::SeqCst).unsigned_abs())
    }

    /// Lets time pass.
    pub(crate) fn pass(&self, time: SignedDuration) {
        let micros = i64::try_from(time.as_micros()).unwrap_or_default();
        self.shown.fetch_add(micros, Ordering::SeqCst);
        self.passed.fetch_add(micros, Ordering::SeqCst);
    }

    /// Sets it back.
    pub(crate) fn set_back(&self, time: SignedDuration) {
        let micros = i64::try_from(time.as_micros()).unwrap_or_default();
        self.shown.fetch_sub(micros, Ordering::SeqCst);
    }
}

fn at(micros: i64) -> Timestamp {
    // Simulations last for months, not for millennia.
    Timestamp::from_microsecond(micros).unwrap_or(Timestamp::MAX)
}

// The faults of a run, and how often they occur.

/// Chances of faults, per thousand.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Faults {
    /// A round of work ends in a crash.
    pub(crate) crash: u32,
    /// A writer finds the database busy.
    pub(crate) busy: u32,
    /// A statement of a writer fails.
    pub(crate) statement: u32,
    /// A commit fails and has no effect.
    pub(crate) commit: u32,
    /// A commit succeeds but is reported as failed.
    pub(crate) committed: u32,
    /// The disk is full in a round.
    pub(crate) full: u32,
    /// The relay is away.
    pub(crate) absent: u32,
    /// The relay postpones an email.
    pub(crate) put_off: u32,
    /// The relay takes an email, but its answer is lost.
    pub(crate) unheard: u32,
    /// A client gives up in the middle of a request.
    pub(crate) gives_up: u32,
    /// A request or an email is delivered a second time.
    pub(crate) doubled: u32,
    /// An answer is lost on its way, so that the request is sent again.
    pub(crate) lost: u32,
    /// The clock is set back.
    pub(crate) set_back: u32,
}

impl Faults {
    /// A random mix of faults, different for each run.
    pub(crate) fn drawn(rng: &mut Rng) -> Self {
        let mut chance = |often: u32| if rng.u8(..3) == 0 { 0 } else { rng.u32(1..=often) };
        Self {
            crash: chance(150),
            busy: chance(60),
            statement: chance(15),
            commit: chance(40),
            committed: chance(40),
            full: chance(150),
            absent: chance(200),
            put_off: chance(300),
            unheard: chance(200),
            gives_up: chance(100),
            doubled: chance(400),
            lost: chance(200),
            set_back: chance(60),
        }
    }
}

/// Whether an event with this chance per thousand happens.
pub(crate) fn happens(rng: &mut Rng, chance: u32) -> bool {
    chance > 0 && rng.u32(..1000) < chance
}

// The files of a database as a crash leaves them.

/// A database's write-ahead log.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Copies a database with its log. A missing file is also missing in the copy.
pub(crate) fn copy(from: &Path, to: &Path) {
    for (from, to) in [(from.to_owned(), to.to_owned()), (log_of(from), log_of(to))] {
        match fs::read(&from) {
            Ok(bytes) => _ = fs::write(to, bytes),
            Err(_) => _ = fs::remove_file(to),
        }
    }
}

/// Makes a copy as a crash in the middle of a commit leaves it: the log is written up to a position
/// between its earlier and its later state, drawn from 0 to 1. `None` if the commit has also
/// changed the database itself.
pub(crate) fn tear(before: &Path, after: &Path, to: &Path, drawn: f64) -> Option<usize> {
    let [old, new] = [before, after].map(|path| fs::read(log_of(path)).unwrap_or_default());
    let [old_file, new_file] = [before, after].map(|path| fs::read(path).ok());
    if old_file.is_none() || old_file != new_file || new.len() < old.len() {
        return None;
    }
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let span = new.len().saturating_sub(same);
    // The last byte is what makes it a commit.
    let written = same + (span as f64 * drawn) as usize;
    let written = written.min(new.len().saturating_sub(1)).max(same.min(new.len()));
    let mut log = new[..written].to_vec();
    log.extend(old.get(written..).unwrap_or_default());
    fs::write(to, new_file?).ok()?;
    fs::write(log_of(to), log).ok()?;
    Some(written)
}

/// Removes a database.
pub(crate) fn remove(path: &Path) {
    let mut memory = path.as_os_str().to_owned();
    memory.push("-shm");
    for path in [path.to_owned(), log_of(path), memory.into()] {
        let _ = fs::remove_file(path);
    }
}
