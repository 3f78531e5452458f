//! The loop that does background jobs: each is claimed, searched outside any transaction, and
//! stored by a decision, as if a person had sent the answer.
//!
//! The store's queue decides which job is next. Turns can use all threads. There is also one extra
//! slot for short turns: when all threads are taken, a long search [pauses](Yielding) while a short
//! one runs. Other kinds of jobs run [beside turns](BESIDE): they start when no turn is waiting,
//! take no thread from turns, and [pause](Pausing) while every thread is taken.
//!
//! Correctness does not depend on the claim but on the decision, which checks that the board has
//! not changed. A claim only keeps two workers from doing the same search. When a worker dies, its
//! claims expire.

use std::future;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use carrick_engine::{Exact, Level};
use carrick_service::{BoardId, Message};
use carrick_store::{
    AfterFailure, Job, JobKind, JobLane, LONGEST_CLAIM, ReviewedGame, Store, StoreError, WantedJob,
};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;
use tokio::task::{JoinError, JoinSet};
use tokio::time;
use tokio::time::timeout;

use crate::computer::thinkers::{LEAST_BYTES, SearchCache};
use crate::computer::yielding::{Pausing, Yielding};
use crate::feed::pause;
use crate::metrics::Metrics;

/// Duration of the claim of a turn; far longer than the search of any level.
const CLAIM: SignedDuration = SignedDuration::from_secs(30);

/// Duration of the claim of any other job: its search takes a few seconds, and longer if it pauses.
pub(super) const BESIDE_CLAIM: SignedDuration = LONGEST_CLAIM;

/// Interval at which a claim is renewed during a long search.
const RENEW_EVERY: Duration = Duration::from_millis(if cfg!(test) { 5 } else { 20_000 });

/// Jobs that run beside turns, the most urgent first. Each lane runs one job at a time, which
/// pauses for those of the earlier lanes.
const BESIDE: [JobLane; 2] = [JobLane::Hints, JobLane::Reviews];

/// Longest expected time of a short search, in milliseconds: people wait for it without noticing.
const SHORT_MS: u32 = 200;

/// Polling interval for jobs from other processes. Jobs of this process wake the worker
/// immediately.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// How long to wait for a second thread, which another task may hold only for a moment.
const HELP_COMES_WITHIN: Duration = Duration::from_millis(20);

/// Time between a person's turn and the computer's answer, so that the person can see both.
pub const PACE: SignedDuration = SignedDuration::from_millis(400);

/// Strength of the computer: limits of its strongest level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// Time of the strongest level for one turn.
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

/// Minimum memory limit, in bytes: for one long search, one short one, and one hint or review.
pub const LEAST_MEMORY: usize = 3 * LEAST_BYTES;

/// Reason why a job was not done. It waits for its next worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The board has no game, or the search has a bug.
    #[error("the computer found no answer on {0}")]
    NoAnswer(BoardId),
    /// The game no longer exists or cannot be replayed, or the search of a review has a bug.
    #[error("the game on {0} could not be reviewed")]
    NoReview(ReviewedGame),
    /// The board has no game, or the search for a hint has a bug.
    #[error("no hint was found on {0}")]
    NoHint(BoardId),
}

/// A pool that does the computer's jobs. Clones share the cache of searches: a search continues
/// with the tree of the previous turn. A worker without a tree for a game, after a restart or for
/// lack of memory, plays an equally strong turn, perhaps a different one.
#[derive(Debug, Clone)]
pub struct Worker<C> {
    pub(super) store: Store,
    pub(super) strength: Strength,
    pub(super) clock: C,
    /// Cache of searches.
    pub(super) thinkers: Arc<SearchCache>,
    /// Analyses that pause while a turn is owed.
    pub(super) analyses: Option<Arc<Yielding>>,
    pub(super) metrics: Option<Metrics>,
    /// Where exact values are looked up before a search.
    pub(super) exact: Arc<dyn Exact>,
    /// Minimum time from the opponent's turn to the computer's.
    pub(super) pace: SignedDuration,
}

/// State shared by the jobs of one run.
#[derive(Debug, Clone)]
pub(super) struct WorkerRun {
    /// Threads for any search. The strongest level also uses those that are left over.
    threads: Arc<Semaphore>,
    /// The extra slot for one short search.
    short: Arc<Semaphore>,
    pub(super) yielding: Arc<Yielding>,
    /// Number of running long searches, which can pause.
    long: Arc<AtomicUsize>,
    /// Memory for each thread, in bytes.
    pub(super) bytes: usize,
    /// Whether searches should stop.
    pub(super) stopping: Arc<AtomicBool>,
    /// A place for each lane of jobs beside turns, which have no thread.
    beside: [Arc<Semaphore>; BESIDE.len()],
}

/// Slot that a job occupies while it runs.
#[derive(Debug)]
pub(super) enum JobSlot {
    Any(#[expect(dead_code, reason = "held")] OwnedSemaphorePermit),
    /// A long search pauses for it.
    Short(#[expect(dead_code, reason = "held")] OwnedSemaphorePermit),
}

impl WorkerRun {
    /// Resources for this many threads, or for as many as the memory allows.
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
            beside: std::array::from_fn(|_| Arc::new(Semaphore::new(1))),
        }
    }

    /// When a search of this lane has to pause.
    fn pausing(&self, lane: usize) -> Pausing {
        Pausing {
            threads: self.threads.clone(),
            before: self.beside[..lane].to_vec(),
            stopping: self.stopping.clone(),
        }
    }

    /// A free slot: one for any search, or else, if a long search is running, the one for a short
    /// search.
    fn slot(&self) -> Option<JobSlot> {
        let any = self.threads.clone().try_acquire_owned().ok().map(JobSlot::Any);
        let may_rest = || self.long.load(Ordering::Relaxed) > 0;
        let short = || self.short.clone().try_acquire_owned().ok().filter(|_| may_rest());
        any.or_else(|| short().map(JobSlot::Short))
    }

    /// Acquires this many additional threads, or none. The loop that looks for the next job may
    /// hold them for a moment.
    pub(super) async fn help(&self, threads: usize) -> Option<OwnedSemaphorePermit> {
        let help = self.threads.clone().acquire_many_owned(threads as u32);
        timeout(HELP_COMES_WITHIN, help).await.ok()?.ok()
    }
}

impl JobSlot {
    /// Longest estimate of a job for this slot, in milliseconds.
    const fn most_ms(&self) -> u32 {
        match self {
            Self::Any(_) => u32::MAX,
            Self::Short(_) => SHORT_MS,
        }
    }
}

/// Length of a search, which determines whether it pauses for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// It pauses for hurried searches.
    Long,
    /// It is short, and has its own thread.
    Short,
    /// It is short, and a long search pauses for it.
    Hurried,
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp + Clone + Send + Sync + 'static,
{
    /// A worker on a store. `clock` gives the times of its turns.
    #[must_use]
    pub fn new(store: Store, strength: Strength, clock: C) -> Self {
        let strength = Strength { threads: strength.threads.max(1), ..strength };
        let thinkers = Arc::new(SearchCache::new(MEMORY - LEAST_BYTES));
        let (analyses, metrics, exact) = (None, None, Arc::new(()));
        let pace = SignedDuration::ZERO;
        Self { store, strength, clock, thinkers, analyses, metrics, exact, pace }
    }

    /// Sets the memory limit of all searches together, including cached ones, in bytes; at least
    /// [`LEAST_MEMORY`].
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        let searches = bytes.max(LEAST_MEMORY) - LEAST_BYTES;
        Self { thinkers: Arc::new(SearchCache::new(searches)), ..self }
    }

    /// Makes the analyses of this process pause while the worker searches for turns.
    #[must_use]
    pub(crate) fn before(self, manners: Arc<Yielding>) -> Self {
        Self { analyses: Some(manners), ..self }
    }

    /// Counts turns, and the time spent on them, if there are metrics.
    #[must_use]
    pub fn with_metrics(self, metrics: Option<Metrics>) -> Self {
        Self { metrics, ..self }
    }

    /// Sets where the strongest level and reviews look up exact values before they search.
    #[must_use]
    pub fn with_exact(self, exact: Arc<dyn Exact>) -> Self {
        Self { exact, ..self }
    }

    /// Sets the minimum time from the opponent's turn to the computer's.
    #[must_use]
    pub fn with_pace(self, pace: SignedDuration) -> Self {
        Self { pace, ..self }
    }

    fn crew(&self, threads: usize) -> WorkerRun {
        WorkerRun::of(threads, self.thinkers.most_bytes())
    }

    /// Does the computer's jobs on one board until it is the opponent's turn, unless another worker
    /// has claimed it, and finds the hint that was requested there. Returns the messages that went
    /// out, in order.
    ///
    /// # Errors
    /// When a job could not be done; it is done later.
    pub async fn answer_on(&self, board: BoardId) -> Result<Vec<Message>, WorkError> {
        let mut messages = Vec::new();
        let crew = self.crew(self.strength.threads);
        let on_board = |kinds| WantedJob { board: Some(board), ..WantedJob::of(kinds) };
        // A person's queued answer may lead to the next job.
        while let Some(job) = self.claim(on_board(&[JobKind::Turn]), CLAIM).await? {
            let length = Length::of(job.cost, None);
            messages.extend(self.attempt(&job, self.play(job.clone(), length, &crew, None)).await?);
        }
        if let Some(job) = self.claim(on_board(&[JobKind::Hint]), BESIDE_CLAIM).await? {
            let pausing = crew.pausing(0);
            let found = self.find_hint(job.clone(), &pausing, true);
            messages.extend(self.attempt(&job, found).await?);
        }
        Ok(messages)
    }

    /// Does jobs on at most `threads` threads, in the order of the queue, then hints and reviews,
    /// until there are none left. Calls `report` with each.
    ///
    /// Waits for jobs that other workers have claimed, until they are done, or until the claim
    /// expires and they can be done here; `waits` is called with the board and that moment. A
    /// failed job also stays claimed, and is left to another run: after a failure, this one no
    /// longer waits.
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
            let claimed = self.store.claimed_job(JobKind::Turn, (self.clock)()).await?;
            let Some(job) = claimed.filter(|_| !failed) else { return Ok(()) };
            let (board, until) = (job.board()?, job.until);
            if waited_for.replace((board, until)) != Some((board, until)) {
                waits(board, until);
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Does jobs in the same way until `stop` is ready. A job of this process starts immediately,
    /// one of another process soon after. On `stop`, running searches stop and their jobs are
    /// released for the next worker.
    ///
    /// Failures of the database also go to `report`, and the work continues when it answers again.
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
            // Nothing is claimed without a free slot, since another worker may have one.
            let slot = crew.slot();
            let has_thread = matches!(slot, Some(JobSlot::Any(_)));
            if let Some(slot) = slot {
                commits.mark_unchanged();
                let wanted =
                    WantedJob { most_cost: slot.most_ms(), ..WantedJob::of(&[JobKind::Turn]) };
                match self.claim(wanted, CLAIM).await {
                    Ok(Some(job)) => {
                        found = time::Instant::now();
                        let worker = self.clone();
                        let crew = crew.clone();
                        let length = Length::of(job.cost, Some(&slot));
                        if length == Length::Long {
                            crew.long.fetch_add(1, Ordering::Relaxed);
                        }
                        busy.spawn(async move {
                            let play = worker.play(job.clone(), length, &crew, Some(slot));
                            let done = worker.attempt(&job, play).await;
                            if length == Length::Long {
                                crew.long.fetch_sub(1, Ordering::Relaxed);
                            }
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

    /// Starts the next job of each lane beside turns, unless one is running.
    async fn begin_beside(
        &self,
        crew: &WorkerRun,
        busy: &mut JoinSet<Result<Vec<Message>, WorkError>>,
    ) -> Result<(), StoreError> {
        for (lane, jobs) in BESIDE.into_iter().enumerate() {
            let Ok(permit) = crew.beside[lane].clone().try_acquire_owned() else { continue };
            let kinds = jobs.kinds();
            let wanted = WantedJob::of(&kinds);
            let Some(job) = self.claim(wanted, BESIDE_CLAIM).await? else { continue };
            let (worker, pausing) = (self.clone(), crew.pausing(lane));
            busy.spawn(async move {
                let done = worker.attempt(&job, worker.do_beside(job.clone(), &pausing)).await;
                drop(permit);
                done
            });
        }
        Ok(())
    }

    /// Claims the next wanted job for a while.
    async fn claim(
        &self,
        wanted: WantedJob<'_>,
        duration: SignedDuration,
    ) -> Result<Option<Job>, StoreError> {
        let now = (self.clock)();
        self.store.claim_job(wanted, now, now + duration).await
    }

    /// Does a claimed job. If that fails, except through a temporary failure of the database, the
    /// job pauses, and is abandoned after some failures.
    async fn attempt<T>(
        &self,
        job: &Job,
        work: impl Future<Output = Result<T, WorkError>>,
    ) -> Result<T, WorkError> {
        let done = work.await;
        if let Err(error) = &done
            && !matches!(error, WorkError::Store(error) if error.is_temporary())
        {
            let (kind, key) = (job.kind.name(), &job.key);
            match self.store.job_failed(job, (self.clock)()).await? {
                AfterFailure::PausesUntil(due) => {
                    tracing::warn!(%error, kind, key, %due, "a job failed");
                }
                AfterFailure::IsGivenUp => {
                    tracing::error!(%error, kind, key, "a job failed and was abandoned");
                }
                AfterFailure::IsNoLongerWanted => {
                    tracing::warn!(%error, kind, key, "a job failed, but another worker has done it");
                }
            }
        }
        done
    }

    /// Searches for a claimed job beside turns, and renews its claim in the meantime, since a
    /// search with pauses takes long. `search` is told when to stop. Returns the job with its
    /// latest claim, and what `search` returned; `None` when another worker has the job.
    pub(super) async fn search<T: Send + 'static>(
        &self,
        mut job: Job,
        pausing: &Pausing,
        search: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send + 'static,
    ) -> Result<Option<(Job, Result<T, JoinError>)>, StoreError> {
        let lost = Arc::new(AtomicBool::new(false));
        let (pausing, is_lost) = (pausing.clone(), lost.clone());
        let mut found = task::spawn_blocking(move || search(&|| pausing.gives_up(&is_lost)));
        loop {
            tokio::select! {
                found = &mut found => return Ok(Some((job, found))),
                () = time::sleep(RENEW_EVERY) => {
                    match self.store.renew_job(job, (self.clock)() + BESIDE_CLAIM).await {
                        Ok(Some(renewed)) => job = renewed,
                        not_renewed => {
                            lost.store(true, Ordering::Relaxed);
                            return not_renewed.map(|_| None);
                        }
                    }
                }
            }
        }
    }

    /// Does a claimed job that runs beside turns.
    async fn do_beside(&self, job: Job, pausing: &Pausing) -> Result<Vec<Message>, WorkError> {
        match job.kind {
            JobKind::Hint => self.find_hint(job, pausing, false).await,
            JobKind::Review | JobKind::HotseatReview => {
                self.review(job, pausing).await.map(|()| Vec::new())
            }
            JobKind::Turn => Ok(Vec::new()),
        }
    }
}

/// What a worker does when there are no jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Idle {
    Waits,
    Leaves,
}

impl Length {
    /// Length of a search with this estimate, in its slot.
    const fn of(cost_ms: u32, slot: Option<&JobSlot>) -> Self {
        match slot {
            Some(JobSlot::Short(_)) => Self::Hurried,
            _ if cost_ms > SHORT_MS => Self::Long,
            _ => Self::Short,
        }
    }
}

#[cfg(test)]
mod tests {
    use carrick_service::Sender;
    use carrick_store::Settings;

    use super::*;
    use crate::{Incoming, handle};

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
    async fn one_extra_slot_is_for_short_searches() {
        let crew = WorkerRun::of(2, MEMORY);
        let taken = [crew.slot(), crew.slot()];
        assert!(crew.slot().is_none(), "no search could pause for it");
        drop(taken);
        crew.long.fetch_add(1, Ordering::Relaxed);
        let slots: Vec<Option<JobSlot>> = (0..4).map(|_| crew.slot()).collect();
        let most = slots.iter().map(|slot| slot.as_ref().map(JobSlot::most_ms));
        let any = Some(u32::MAX);
        assert_eq!(most.collect::<Vec<_>>(), [any, any, Some(SHORT_MS), None]);
        for (cost_ms, slot, length) in
            [(3000, 0, Length::Long), (10, 0, Length::Short), (10, 2, Length::Hurried)]
        {
            assert_eq!(Length::of(cost_ms, slots[slot].as_ref()), length);
        }
    }

    #[tokio::test]
    async fn a_claim_is_renewed_while_its_search_pauses() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("carrick.db");
        let store = Store::open(&file, &Settings::default()).await.unwrap();
        let (now, begun) = (Timestamp::UNIX_EPOCH, time::Instant::now());
        for (sender, text) in [
            (Sender::Nobody, "signup alice alice-pass"),
            (Sender::Console, "antipod challenge --unrated alice level1"),
            (Sender::User("alice".parse().unwrap()), "antipod hint 101 alice -"),
        ] {
            let incoming = Incoming { sender, text, body: None, id: None };
            assert!(!handle(&store, None, incoming, now).await.unwrap().refused, "{text}");
        }
        let clock = move || now + SignedDuration::from_secs(begun.elapsed().as_secs() as i64);
        let worker = Worker::new(store.clone(), Strength::default(), clock);
        let wanted = WantedJob::of(&[JobKind::Hint]);
        // The claim is about to expire.
        let until = now + SignedDuration::from_secs(1);
        let job = store.claim_job(wanted, now, until).await.unwrap().unwrap();
        let crew = WorkerRun::of(1, MEMORY);
        let taken = crew.slot();
        let pausing = crew.pausing(0);
        let search = worker.search(job, &pausing, |gives_up| gives_up());
        let goes_on = async {
            while store.claimed_job(JobKind::Hint, until).await.unwrap().is_none() {
                time::sleep(Duration::from_millis(1)).await;
            }
            drop(taken);
        };
        let (found, ()) = tokio::join!(search, goes_on);
        let (job, gave_up) = found.unwrap().unwrap();
        assert!(job.until > until && !gave_up.unwrap());
    }

    #[test]
    fn no_more_searches_run_than_fit_into_memory() {
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
