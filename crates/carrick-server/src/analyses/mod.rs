//! Queue of analyses for pages and programs that have no engine.
//!
//! Only a few run at the same time, and network addresses take turns in a queue of limited length;
//! waiting visitors see their place in it. An analysis has a budget of nodes and of time, pauses
//! while the computer owes turns, and ends when no one follows it any more. Everything is in
//! memory: a restart forgets it.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use carrick_coach::{Analyser, Analysis, AnalysisOptions};
use carrick_engine::{Exact, Memory, node_microseconds};
use carrick_games::{AnyGame, AnyOptions};
use carrick_store::{JobKind, Store};
use jiff::Timestamp;
use tokio::sync::watch;
use tokio::task;

use crate::computer::{Rested, Worker, Yielding};
use crate::limits::Busy;

/// Memory of one analysis, in bytes.
const MEMORY: Memory = Memory { tree: 32 << 20, table: 8 << 20 };

/// Bounds of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnalysisBounds {
    /// Maximum number of analyses that run at the same time; at least one.
    pub places: usize,
    /// Maximum number of waiting analyses of one network address.
    pub waiting_per_address: usize,
    /// Maximum number of waiting analyses in total.
    pub waiting: usize,
    /// Maximum number of finished analyses that can still be viewed.
    pub kept: usize,
    /// Maximum time of one analysis, without its pauses.
    pub time: Duration,
    /// Time of the largest search on an ordinary machine; its map takes the same time again.
    pub search: Duration,
}

impl Default for AnalysisBounds {
    fn default() -> Self {
        Self {
            places: 1,
            waiting_per_address: 8,
            waiting: 64,
            kept: 256,
            time: Duration::from_secs(10),
            search: Duration::from_secs(2),
        }
    }
}

impl AnalysisBounds {
    /// Maximum number of nodes of a search in games with these options.
    #[must_use]
    pub fn most_nodes(self, options: AnyOptions) -> u64 {
        let time = u64::try_from(self.search.as_micros()).unwrap_or(u64::MAX);
        (time / node_microseconds(options)).max(1)
    }
}

/// A request: the position to analyse, and for whom.
#[derive(Debug, Clone)]
pub struct AnalysisRequest {
    /// Random name of the analysis, which no one else can guess.
    pub name: String,
    /// The session or program that asks. It has one analysis at a time: a new one replaces the
    /// previous one. `None` for strangers.
    pub owner: Option<String>,
    /// Network address by which waiting analyses take turns.
    pub address: String,
    /// The game, at the position to analyse.
    pub game: AnyGame,
    /// Number of best turns to report.
    pub lines: usize,
    /// Number of positions to search; at most [`Analyses::most_nodes`].
    pub nodes: u64,
}

/// State of an analysis.
#[derive(Debug, Clone)]
pub enum AnalysisState {
    /// It is waiting; `place` is 1 for the next.
    Waiting {
        /// Place in the queue.
        place: usize,
    },
    /// It is running; the report is missing until the first slice has been searched.
    Running(Option<Arc<Analysis>>),
    /// It is finished.
    Done(Arc<Analysis>),
    /// It was cancelled: no one followed it, its owner asked for another, or the server is
    /// stopping.
    Stopped,
}

/// The queue of analyses of a server. Clones share it.
#[derive(Clone, Default)]
pub struct Analyses(Arc<Shared>);

#[derive(Default)]
struct Shared {
    bounds: AnalysisBounds,
    room: Mutex<QueuedAnalyses>,
    manners: Arc<Yielding>,
    /// Exact values, where they are known without a search.
    exact: OnceLock<Arc<dyn Exact>>,
}

#[derive(Default)]
struct QueuedAnalyses {
    line: AnalysisLine,
    running: usize,
    known: HashMap<String, AnalysisEntry>,
    /// Names of finished and cancelled analyses, in the order of their ends.
    ended: Vec<String>,
}

/// An analysis that is waiting, running or finished.
struct AnalysisEntry {
    request: AnalysisRequest,
    state: watch::Sender<AnalysisState>,
    stop: Arc<AtomicBool>,
    attendants: usize,
}

/// Handle of one analysis. When the last one is dropped, the analysis is cancelled.
pub struct AnalysisHandle {
    analyses: Analyses,
    name: String,
    state: watch::Receiver<AnalysisState>,
}

impl Analyses {
    /// An empty queue with these bounds.
    #[must_use]
    pub fn new(bounds: AnalysisBounds) -> Self {
        Self(Arc::new(Shared { bounds, ..Shared::default() }))
    }

    /// Sets where to look up exact values before a search, if that was not set before.
    pub fn look_into(&self, exact: Arc<dyn Exact>) {
        self.0.exact.get_or_init(|| exact);
    }

    /// Maximum number of nodes of a search in games with these options.
    #[must_use]
    pub fn most_nodes(&self, options: AnyOptions) -> u64 {
        self.0.bounds.most_nodes(options)
    }

    /// Queues an analysis and returns its name, or the name of an earlier one if its owner asked
    /// the same before.
    ///
    /// # Errors
    /// When too many are already waiting.
    pub fn ask(&self, request: AnalysisRequest) -> Result<String, Busy> {
        let mut room = self.room();
        let mine = |known: &&AnalysisEntry| known.is_of(request.owner.as_deref());
        if let Some(same) = room.known.values().filter(mine).find(|known| known.answers(&request)) {
            return Ok(same.request.name.clone());
        }
        let earlier = room.known.values().filter(mine).map(|known| known.request.name.clone());
        for name in earlier.collect::<Vec<_>>() {
            room.stop(&name);
        }
        let bounds = self.0.bounds;
        let place = room.line.join(&request.name, &request.address, bounds)?;
        let name = request.name.clone();
        let (state, _) = watch::channel(AnalysisState::Waiting { place });
        let known = AnalysisEntry { request, state, stop: Arc::default(), attendants: 0 };
        room.known.insert(name.clone(), known);
        drop(room);
        self.begin();
        Ok(name)
    }

    /// State of an analysis; `None` for an unknown or forgotten one.
    #[must_use]
    pub fn look(&self, name: &str) -> Option<AnalysisState> {
        Some(self.room().known.get(name)?.state.borrow().clone())
    }

    /// The request of an analysis; `None` for an unknown or forgotten one.
    #[must_use]
    pub fn request(&self, name: &str) -> Option<AnalysisRequest> {
        Some(self.room().known.get(name)?.request.clone())
    }

    /// Follows an analysis; `None` for an unknown or forgotten one.
    #[must_use]
    pub fn attend(&self, name: &str) -> Option<AnalysisHandle> {
        let mut room = self.room();
        let known = room.known.get_mut(name)?;
        known.attendants += 1;
        let (state, name) = (known.state.subscribe(), name.to_owned());
        Some(AnalysisHandle { analyses: self.clone(), name, state })
    }

    /// Cancels an analysis.
    pub fn stop(&self, name: &str) {
        self.room().stop(name);
    }

    /// Cancels all analyses, so that the server can stop.
    pub fn close(&self) {
        let mut room = self.room();
        let names: Vec<String> = room.known.keys().cloned().collect();
        for name in names {
            room.stop(&name);
        }
    }

    /// Makes the analyses of this queue pause for the turns of a worker.
    #[must_use]
    pub fn giving_way_to<C>(&self, worker: Worker<C>) -> Worker<C>
    where
        C: Fn() -> Timestamp + Clone + Send + Sync + 'static,
    {
        worker.before(self.0.manners.clone())
    }

    fn room(&self) -> MutexGuard<'_, QueuedAnalyses> {
        self.0.room.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts as many waiting analyses as may run.
    fn begin(&self) {
        loop {
            let (name, game, options, state, stop) = {
                let mut room = self.room();
                if room.running >= self.0.bounds.places.max(1) {
                    return;
                }
                let Some(name) = room.line.next() else { return };
                room.tell_places();
                let Some(known) = room.known.get(&name) else { continue };
                known.state.send_replace(AnalysisState::Running(None));
                let AnalysisRequest { ref game, lines, nodes, .. } = known.request;
                let nodes = nodes.min(self.most_nodes(game.options()));
                let options =
                    AnalysisOptions { lines, nodes, memory: MEMORY, ..AnalysisOptions::default() };
                let (game, state) = (game.clone(), known.state.clone());
                let stop = known.stop.clone();
                room.running += 1;
                (name, game, options, state, stop)
            };
            let analyses = self.clone();
            task::spawn_blocking(move || {
                // Dropped even after a panic, so that the slot is free again.
                let _place = AnalysisSlot { analyses: analyses.clone(), name };
                analyses.think(&game, options, &state, &stop);
            });
        }
    }

    /// Searches within the time limit, and reports to followers.
    fn think(
        &self,
        game: &AnyGame,
        options: AnalysisOptions,
        state: &watch::Sender<AnalysisState>,
        stopped: &AtomicBool,
    ) {
        let (start, rested) = (Instant::now(), Rested::default());
        let given_up = || stopped.load(Ordering::Relaxed);
        let stop = || {
            self.0.manners.rest(&rested, given_up);
            given_up() || start.elapsed() >= self.0.bounds.time + rested.time()
        };
        let exact: &dyn Exact = self.0.exact.get().map_or(&(), |exact| &**exact);
        let Ok(mut analyser) = Analyser::with_exact(game, options, exact) else { return };
        while let Some(report) = analyser.step(&stop) {
            if given_up() {
                return;
            }
            let (done, report) = (report.done, Arc::new(report));
            state.send_replace(match done {
                true => AnalysisState::Done(report),
                false => AnalysisState::Running(Some(report)),
            });
        }
    }
}

/// The slot of a running analysis. Dropping it lets the next one start.
struct AnalysisSlot {
    analyses: Analyses,
    name: String,
}

impl Drop for AnalysisSlot {
    fn drop(&mut self) {
        let mut room = self.analyses.room();
        room.running -= 1;
        room.end(&self.name, self.analyses.0.bounds.kept);
        drop(room);
        self.analyses.begin();
    }
}

impl QueuedAnalyses {
    /// Tells waiting analyses their places.
    fn tell_places(&self) {
        for (name, place) in self.line.places() {
            if let Some(known) = self.known.get(name) {
                known.state.send_if_modified(|state| match state {
                    AnalysisState::Waiting { place: before } if *before != place => {
                        *before = place;
                        true
                    }
                    _ => false,
                });
            }
        }
    }

    /// Cancels an analysis, unless it is finished.
    fn stop(&mut self, name: &str) {
        let Some(known) = self.known.get(name) else { return };
        if matches!(*known.state.borrow(), AnalysisState::Done(_)) {
            return;
        }
        known.stop.store(true, Ordering::Relaxed);
        known.state.send_replace(AnalysisState::Stopped);
        if self.line.leave(name) {
            self.known.remove(name);
            self.tell_places();
        }
    }

    /// Notes that an analysis has stopped running, and forgets the oldest stopped ones.
    fn end(&mut self, name: &str, kept: usize) {
        if let Some(known) = self.known.get(name) {
            known.state.send_if_modified(|state| {
                let unfinished = !matches!(state, AnalysisState::Done(_));
                if unfinished {
                    *state = AnalysisState::Stopped;
                }
                unfinished
            });
        }
        self.ended.push(name.to_owned());
        let many = self.ended.len().saturating_sub(kept);
        for name in self.ended.drain(..many) {
            self.known.remove(&name);
        }
    }
}

impl AnalysisEntry {
    /// Whether this owner asked for it; strangers own nothing.
    fn is_of(&self, owner: Option<&str>) -> bool {
        owner.is_some() && self.request.owner.as_deref() == owner
    }

    /// Whether it answers a request: it has the same subject, and was not cancelled.
    fn answers(&self, asked: &AnalysisRequest) -> bool {
        let question = |request: &AnalysisRequest| {
            let AnalysisRequest { ref game, lines, nodes, .. } = *request;
            (game.options(), game.turn_names(), lines, nodes)
        };
        !matches!(*self.state.borrow(), AnalysisState::Stopped)
            && !self.stop.load(Ordering::Relaxed)
            && question(&self.request) == question(asked)
    }
}

impl AnalysisHandle {
    /// The current state.
    #[must_use]
    pub fn now(&mut self) -> AnalysisState {
        self.state.borrow_and_update().clone()
    }

    /// The next different state; `None` when there will be no more.
    pub async fn next(&mut self) -> Option<AnalysisState> {
        self.state.changed().await.ok()?;
        Some(self.now())
    }
}

impl Drop for AnalysisHandle {
    fn drop(&mut self) {
        let mut room = self.analyses.room();
        let Some(known) = room.known.get_mut(&self.name) else { return };
        known.attendants -= 1;
        if known.attendants == 0 {
            room.stop(&self.name);
        }
    }
}

impl fmt::Debug for Analyses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyses").field("bounds", &self.0.bounds).finish_non_exhaustive()
    }
}

impl fmt::Debug for AnalysisHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnalysisHandle")
            .field("state", &*self.state.borrow())
            .finish_non_exhaustive()
    }
}

// Queue of waiting analyses: addresses take turns, however many each has waiting.

/// A queue of limited length. In every round each address gets one turn, in the order of arrival.
#[derive(Debug, Default)]
struct AnalysisLine {
    waiting: Vec<WaitingAnalysis>,
    /// The round of the last analysis that left.
    round: u64,
}

#[derive(Debug)]
struct WaitingAnalysis {
    name: String,
    address: String,
    round: u64,
}

impl AnalysisLine {
    /// Joins the queue; returns the place, from 1.
    ///
    /// # Errors
    /// When too many are already waiting, from this address or in total.
    fn join(&mut self, name: &str, address: &str, bounds: AnalysisBounds) -> Result<usize, Busy> {
        let here = || self.waiting.iter().filter(|one| one.address == address);
        if here().count() >= bounds.waiting_per_address || self.waiting.len() >= bounds.waiting {
            return Err(Busy);
        }
        let round = here().map(|one| one.round + 1).max().unwrap_or(self.round);
        self.waiting.push(WaitingAnalysis {
            name: name.to_owned(),
            address: address.to_owned(),
            round,
        });
        let place = self.places().find(|&(one, _)| one == name).map(|(_, place)| place);
        Ok(place.unwrap_or(self.waiting.len()))
    }

    /// Takes out the next one.
    fn next(&mut self) -> Option<String> {
        let first = *self.order().first()?;
        let WaitingAnalysis { name, round, .. } = self.waiting.remove(first);
        self.round = round;
        Some(name)
    }

    /// Leaves the queue; returns whether it was there.
    fn leave(&mut self, name: &str) -> bool {
        let place = self.waiting.iter().position(|one| one.name == name);
        place.map(|place| self.waiting.remove(place)).is_some()
    }

    /// All waiting analyses, with their places from 1.
    fn places(&self) -> impl Iterator<Item = (&str, usize)> {
        let order = self.order().into_iter().enumerate();
        order.map(|(place, index)| (self.waiting[index].name.as_str(), place + 1))
    }

    /// Indices in the order in which they will run.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.waiting.len()).collect();
        order.sort_by_key(|&index| self.waiting[index].round);
        order
    }
}

// Turns that workers of other processes search for: analyses give way to them as well.

/// Interval at which the database is polled while an analysis runs.
const LOOK_EVERY: Duration = Duration::from_millis(200);

impl Analyses {
    /// Makes the analyses pause while a worker of any process has claimed a turn, until `stop` is
    /// ready. A worker that died keeps its claim for a while, but no analysis pauses for longer
    /// than a few seconds in total.
    pub async fn give_way<C>(&self, store: &Store, clock: C, stop: impl Future<Output = ()>)
    where
        C: Fn() -> Timestamp,
    {
        let mut stop = pin!(stop);
        let mut turn = None;
        loop {
            tokio::select! {
                biased;
                () = &mut stop => return,
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
            // A failing database is no reason to pause; whoever needs it reports the failure.
            let is_owed = self.is_running()
                && matches!(store.claimed_job(JobKind::Turn, clock()).await, Ok(Some(_)));
            turn = if is_owed { turn.or_else(|| Some(self.0.manners.begin())) } else { None };
        }
    }

    fn is_running(&self) -> bool {
        self.room().running > 0
    }
}
