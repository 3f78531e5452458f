//! Group commit: requests that wait at the same time share one commit, and so one wait for the disk.
//!
//! Each is still decided alone, after all before it and with nobody else writing, and stands or falls
//! alone: its writing is a savepoint. What is shared is the end. Nobody is answered before the commit,
//! not even whoever only asked, since he may have seen what the commit was to make true.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrick_service::{Decision, Needs, State};
use sqlx::Connection as _;
use tokio::sync::oneshot;

use crate::mail::{GivenUp, Mail};
use crate::sqlite::{BEGIN_WRITE, Connection, Database, Db};
use crate::{Commits, Committed, LogEntry, StoreError, load, mail, request, write};

/// At most so many requests share a commit, so that the first of them need not wait for long and other
/// processes get their turn.
const MOST: usize = 64;

/// What makes an answer of a state.
pub type Decide = Box<dyn FnOnce(&State) -> Decision + Send>;

/// A request and what makes an answer of it.
pub(crate) struct Asked {
    pub(crate) needs: Needs,
    pub(crate) entry: LogEntry,
    pub(crate) decide: Decide,
}

/// What waits: a request, or a mail with all its requests.
enum Work {
    Request(Asked),
    Mail(Mail),
}

/// What came of a request: its decision may have panicked.
type Outcome = Result<Result<Committed, StoreError>, Box<dyn Any + Send>>;

/// Who is to hear what.
type Done = (oneshot::Sender<Outcome>, Outcome);

struct Waiting {
    work: Work,
    answer: oneshot::Sender<Outcome>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// Whether a task is at work that will look here again.
    served: bool,
}

/// Requests on their way to the database. A clone is the same queue.
#[derive(Clone)]
pub(crate) struct Group {
    database: Database,
    commits: Commits,
    queue: Arc<Mutex<Queue>>,
}

impl Group {
    pub(crate) fn new(database: Database, commits: Commits) -> Self {
        Self { database, commits, queue: Arc::default() }
    }

    /// Carries out a request, together with whatever waits at the same time.
    pub(crate) async fn carry_out(&self, asked: Asked) -> Result<Committed, StoreError> {
        self.wait_for(Work::Request(asked)).await
    }

    /// The same for a mail.
    pub(crate) async fn take_in(&self, mail: Mail) -> Result<Committed, StoreError> {
        self.wait_for(Work::Mail(mail)).await
    }

    async fn wait_for(&self, work: Work) -> Result<Committed, StoreError> {
        let (answer, answered) = oneshot::channel();
        let idle = {
            let mut queue = self.queue();
            queue.waiting.push_back(Waiting { work, answer });
            !std::mem::replace(&mut queue.served, true)
        };
        if idle {
            tokio::spawn(Serving { group: self.clone(), finished: false }.serve());
        }
        match answered.await {
            Ok(Ok(answer)) => answer,
            Ok(Err(panic)) => resume_unwind(panic),
            // The runtime has ended, and with it the task.
            Err(_) => Err(sqlx::Error::WorkerCrashed.into()),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next one whose sender has not gone away.
    fn next(&self) -> Option<Waiting> {
        let mut queue = self.queue();
        std::iter::from_fn(|| queue.waiting.pop_front()).find(|one| !one.answer.is_closed())
    }

    /// Carries out those that wait, and those that come meanwhile, up to a number, and commits.
    async fn commit_some(&self) {
        let mut done = Vec::new();
        let ended = self.commit_into(&mut done).await;
        if let Err(error) = &ended
            && done.is_empty()
        {
            // There was no transaction to be had.
            for Waiting { answer, .. } in std::mem::take(&mut self.queue().waiting) {
                let _ = answer.send(Ok(Err(error.again())));
            }
        }
        for (answer, outcome) in done {
            let outcome = match (&ended, outcome) {
                (Err(error), Ok(Ok(_))) => Ok(Err(error.again())),
                (_, outcome) => outcome,
            };
            // Whoever does not wait any more has no use for it.
            let _ = answer.send(outcome);
        }
    }

    /// One transaction; an error is everybody's.
    async fn commit_into(&self, done: &mut Vec<Done>) -> Result<(), StoreError> {
        let mut writer = self.database.writer().await?;
        let transaction = writer.begin_with(BEGIN_WRITE).await?;
        let ended = self.fill(transaction, done).await;
        if ended.is_err() {
            // Where the database ended the transaction by itself, this connection would go on to count
            // on it. That it does not close well says nothing new.
            let _ = writer.close().await;
        }
        ended
    }

    /// Carries out what waits, and commits.
    async fn fill(
        &self,
        mut transaction: sqlx::Transaction<'_, Db>,
        done: &mut Vec<Done>,
    ) -> Result<(), StoreError> {
        let mut wrote = false;
        while done.len() < MOST
            && let Some(Waiting { work, answer }) = self.next()
        {
            let outcome = match work {
                Work::Request(asked) => carry_out(&mut transaction, asked, &mut wrote).await,
                Work::Mail(mail) => take_in(&mut transaction, mail, &mut wrote).await,
            };
            let broken = match &outcome {
                Ok(Err(error)) if error.is_failure() => Some(error.again()),
                _ => None,
            };
            done.push((answer, outcome));
            if let Some(error) = broken {
                return Err(error);
            }
        }
        if wrote {
            transaction.commit().await?;
            self.commits.tell();
        }
        Ok(())
    }
}

/// The task that serves the queue. When it goes before the queue is empty, because its runtime ended,
/// nobody is left waiting for it.
struct Serving {
    group: Group,
    finished: bool,
}

impl Serving {
    async fn serve(mut self) {
        while !self.is_done() {
            self.group.commit_some().await;
        }
    }

    fn is_done(&mut self) -> bool {
        let mut queue = self.group.queue();
        queue.served = !queue.waiting.is_empty();
        self.finished = !queue.served;
        self.finished
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if !self.finished {
            *self.group.queue() = Queue::default();
        }
    }
}

async fn carry_out(transaction: &mut Connection, asked: Asked, wrote: &mut bool) -> Outcome {
    let Asked { needs, entry, decide } = asked;
    let state = match request::recorded(transaction, &entry).await {
        Ok(None) => load::state(transaction, &needs).await,
        Ok(Some(answer)) => return Ok(Ok(answer)),
        Err(error) => return Ok(Err(error)),
    };
    let decision = match state {
        Ok(state) => catch_unwind(AssertUnwindSafe(|| decide(&state)))?,
        Err(error) => return Ok(Err(error)),
    };
    if decision.events.is_empty() && entry.id.is_none() && entry.reply_to.is_none() {
        let Decision { messages, refused, .. } = decision;
        return Ok(Ok(Committed { messages, refused, repeated: false }));
    }
    let written = write_down(transaction, &entry, decision).await;
    *wrote |= written.is_ok();
    Ok(written)
}

async fn take_in(transaction: &mut Connection, mail: Mail, wrote: &mut bool) -> Outcome {
    match mail::take_in(transaction, mail).await {
        Ok((committed, is_written)) => {
            *wrote |= is_written;
            Ok(Ok(committed))
        }
        Err(GivenUp::Store(error)) => Ok(Err(error)),
        Err(GivenUp::Panic(panic)) => Err(panic),
    }
}

/// Writes a decision whole, or nothing of it.
async fn write_down(
    connection: &mut Connection,
    entry: &LogEntry,
    decision: Decision,
) -> Result<Committed, StoreError> {
    let mut savepoint = connection.begin().await?;
    let written = async {
        write::events(&mut savepoint, &decision.events, entry.at).await?;
        request::record(&mut savepoint, entry, decision).await
    };
    match written.await {
        Ok(committed) => {
            savepoint.commit().await?;
            Ok(committed)
        }
        Err(error) => {
            savepoint.rollback().await?;
            Err(error)
        }
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").finish_non_exhaustive()
    }
}
