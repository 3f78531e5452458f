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

use carrick_service::{Decision, Link, Message, Needs, State};
use tokio::sync::oneshot;

use crate::batch::Writer;
use crate::mail::{GivenUp, Mail};
use crate::sqlite::Database;
use crate::together::{self, Together};
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

impl Waiting {
    const fn is_request(&self) -> bool {
        matches!(self.work, Work::Request(_))
    }
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

    /// The next ones, those excepted whose sender has gone away: requests, or one mail. What was loaded for
    /// requests together would be old after a mail between them.
    fn next(&self, most: usize) -> VecDeque<Waiting> {
        let mut queue = self.queue();
        let mut round = VecDeque::new();
        while round.len() < most
            && let Some(one) =
                queue.waiting.pop_front_if(|one| one.is_request() || round.is_empty())
        {
            if one.answer.is_closed() {
                continue;
            }
            let ends = !one.is_request();
            round.push_back(one);
            if ends {
                break;
            }
        }
        round
    }

    /// Puts back in front what was not begun.
    fn put_back(&self, mut round: VecDeque<Waiting>) {
        let mut queue = self.queue();
        round.append(&mut queue.waiting);
        queue.waiting = round;
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
        let mut transaction = self.database.begin_write().await?;
        let mut wrote = false;
        let mut writer = Writer::new(&mut transaction);
        while done.len() < MOST {
            let mut round = self.next(MOST - done.len());
            if round.is_empty() {
                break;
            }
            let ended = carry_out_all(&mut writer, &mut round, done, &mut wrote).await;
            self.put_back(round);
            ended?;
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

/// Carries out a round, one after another. An error is everybody's; what is left in the round
/// then was not begun.
async fn carry_out_all(
    writer: &mut Writer<'_>,
    round: &mut VecDeque<Waiting>,
    done: &mut Vec<Done>,
    wrote: &mut bool,
) -> Result<(), StoreError> {
    let needs = round.iter().filter_map(|waiting| match &waiting.work {
        Work::Request(asked) => Some(&asked.needs),
        Work::Mail(_) => None,
    });
    let shared = together::shared(needs);
    let mut together = match Together::load(writer.now().await?, shared).await {
        Ok(together) => together,
        Err(error) => {
            let failed = round.drain(..).map(|waiting| (waiting.answer, Ok(Err(error.again()))));
            done.extend(failed);
            return Err(error);
        }
    };
    while let Some(Waiting { work, answer }) = round.pop_front() {
        let outcome = match work {
            Work::Request(asked) => carry_out(writer, asked, &mut together, wrote).await,
            Work::Mail(mail) => take_in(writer, mail, wrote).await,
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
    Ok(())
}

async fn carry_out(
    writer: &mut Writer<'_>,
    asked: Asked,
    together: &mut Together,
    wrote: &mut bool,
) -> Outcome {
    let Asked { needs, entry, decide } = asked;
    let state = match look(writer, &needs, &entry, together).await {
        Ok(Looked::State(state)) => state,
        Ok(Looked::Answer(answer)) => return Ok(Ok(answer)),
        Err(error) => return Ok(Err(error)),
    };
    let decision = catch_unwind(AssertUnwindSafe(|| decide(&state)))?;
    // That a user is asked for his word is the whole effect of some commands.
    let asks = |message: &Message| matches!(message.link, Some(Link::Change(_)));
    let leaves_nothing = decision.events.is_empty() && !decision.messages.iter().any(asks);
    if leaves_nothing && entry.id.is_none() && entry.reply_to.is_none() {
        let Decision { messages, refused, .. } = decision;
        return Ok(Ok(Committed { messages, refused, repeated: false }));
    }
    together.note(&decision.events);
    let written = write_down(writer, &entry, decision).await;
    *wrote |= written.is_ok();
    Ok(written)
}

/// What a request meets with.
enum Looked {
    /// The answer that it got before.
    Answer(Committed),
    /// What it needs.
    State(Box<State>),
}

async fn look(
    writer: &mut Writer<'_>,
    needs: &Needs,
    entry: &LogEntry,
    together: &Together,
) -> Result<Looked, StoreError> {
    if entry.id.is_some()
        && let Some(answer) = request::recorded(writer.now().await?, entry).await?
    {
        return Ok(Looked::Answer(answer));
    }
    Ok(Looked::State(Box::new(match together.part(needs) {
        Some(part) => part,
        None => load::state(writer.now().await?, needs).await?,
    })))
}

async fn take_in(writer: &mut Writer<'_>, mail: Mail, wrote: &mut bool) -> Outcome {
    let connection = match writer.now().await {
        Ok(connection) => connection,
        Err(error) => return Ok(Err(error)),
    };
    match mail::take_in(connection, mail).await {
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
    writer: &mut Writer<'_>,
    entry: &LogEntry,
    decision: Decision,
) -> Result<Committed, StoreError> {
    writer.begin();
    let written = async {
        write::events(writer, &decision.events, entry.at).await?;
        request::record(writer, entry, decision).await
    };
    let written = written.await;
    if matches!(&written, Err(error) if !error.is_failure()) {
        writer.undo().await?;
    }
    written
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Group").finish_non_exhaustive()
    }
}
