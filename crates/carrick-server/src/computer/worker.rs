//! Worker for the computer's jobs: each is claimed, searched outside of any transaction, and
//! answered by the same decisions as a person's turn.
//!
//! Thinking time is shared by [`next_job`]. Beside the threads for all searches there is one extra
//! slot for short ones: when all threads are taken, a long search [pauses](Yielding) while a short
//! one runs.
//!
//! Correctness does not depend on the claim but on the decision, which checks that the board is
//! still as it was seen. A claim only keeps two workers from the same search. When a worker dies,
//! its claims expire.
//!
//! When nobody waits for a turn, [hints](mod@crate::computer::answer) are found, and finished games are
//! [reviewed](super::reviewing).

use std::future;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use carrick_engine::{Exact, Level, Limits};
use carrick_service::{
    Action, BoardAct, BoardId, ComputerLevel, ComputerTask, Credential, EngineUse, Message, Needs,
    NextJob, OfferKind, Sender, State, Userid, WaitingJob, decide_answer, next_job,
    running_game_of,
};
use carrick_store::{LogEntry, ReviewedGame, Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio::{task, time};

use crate::computer::answer::answer_by;
use crate::computer::reviewing::Reviewing;
use crate::computer::thinkers::{CachedSearch, Costs, LEAST_BYTES, SHORT_MS, SearchCache};
use crate::computer::yielding::{Rested, Yielding};
use crate::feed::pause;
use crate::metrics::Metrics;

/// Duration of a claim; far longer than any level searches.
const CLAIM: SignedDuration = SignedDuration::from_secs(30);

/// Polling interval for jobs that other processes made. Jobs of this process wake the worker at
/// once.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// How long to wait for a second thread, which another task may hold for a moment only.
const HELP_COMES_WITHIN: Duration = Duration::from_millis(20);

/// Strength of the computer: limits of its strongest level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// Time of the strongest level for a turn.
    pub time: Duration,
    /// Approximate maximum number of searched positions.
    pub nodes: u64,
    /// Number of threads.
    pub threads: usize,
}

impl Default for Strength {
    fn default() -> Self {
        Self { time: Duration::from_millis(Level::FULL_TIME_MS), nodes: u64::MAX, threads: 2 }
    }
}

/// Default memory limit of all searches of a worker, in bytes.
const MEMORY: usize = 256 << 20;

/// Minimum memory limit, in bytes: for one long search, one short one, and a hint or a review.
pub const LEAST_MEMORY: usize = 3 * LEAST_BYTES;

/// Reason why a job was not done. It waits for its next worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The board holds no game, or the search has a fault.
    #[error("the computer found no answer on {0}")]
    NoAnswer(BoardId),
    /// The game is gone or cannot be replayed, or the search of a review has a fault.
    #[error("the game on {0} could not be reviewed")]
    NoReview(ReviewedGame),
    /// The board holds no game, or the search for a hint has a fault.
    #[error("no hint was found on {0}")]
    NoHint(BoardId),
}

/// A pool that does the computer's jobs. Clones share the cache of searches: a game is searched on
/// from the tree of the turn before. A worker that has no tree of a game, after a restart or for
/// want of memory, plays as strong a turn, perhaps another.
#[derive(Debug, Clone)]
pub struct Worker<C> {
    pub(super) store: Store,
    pub(super) strength: Strength,
    pub(super) clock: C,
    /// Cache of searches.
    thinkers: Arc<SearchCache>,
    costs: Arc<Costs>,
    /// Analyses that pause while a turn is owed.
    analyses: Option<Arc<Yielding>>,
    metrics: Option<Metrics>,
    /// Exact values, where they are known without a search.
    pub(super) exact: Arc<dyn Exact>,
}

/// State shared by the jobs of one run.
#[derive(Debug, Clone)]
struct WorkerRun {
    /// Threads for any search. The strongest level also uses those that are left over.
    threads: Arc<Semaphore>,
    /// The extra slot for one short search.
    short: Arc<Semaphore>,
    yielding: Arc<Yielding>,
    /// Number of long searches under way, which could pause.
    long: Arc<AtomicUsize>,
    /// Memory for each thread, in bytes.
    bytes: usize,
    /// Whether searches are to be given up.
    stopping: Arc<AtomicBool>,
    /// The one review at a time, which has no thread of its own and pauses while none is free.
    review: Arc<Semaphore>,
    /// The one hint at a time, for which a review pauses.
    hint: Arc<Semaphore>,
}

/// Slot that a job occupies while it is done.
#[derive(Debug)]
enum Slot {
    Any(#[expect(dead_code, reason = "held")] OwnedSemaphorePermit),
    /// A long search pauses meanwhile.
    Short(#[expect(dead_code, reason = "held")] OwnedSemaphorePermit),
}

impl WorkerRun {
    /// A crew of up to this many threads, or as many as there is memory for.
    fn of(threads: usize, memory: usize) -> Self {
        let room = (memory / LEAST_BYTES).saturating_sub(1);
        let threads = threads.min(room).max(1);
        Self {
            threads: Arc::new(Semaphore::new(threads)),
            short: Arc::new(Semaphore::new(1)),
            yielding: Arc::default(),
            long: Arc::default(),
            bytes: memory.saturating_sub(LEAST_BYTES) / threads,
            stopping: Arc::default(),
            review: Arc::new(Semaphore::new(1)),
            hint: Arc::new(Semaphore::new(1)),
        }
    }

    /// State of a review under this crew.
    fn reviewing(&self) -> Reviewing {
        Reviewing { before: Some(self.hint.clone()), ..self.hinting() }
    }

    /// State of a search for a hint under this crew.
    fn hinting(&self) -> Reviewing {
        let (threads, stopping) = (self.threads.clone(), self.stopping.clone());
        Reviewing { threads, before: None, stopping }
    }

    /// A free slot: one for any search, or else, beside a long one, the one for a short search.
    fn slot(&self) -> Option<Slot> {
        let any = self.threads.clone().try_acquire_owned().ok().map(Slot::Any);
        let may_rest = || self.long.load(Ordering::Relaxed) > 0;
        let short = || self.short.clone().try_acquire_owned().ok().filter(|_| may_rest());
        any.or_else(|| short().map(Slot::Short))
    }

    /// Acquires this many threads besides one's own, or none. They may be taken for a moment by the
    /// loop that looks for the next job.
    async fn help(&self, threads: usize) -> Option<OwnedSemaphorePermit> {
        let help = self.threads.clone().acquire_many_owned(threads as u32);
        timeout(HELP_COMES_WITHIN, help).await.ok()?.ok()
    }
}

impl Slot {
    /// Longest estimate of a job for this slot, in milliseconds.
    const fn most_ms(&self) -> u32 {
        match self {
            Self::Any(_) => u32::MAX,
            Self::Short(_) => SHORT_MS,
        }
    }
}

/// Length of a search, which says whether it pauses for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Length {
    /// It pauses for hurried ones.
    Long,
    /// It is short, and has a thread.
    Short,
    /// It is short, and a long one pauses for it.
    Hurried,
}

/// A job that this worker claimed.
#[derive(Debug, Clone, Copy)]
struct Claim {
    board: BoardId,
    /// Estimated maximum time, in milliseconds.
    cost_ms: u32,
    until: Timestamp,
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp + Clone + Send + Sync + 'static,
{
    /// A worker on a store. `clock` gives the times of its turns.
    #[must_use]
    pub fn new(store: Store, strength: Strength, clock: C) -> Self {
        let strength = Strength { threads: strength.threads.max(1), ..strength };
        let most_ms = u32::try_from(strength.time.as_millis()).unwrap_or(u32::MAX);
        let thinkers = Arc::new(SearchCache::new(MEMORY - LEAST_BYTES));
        let costs = Arc::new(Costs::new(most_ms));
        let (analyses, metrics, exact) = (None, None, Arc::new(()));
        Self { store, strength, clock, thinkers, costs, analyses, metrics, exact }
    }

    /// Sets the memory limit of all searches together, in bytes, cached ones included; at least
    /// [`LEAST_MEMORY`].
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        let searches = bytes.max(LEAST_MEMORY) - LEAST_BYTES;
        Self { thinkers: Arc::new(SearchCache::new(searches)), ..self }
    }

    /// Lets the analyses of this process pause while the worker searches for turns.
    #[must_use]
    pub(crate) fn before(self, manners: Arc<Yielding>) -> Self {
        Self { analyses: Some(manners), ..self }
    }

    /// Counts turns, and the time spent on them, if there are metrics to count in.
    #[must_use]
    pub fn with_metrics(self, metrics: Option<Metrics>) -> Self {
        Self { metrics, ..self }
    }

    /// Sets where exact values are looked up, before the strongest level or a review searches.
    #[must_use]
    pub fn with_exact(self, exact: Arc<dyn Exact>) -> Self {
        Self { exact, ..self }
    }

    fn crew(&self, threads: usize) -> WorkerRun {
        WorkerRun::of(threads, self.thinkers.most_bytes())
    }

    /// Does the computer's jobs on one board until its opponent is to move, unless another worker
    /// has claimed it, and finds the hint that was asked for there. Returns the messages that went
    /// out, in order.
    ///
    /// # Errors
    /// When a job could not be done; it is done later.
    pub async fn answer_on(&self, board: BoardId) -> Result<Vec<Message>, WorkError> {
        let mut messages = Vec::new();
        // A person's queued answer may lead to the next job.
        let costs = self.costs.clone();
        let on_board = move |waiting: &[WaitingJob], _| {
            let job = waiting.iter().find(|job| job.board == board)?;
            Some(NextJob { board, cost_ms: costs.of(job) })
        };
        while let Some(claim) = self.claim(on_board.clone()).await? {
            let length = Length::of(claim.cost_ms, None);
            messages.extend(self.do_job(claim, length, self.crew(self.strength.threads)).await?);
        }
        if let Some(claim) = self.claim_hint(Some(board)).await? {
            messages.extend(self.find_hint(claim, &self.crew(1).hinting(), true).await?);
        }
        Ok(messages)
    }

    /// Does jobs on at most `threads` threads, in the order of [`next_job`], then hints and
    /// reviews, until there are none. Calls `report` with each.
    ///
    /// Waits for jobs that other workers have claimed, until they are done, or until the claim
    /// expires and they can be done here; `waits` is called with the board and that moment. A job
    /// that failed stays claimed as well, and is left to another run: after a failure nothing is
    /// waited for.
    ///
    /// # Errors
    /// When the database cannot even list the jobs.
    pub async fn run_once(
        &self,
        threads: usize,
        mut report: impl FnMut(Result<Vec<Message>, WorkError>),
        mut waits: impl FnMut(BoardId, Timestamp),
    ) -> Result<(), StoreError> {
        let (mut failed, mut waited_for) = (false, None);
        loop {
            let note = |done: Result<_, _>| {
                failed |= done.is_err();
                report(done);
            };
            self.work(threads, Idle::Leaves, future::pending(), note).await?;
            let claimed = self.store.claimed_job((self.clock)()).await?;
            let Some((board, until)) = claimed.filter(|_| !failed) else { return Ok(()) };
            if waited_for.replace((board, until)) != Some((board, until)) {
                waits(board, until);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Does jobs in the same way until `stop` is ready. A job of this process is begun at once, one
    /// of another process soon after. On `stop` searches under way give up and their jobs are
    /// released for the next worker.
    ///
    /// Failures of the database go to `report` too, and the work continues when it answers again.
    pub async fn run(
        &self,
        threads: usize,
        stop: impl Future<Output = ()>,
        mut report: impl FnMut(Result<Vec<Message>, WorkError>),
    ) {
        if let Err(error) = self.work(threads, Idle::Waits, stop, &mut report).await {
            report(Err(error.into()));
        }
    }

    async fn work(
        &self,
        threads: usize,
        idle: Idle,
        stop: impl Future<Output = ()>,
        mut report: impl FnMut(Result<Vec<Message>, WorkError>),
    ) -> Result<(), StoreError> {
        let crew = self.crew(threads);
        let mut commits = self.store.commits();
        let mut stop = pin!(stop);
        let mut busy = JoinSet::new();
        let mut found = time::Instant::now();
        loop {
            // Nothing is claimed without a free slot: another worker may have one.
            let slot = crew.slot();
            let has_thread = matches!(slot, Some(Slot::Any(_)));
            if let Some(slot) = slot {
                commits.mark_unchanged();
                match self.next(slot.most_ms()).await {
                    Ok(Some(claim)) => {
                        found = time::Instant::now();
                        let worker = self.clone();
                        let crew = crew.clone();
                        let length = Length::of(claim.cost_ms, Some(&slot));
                        if length == Length::Long {
                            crew.long.fetch_add(1, Ordering::Relaxed);
                        }
                        busy.spawn(async move {
                            let done = worker.do_job(claim, length, crew.clone()).await;
                            if length == Length::Long {
                                crew.long.fetch_sub(1, Ordering::Relaxed);
                            }
                            drop(slot);
                            done
                        });
                        while let Some(done) = busy.try_join_next() {
                            done.into_iter().for_each(&mut report);
                        }
                        tokio::select! {
                            biased;
                            () = &mut stop => break,
                            () = future::ready(()) => continue,
                        }
                    }
                    Ok(None) => match self.begin_beside(&crew, &mut busy).await {
                        Ok(()) if idle == Idle::Leaves && busy.is_empty() => return Ok(()),
                        Ok(()) => {}
                        Err(error) if idle == Idle::Leaves => return Err(error),
                        Err(error) => report(Err(error.into())),
                    },
                    Err(error) if idle == Idle::Leaves => return Err(error),
                    Err(error) => report(Err(error.into())),
                }
            }
            tokio::select! {
                biased;
                () = &mut stop => break,
                Some(done) = busy.join_next() => done.into_iter().for_each(&mut report),
                _ = crew.threads.acquire(), if !has_thread => {}
                _ = commits.changed() => found = time::Instant::now(),
                () = tokio::time::sleep(pause(found)) => {}
            }
        }
        crew.stopping.store(true, Ordering::Relaxed);
        while let Some(done) = busy.join_next().await {
            done.into_iter().for_each(&mut report);
        }
        Ok(())
    }

    /// Begins the next hint and the next review, unless one of them is being made.
    async fn begin_beside(
        &self,
        crew: &WorkerRun,
        busy: &mut JoinSet<Result<Vec<Message>, WorkError>>,
    ) -> Result<(), StoreError> {
        if let Ok(permit) = crew.hint.clone().try_acquire_owned()
            && let Some(claim) = self.claim_hint(None).await?
        {
            let (worker, hinting) = (self.clone(), crew.hinting());
            busy.spawn(async move {
                let done = worker.find_hint(claim, &hinting, false).await;
                drop(permit);
                done
            });
        }
        let Ok(permit) = crew.review.clone().try_acquire_owned() else { return Ok(()) };
        let Some(claim) = self.claim_review().await? else { return Ok(()) };
        let (worker, reviewing) = (self.clone(), crew.reviewing());
        busy.spawn(async move {
            let done = worker.review(claim, &reviewing).await;
            drop(permit);
            done.map(|()| Vec::new())
        });
        Ok(())
    }

    /// Claims the next job among those with an estimate of at most `most_ms`.
    async fn next(&self, most_ms: u32) -> Result<Option<Claim>, StoreError> {
        let costs = self.costs.clone();
        self.claim(move |waiting, now| next_job(waiting, now, |job| costs.of(job), most_ms)).await
    }

    async fn claim<F>(&self, pick: F) -> Result<Option<Claim>, StoreError>
    where
        F: Fn(&[WaitingJob], Timestamp) -> Option<NextJob> + Send + 'static,
    {
        let now = (self.clock)();
        let until = now + CLAIM;
        let claimed = self.store.claim_job(now, until, move |waiting| pick(waiting, now)).await?;
        Ok(claimed.map(|NextJob { board, cost_ms }| Claim { board, cost_ms, until }))
    }
}

/// Behaviour of a worker when there is nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Idle {
    Waits,
    Leaves,
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp,
{
    /// Searches for the answer to a claimed job, and stores it. A second thread helps the strongest
    /// level when the crew has one to spare.
    async fn do_job(
        &self,
        Claim { board, until, .. }: Claim,
        length: Length,
        crew: WorkerRun,
    ) -> Result<Vec<Message>, WorkError> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let state = self.store.read(&needs).await?;
        let Some(record) = state.boards.get(&board) else { return Ok(Vec::new()) };
        let Some(task) = ComputerTask::on(record) else {
            // Since the claim somebody may have resigned, or taken a turn back.
            let is_game = record.game().is_ok();
            return if is_game { Ok(Vec::new()) } else { Err(WorkError::NoAnswer(board)) };
        };
        let player = record.players[task.seat.index()].clone();
        let opponent = record.players[(!task.seat).index()].clone();
        let start = Instant::now();
        let (action, said) = match self.running_game(&task, opponent).await? {
            Some(running) => unaided(&task, running),
            None => (self.think(&task, length, &crew).await?, None),
        };
        if crew.stopping.load(Ordering::Relaxed) {
            self.store.release_job(board, until).await?;
            return Ok(Vec::new());
        }
        if let Some(metrics) = &self.metrics {
            metrics.thought(task.level, start.elapsed());
        }
        // No two turns have the same time, even if the clock was set back.
        let now = self.store.time((self.clock)());
        let at = now.max(task.since + SignedDuration::from_micros(1));
        let who = Credential { user: player.clone(), password: None };
        let command = BoardAct::Action { action: action.clone(), number: None }.on(board, who);
        let entry = LogEntry {
            id: None,
            at,
            command: command.to_string(),
            sender: Sender::User(player),
            reply_to: None,
        };
        let decide = move |state: &State| decide_answer(state, &task, action, said, at);
        let committed = self.store.transaction(&needs, &entry, decide).await?;
        if committed.refused { Err(WorkError::NoAnswer(board)) } else { Ok(committed.messages) }
    }

    /// The game of its opponent's to which a position belongs in which the computer has a task for
    /// practice: they find their turns by themselves there.
    async fn running_game(
        &self,
        task: &ComputerTask,
        opponent: Userid,
    ) -> Result<Option<BoardId>, WorkError> {
        if task.rated {
            return Ok(None);
        }
        let mut needs = Needs::default();
        needs.running_games(task.board.kind, &opponent);
        let running = self.store.read(&needs).await?.boards;
        let game = task.game.clone();
        let looked = task::spawn_blocking(move || {
            running_game_of(&opponent, EngineUse::Turn(&game), running.values())
        });
        looked.await.map_err(|_| WorkError::NoAnswer(task.board))
    }

    async fn think(
        &self,
        task: &ComputerTask,
        length: Length,
        crew: &WorkerRun,
    ) -> Result<Action, WorkError> {
        let is_strongest = task.level == ComputerLevel::MAX && length == Length::Long;
        let most = if is_strongest { self.strength.threads - 1 } else { 0 };
        let help = crew.help(most).await;
        let threads = 1 + help.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let strength = Strength { threads, ..self.strength };
        let bytes = match length {
            Length::Hurried => LEAST_BYTES,
            Length::Long | Length::Short => threads * crew.bytes,
        };
        let (board, task) = (task.board, task.clone());
        let (stopping, yielding) = (crew.stopping.clone(), crew.yielding.clone());
        let (thinkers, analyses) = (self.thinkers.clone(), self.analyses.clone());
        let exact = self.exact.clone();
        let thinking = task::spawn_blocking(move || {
            let _help = help;
            let _analyses_rest = analyses.as_ref().map(|analyses| analyses.begin());
            let _others_rest = (length == Length::Hurried).then(|| yielding.begin());
            let rests = (length == Length::Long).then_some(&*yielding);
            let mut thinking = thinkers.take(&task, bytes)?;
            Some(strength.answer(&mut thinking, &task, &stopping, rests, &*exact))
        });
        thinking.await.ok().flatten().ok_or(WorkError::NoAnswer(board))
    }
}

/// An answer that tells nothing of what the computer thinks, and why it is given: a turn at random,
/// always the same one in a position.
fn unaided(task: &ComputerTask, running: BoardId) -> (Action, Option<String>) {
    let said = |what: &str| {
        Some(format!(
            "{what} without thinking, since this position belongs to {running}, which you are playing. I \
             think again when that game has ended, or when this one goes another way."
        ))
    };
    match task.offer.map(|offer| offer.kind) {
        Some(OfferKind::Undo) => (Action::Accept, None),
        Some(OfferKind::Draw) => (Action::Reject, said("I reject a draw")),
        None => {
            let seed = (u64::from(task.board.number) << 32) | u64::from(task.generation);
            let turn = fastrand::Rng::with_seed(seed).choice(task.game.legal());
            (turn.map_or(Action::Resign, Action::Play), said("I play a turn"))
        }
    }
}

impl Length {
    /// Length of a search with this estimate, in its slot.
    const fn of(cost_ms: u32, slot: Option<&Slot>) -> Self {
        match slot {
            Some(Slot::Short(_)) => Self::Hurried,
            _ if cost_ms > SHORT_MS => Self::Long,
            _ => Self::Short,
        }
    }
}

impl Strength {
    /// Answers within the time limit, or with the best answer so far when it is stopped. Pauses for
    /// other searches do not count.
    fn answer(
        self,
        thinking: &mut CachedSearch<'_>,
        task: &ComputerTask,
        stopping: &AtomicBool,
        yielding: Option<&Yielding>,
        exact: &dyn Exact,
    ) -> Action {
        let (start, rested) = (Instant::now(), Rested::default());
        let given_up = || stopping.load(Ordering::Relaxed);
        let stop = || {
            if let Some(yielding) = yielding {
                yielding.rest(&rested, given_up);
            }
            let rested = rested.time() / u32::try_from(self.threads).unwrap_or(u32::MAX);
            given_up() || start.elapsed() >= self.time + rested
        };
        let limits = Limits { nodes: self.nodes, stop: &stop, threads: self.threads };
        answer_by(&mut |limits: Limits<'_>| thinking.choose(task, limits, exact), task, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_second_of_two_threads_helps_unless_another_job_has_it() {
        let crew = WorkerRun::of(2, MEMORY);
        let _own = crew.threads.clone().acquire_owned().await;
        let looks_for_jobs = crew.threads.clone().acquire_owned().await;
        let waits = crew.help(1);
        let has_looked = async {
            tokio::time::sleep(Duration::from_millis(1)).await;
            drop(looks_for_jobs);
        };
        let (help, ()) = tokio::join!(waits, has_looked);
        assert_eq!(help.as_ref().map(OwnedSemaphorePermit::num_permits), Some(1));
        assert!(crew.help(1).await.is_none());
        assert_eq!(crew.help(0).await.map(|none| none.num_permits()), Some(0));
    }

    #[tokio::test]
    async fn one_place_more_is_for_short_thoughts() {
        let crew = WorkerRun::of(2, MEMORY);
        let taken = [crew.slot(), crew.slot()];
        assert!(crew.slot().is_none(), "nobody could rest for it");
        drop(taken);
        crew.long.fetch_add(1, Ordering::Relaxed);
        let slots: Vec<Option<Slot>> = (0..4).map(|_| crew.slot()).collect();
        let most = slots.iter().map(|slot| slot.as_ref().map(Slot::most_ms));
        let any = Some(u32::MAX);
        assert_eq!(most.collect::<Vec<_>>(), [any, any, Some(SHORT_MS), None]);
        for (cost_ms, slot, length) in
            [(3000, 0, Length::Long), (10, 0, Length::Short), (10, 2, Length::Hurried)]
        {
            assert_eq!(Length::of(cost_ms, slots[slot].as_ref()), length);
        }
    }

    #[test]
    fn no_more_think_at_once_than_there_is_memory_for() {
        for (threads, memory, thinking) in [
            (2, MEMORY, 2),
            (16, MEMORY, 15),
            (64, MEMORY, 15),
            (64, 4 * MEMORY, 63),
            (8, LEAST_MEMORY - LEAST_BYTES, 1),
        ] {
            let crew = WorkerRun::of(threads, memory);
            assert_eq!(crew.threads.available_permits(), thinking, "{threads} {memory}");
            assert!(crew.bytes >= LEAST_BYTES);
            assert!(thinking * crew.bytes + LEAST_BYTES <= memory);
        }
    }
}
