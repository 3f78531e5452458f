//! The computer's jobs, done: each claimed, thought about outside of any transaction, and answered by
//! the same decisions as a person's turn.
//!
//! What makes an answer count once is not the claim but the decision: it asks whether the board is
//! still as it was seen. A claim only spares two workers the same thoughts. A worker that dies leaves
//! its claims to run out.

use std::future::{self, Future};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use carrick_engine::{Level, Limits};
use carrick_service::{
    Action, Asked, BoardId, Message, Needs, Sender, State, WaitingJob, decide_answer, next_job,
};
use carrick_store::{LogEntry, Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{self, JoinSet};
use tokio::time::timeout;

use crate::computer::answer_of;
use crate::thinkers::{Thinker, Thinkers};

/// How long a claimed job is left to whoever claimed it; far longer than any level thinks.
const CLAIM: SignedDuration = SignedDuration::from_secs(30);

/// How often an idle worker looks for jobs that other processes made. Of those made in this process it
/// hears at once.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// So long one waits for a second thread that somebody may have for a moment only.
const HELP_COMES_WITHIN: Duration = Duration::from_millis(20);

/// How hard the computer may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// The strongest level thinks for this long about a turn.
    pub time: Duration,
    /// And at most about so many positions.
    pub nodes: u64,
    /// And with so many threads.
    pub threads: usize,
}

impl Default for Strength {
    fn default() -> Self {
        Self { time: Duration::from_millis(Level::FULL_TIME_MS), nodes: u64::MAX, threads: 2 }
    }
}

/// Why a job was not done. It waits for its next worker.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The board holds no game, or the search has a fault.
    #[error("the computer found no answer on {0}")]
    NoAnswer(BoardId),
}

/// A pool that does the computer's jobs. A clone shares what it has in mind: a game is searched on from
/// what was found the turn before. A worker that comes to a game anew, after a restart or for want of
/// memory, plays as strong a turn, perhaps another.
#[derive(Debug, Clone)]
pub struct Worker<C> {
    store: Store,
    strength: Strength,
    clock: C,
    /// What was thought the turns before, for the games of which there is memory.
    thinkers: Arc<Thinkers>,
}

/// What the jobs of one run share.
#[derive(Debug, Clone)]
struct Crew {
    threads: Arc<Semaphore>,
    /// Whether thoughts are to be given up.
    stopping: Arc<AtomicBool>,
}

impl Crew {
    fn of(threads: usize) -> Self {
        Self { threads: Arc::new(Semaphore::new(threads.max(1))), stopping: Arc::default() }
    }

    /// So many threads besides one's own, or none. Whoever looks for the next job has one for as long as that
    /// takes, so they need not be free at this moment.
    async fn help(&self, threads: usize) -> Option<OwnedSemaphorePermit> {
        let help = self.threads.clone().acquire_many_owned(threads as u32);
        timeout(HELP_COMES_WITHIN, help).await.ok()?.ok()
    }
}

/// A job that this worker claimed, and until when it is left to him.
#[derive(Debug, Clone, Copy)]
struct Claim {
    board: BoardId,
    until: Timestamp,
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp + Clone + Send + Sync + 'static,
{
    /// A worker on a store. `clock` tells the time of its turns.
    #[must_use]
    pub fn new(store: Store, strength: Strength, clock: C) -> Self {
        let strength = Strength { threads: strength.threads.max(1), ..strength };
        Self { store, strength, clock, thinkers: Arc::default() }
    }

    /// Does what the computer is asked on one board, unless somebody is at it already, until its
    /// opponent is to move. What every message says that went out, in order.
    ///
    /// # Errors
    /// When a job could not be done; it is done later.
    pub async fn answer_on(&self, board: BoardId) -> Result<Vec<Message>, WorkError> {
        let mut messages = Vec::new();
        // A person's queued answer may be the next question.
        while let Some(claim) = self.claim(move |waiting| on(waiting, board)).await? {
            messages.extend(self.do_job(claim, Crew::of(self.strength.threads)).await?);
        }
        Ok(messages)
    }

    /// Does jobs with at most so many threads, in the order of [`next_job`], until there are none. Tells
    /// `report` of each.
    ///
    /// A job that another worker has claimed is waited for until he has done it, or his claim runs out and it
    /// can be done here; `waits` is told of the board, and of the moment. A job that could not be done stays
    /// claimed too, and is left to another run: once one has failed, nothing is waited for.
    ///
    /// # Errors
    /// When the database does not even say what is to do.
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

    /// Does jobs in the same way until `stop` is ready. A job that this process makes is begun at once, one
    /// that another makes soon after. Whoever is thinking then gives up, and his job waits
    /// for the next worker, who need not wait for the claim to run out.
    ///
    /// A failure of the database is told to `report` too, and the work goes on when it answers again.
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
        let crew = Crew::of(threads);
        let mut commits = self.store.commits();
        let mut stop = pin!(stop);
        let mut busy = JoinSet::new();
        loop {
            // Nothing is claimed for which there is no thread: another worker may have one.
            let place = tokio::select! {
                biased;
                () = &mut stop => break,
                place = crew.threads.clone().acquire_owned() => place,
            };
            commits.mark_unchanged();
            match self.claim(next_job).await {
                Ok(Some(claim)) => {
                    let worker = self.clone();
                    let crew = crew.clone();
                    busy.spawn(async move {
                        let _place = place;
                        worker.do_job(claim, crew).await
                    });
                    while let Some(done) = busy.try_join_next() {
                        done.into_iter().for_each(&mut report);
                    }
                    continue;
                }
                Ok(None) if idle == Idle::Leaves && busy.is_empty() => return Ok(()),
                Ok(None) => {}
                Err(error) if idle == Idle::Leaves => return Err(error),
                Err(error) => report(Err(error.into())),
            }
            drop(place);
            tokio::select! {
                biased;
                () = &mut stop => break,
                Some(done) = busy.join_next() => done.into_iter().for_each(&mut report),
                _ = commits.changed() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
        crew.stopping.store(true, Ordering::Relaxed);
        while let Some(done) = busy.join_next().await {
            done.into_iter().for_each(&mut report);
        }
        Ok(())
    }

    async fn claim<F>(&self, pick: F) -> Result<Option<Claim>, StoreError>
    where
        F: FnOnce(&[WaitingJob]) -> Option<BoardId> + Send + 'static,
    {
        let now = (self.clock)();
        let until = now + CLAIM;
        let claimed = self.store.claim_job(now, until, pick).await?;
        Ok(claimed.map(|board| Claim { board, until }))
    }
}

/// What a worker does when there is nothing to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Idle {
    Waits,
    Leaves,
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp,
{
    /// Thinks about a job that was claimed and answers. A second thread helps the strongest level
    /// when the crew has one to spare.
    async fn do_job(
        &self,
        Claim { board, until }: Claim,
        crew: Crew,
    ) -> Result<Vec<Message>, WorkError> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let state = self.store.read(&needs).await?;
        let Some(record) = state.boards.get(&board) else { return Ok(Vec::new()) };
        let asked = Asked::on(record).ok_or(WorkError::NoAnswer(board))?;
        let player = record.players[asked.seat.index()].clone();
        let action = self.think(&asked, &crew).await?;
        if crew.stopping.load(Ordering::Relaxed) {
            self.store.release_job(board, until).await?;
            return Ok(Vec::new());
        }
        // No two turns are of one moment, not even for a clock that was set back.
        let at = (self.clock)().max(asked.since + SignedDuration::from_micros(1));
        let entry = LogEntry {
            id: None,
            at,
            command: format!("{} move {} {player} - {action}", board.kind, board.number),
            sender: Sender::User(player),
            reply_to: None,
        };
        let decide = move |state: &State| decide_answer(state, &asked, action, at);
        let committed = self.store.transaction(&needs, &entry, decide).await?;
        if committed.refused { Err(WorkError::NoAnswer(board)) } else { Ok(committed.messages) }
    }

    async fn think(&self, asked: &Asked, crew: &Crew) -> Result<Action, WorkError> {
        let is_strongest = asked.level == Level::MAX.number();
        let most = if is_strongest { self.strength.threads - 1 } else { 0 };
        let help = crew.help(most).await;
        let strength = Strength {
            threads: 1 + help.as_ref().map_or(0, OwnedSemaphorePermit::num_permits),
            ..self.strength
        };
        let (board, asked, stopping) = (asked.board, asked.clone(), crew.stopping.clone());
        let thinkers = self.thinkers.clone();
        let thinking = task::spawn_blocking(move || {
            let _help = help;
            let mut thinker = thinkers.take(&asked)?;
            let action = strength.answer(&mut thinker, &asked, &stopping);
            thinkers.keep(thinker);
            Some(action)
        });
        thinking.await.ok().flatten().ok_or(WorkError::NoAnswer(board))
    }
}

impl Strength {
    /// Answers within the time, or with what it has when it is stopped.
    fn answer(self, thinker: &mut Thinker, asked: &Asked, stopping: &AtomicBool) -> Action {
        let start = Instant::now();
        let stop = || start.elapsed() >= self.time || stopping.load(Ordering::Relaxed);
        answer_of(thinker, asked, Limits { nodes: self.nodes, stop: &stop, threads: self.threads })
    }
}

fn on(waiting: &[WaitingJob], board: BoardId) -> Option<BoardId> {
    waiting.iter().map(|job| job.board).find(|&one| one == board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_second_of_two_threads_helps_unless_another_job_has_it() {
        let crew = Crew::of(2);
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
}
