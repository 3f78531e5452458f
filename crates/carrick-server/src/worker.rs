//! The computer's jobs, done: each claimed, thought about outside of any transaction, and answered by
//! the same decisions as a person's turn.
//!
//! What makes an answer count once is not the claim but the decision: it asks whether the board is
//! still as it was seen. A claim only spares two workers the same thoughts. A worker that dies leaves
//! its claims to run out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use carrick_engine::{Level, Limits};
use carrick_service::{
    Action, Asked, BoardId, Message, Needs, Sender, State, WaitingJob, decide_answer, next_job,
};
use carrick_store::{LogEntry, Store, StoreError};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{self, JoinSet};

use crate::computer::answer;

/// How long a claimed job is left to whoever claimed it; far longer than any level thinks.
const CLAIM: SignedDuration = SignedDuration::from_secs(30);

/// How often an idle worker looks for jobs.
const LOOK_EVERY: Duration = Duration::from_millis(200);

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

/// A pool that does the computer's jobs.
#[derive(Debug, Clone)]
pub struct Worker<C> {
    store: Store,
    strength: Strength,
    clock: C,
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp + Clone + Send + Sync + 'static,
{
    /// A worker on a store. `clock` tells the time of its turns.
    #[must_use]
    pub fn new(store: Store, strength: Strength, clock: C) -> Self {
        let strength = Strength { threads: strength.threads.max(1), ..strength };
        Self { store, strength, clock }
    }

    /// Does what the computer is asked on one board, unless somebody is at it already, until its
    /// opponent is to move. What every message says that went out, in order.
    ///
    /// # Errors
    /// When a job could not be done; it is done later.
    pub async fn answer_on(&self, board: BoardId) -> Result<Vec<Message>, WorkError> {
        let mut messages = Vec::new();
        // A person's queued answer may be the next question.
        while let Some(board) = self.claim(move |waiting| on(waiting, board)).await? {
            let room = Arc::new(Semaphore::new(self.strength.threads));
            messages.extend(self.do_job(board, room).await?);
        }
        Ok(messages)
    }

    /// Does jobs with at most so many threads, in the order of [`next_job`]: until there are none when
    /// `once`, and otherwise for ever. Tells `report` of each.
    ///
    /// # Errors
    /// When the database does not even say what is to do.
    pub async fn run(
        &self,
        threads: usize,
        once: bool,
        mut report: impl FnMut(Result<Vec<Message>, WorkError>),
    ) -> Result<(), StoreError> {
        let room = Arc::new(Semaphore::new(threads.max(1)));
        let mut busy = JoinSet::new();
        loop {
            while let Some(Ok(done)) = busy.try_join_next() {
                report(done);
            }
            // Nothing is claimed for which there is no thread: another worker may have one.
            let place = room.clone().acquire_owned().await;
            if let Some(board) = self.claim(next_job).await? {
                let worker = self.clone();
                let room = room.clone();
                busy.spawn(async move {
                    let _place = place;
                    worker.do_job(board, room).await
                });
                continue;
            }
            drop(place);
            tokio::select! {
                Some(done) = busy.join_next() => done.into_iter().for_each(&mut report),
                () = tokio::time::sleep(LOOK_EVERY), if !once => {}
                else => return Ok(()),
            }
        }
    }

    async fn claim<F>(&self, pick: F) -> Result<Option<BoardId>, StoreError>
    where
        F: FnOnce(&[WaitingJob]) -> Option<BoardId> + Send + 'static,
    {
        let now = (self.clock)();
        self.store.claim_job(now, now + CLAIM, pick).await
    }
}

impl<C> Worker<C>
where
    C: Fn() -> Timestamp,
{
    /// Thinks about a job that was claimed and answers. A second thread helps the strongest level
    /// when `room` has one to spare.
    async fn do_job(
        &self,
        board: BoardId,
        room: Arc<Semaphore>,
    ) -> Result<Vec<Message>, WorkError> {
        let needs = Needs { boards: [board].into(), ..Needs::default() };
        let state = self.store.read(&needs).await?;
        let Some(record) = state.boards.get(&board) else { return Ok(Vec::new()) };
        let asked = Asked::on(record).ok_or(WorkError::NoAnswer(board))?;
        let player = record.players[asked.seat.index()].clone();
        let helpers =
            if asked.level == Level::MAX.number() { self.strength.threads - 1 } else { 0 };
        let helpers = helpers.min(room.available_permits()) as u32;
        let help = room.try_acquire_many_owned(helpers).ok();
        let strength = Strength {
            threads: 1 + help.as_ref().map_or(0, OwnedSemaphorePermit::num_permits),
            ..self.strength
        };
        let action = {
            let asked = asked.clone();
            let thinking = task::spawn_blocking(move || strength.answer(&asked));
            thinking.await.map_err(|_| WorkError::NoAnswer(board))?
        };
        drop(help);
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
}

impl Strength {
    /// Answers within the time.
    fn answer(self, asked: &Asked) -> Action {
        let start = Instant::now();
        let stop = || start.elapsed() >= self.time;
        answer(asked, Limits { nodes: self.nodes, stop: &stop, threads: self.threads })
    }
}

fn on(waiting: &[WaitingJob], board: BoardId) -> Option<BoardId> {
    waiting.iter().map(|job| job.board).find(|&one| one == board)
}
