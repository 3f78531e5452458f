//! Group commit: requests that wait at the same time share one commit, and so one wait for the
//! disk.
//!
//! Each is still decided alone, after all before it and with nobody else writing, and written
//! behind its own savepoint. Nobody is answered before the shared commit. That includes requests
//! that change nothing, since their answers may show what the commit makes durable.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use carrick_service::{Decision, Link, Message, Needs, State};
use tokio::sync::oneshot;

use super::mail::GivenUp;
use super::together::Together;
use super::{load, log, mail, together, write};
use crate::database::{StoreError, Writer};
use crate::store::{Committed, LogEntry, Mail, Outcome, Queued, Request, Store, Work};

/// Maximum number of requests that share a commit, so that the first need not wait for long and
/// other processes get their turn.
const MOST: usize = 64;

/// A finished request and the channel to its caller.
type Finished = (oneshot::Sender<Outcome>, Outcome);

impl Store {
    /// Carries out a request, once.
    ///
    /// In one transaction: loads the state, calls `decide`, writes the events, puts the messages
    /// into the outbox and the request into the log, and commits. Requests that wait at the same
    /// time share the commit and nothing else: each is decided after those before it, and a failure
    /// of one does not undo another. The returned answer is on the disk. When the name of the
    /// request was recorded before, `decide` is not called and the recorded answer is returned.
    ///
    /// When nothing happens (a refusal, a question, a repeat), the answer is recorded only if the
    /// request has a name or the answer has to be sent; otherwise the database is left untouched.
    ///
    /// `decide` runs while others wait for the writer: it must not block. It owns its captures,
    /// since it is sent to the task that commits. When it panics, nothing is changed. When the
    /// future is dropped before its end, the request is carried out whole or not at all; one with a
    /// name can simply be sent again.
    ///
    /// # Errors
    /// When the decision contradicts what is stored ([`StoreError::Conflict`]), when another
    /// process keeps the database for too long ([`StoreError::Busy`]), and when the database fails.
    /// Nothing was changed, and nothing is in the log.
    pub async fn transaction<F>(
        &self,
        needs: &Needs,
        entry: &LogEntry,
        decide: F,
    ) -> Result<Committed, StoreError>
    where
        F: FnOnce(&State) -> Decision + Send + 'static,
    {
        let request =
            Request { needs: needs.clone(), entry: entry.clone(), decide: Box::new(decide) };
        wait_for(self, Work::Request(request)).await
    }
}

/// Queues work, spawns a task for the queue if there is none, and waits for the answer.
pub(crate) async fn wait_for(store: &Store, work: Work) -> Result<Committed, StoreError> {
    let (answered, idle) = store.queue.push(work);
    if idle {
        tokio::spawn(Serving { store: store.clone(), finished: false }.serve());
    }
    match answered.await {
        Ok(Ok(answer)) => answer,
        Ok(Err(panic)) => resume_unwind(panic),
        // The runtime has ended, and with it the task.
        Err(_) => Err(StoreError::cut_off()),
    }
}

/// The task that serves the queue. When it is dropped before the queue is empty, because its
/// runtime ended, all callers get an error.
struct Serving {
    store: Store,
    finished: bool,
}

impl Serving {
    async fn serve(mut self) {
        while !self.is_done() {
            self.commit_some().await;
        }
    }

    fn is_done(&mut self) -> bool {
        self.finished = self.store.queue.is_done();
        self.finished
    }

    /// Carries out waiting requests, and those that arrive meanwhile, up to [`MOST`], and commits.
    async fn commit_some(&self) {
        let mut done = Vec::new();
        let ended = self.commit_into(&mut done).await;
        if let Err(error) = &ended
            && done.is_empty()
        {
            // No transaction could be begun.
            for Queued { answer, .. } in self.store.queue.take_all() {
                let _ = answer.send(Ok(Err(error.again())));
            }
        }
        for (answer, outcome) in done {
            let outcome = match (&ended, outcome) {
                (Err(error), Ok(Ok(_))) => Ok(Err(error.again())),
                (_, outcome) => outcome,
            };
            // A caller that has gone away needs no answer.
            let _ = answer.send(outcome);
        }
    }

    /// Runs one transaction; its error is the answer to every request in it.
    async fn commit_into(&self, done: &mut Vec<Finished>) -> Result<(), StoreError> {
        let mut transaction = self.store.database.begin_write().await?;
        let mut wrote = false;
        let mut writer = Writer::new(&mut transaction);
        while done.len() < MOST {
            let mut round = self.store.queue.next(MOST - done.len());
            if round.is_empty() {
                break;
            }
            let ended = carry_out_all(&mut writer, &mut round, done, &mut wrote).await;
            self.store.queue.put_back(round);
            ended?;
        }
        if wrote {
            transaction.commit().await?;
            self.store.commits.tell();
            let answers =
                done.iter().filter_map(|(_, outcome)| outcome.as_ref().ok()?.as_ref().ok());
            self.store.activity.add(answers);
        }
        Ok(())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if !self.finished {
            self.store.queue.abandon();
        }
    }
}

/// Carries out a round, one request after another. After an error, the rest of the round is left,
/// not begun.
async fn carry_out_all(
    writer: &mut Writer<'_>,
    round: &mut VecDeque<Queued>,
    done: &mut Vec<Finished>,
    wrote: &mut bool,
) -> Result<(), StoreError> {
    let needs = round.iter().filter_map(|waiting| match &waiting.work {
        Work::Request(request) => Some(&request.needs),
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
    while let Some(Queued { work, answer }) = round.pop_front() {
        let outcome = match work {
            Work::Request(request) => carry_out(writer, request, &mut together, wrote).await,
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
    request: Request,
    together: &mut Together,
    wrote: &mut bool,
) -> Outcome {
    let Request { needs, entry, decide } = request;
    let state = match look(writer, &needs, &entry, together).await {
        Ok(Lookup::State(state)) => state,
        Ok(Lookup::Answer(answer)) => return Ok(Ok(answer)),
        Err(error) => return Ok(Err(error)),
    };
    let decision = catch_unwind(AssertUnwindSafe(|| decide(&state)))?;
    // Some commands only ask the user to confirm something.
    let asks = |message: &Message| matches!(message.link, Some(Link::Change(_)));
    let leaves_nothing = decision.events.is_empty() && !decision.messages.iter().any(asks);
    if leaves_nothing && entry.id.is_none() && entry.reply_to.is_none() {
        let Decision { messages, refused, .. } = decision;
        return Ok(Ok(Committed { messages, refused, ..Committed::default() }));
    }
    together.note(&decision.events);
    let written = write_down(writer, &entry, decision).await;
    *wrote |= written.is_ok();
    Ok(written)
}

/// Result of looking a request up.
enum Lookup {
    /// The recorded answer of an earlier delivery.
    Answer(Committed),
    /// The state that the request needs.
    State(Box<State>),
}

async fn look(
    writer: &mut Writer<'_>,
    needs: &Needs,
    entry: &LogEntry,
    together: &Together,
) -> Result<Lookup, StoreError> {
    if entry.id.is_some()
        && let Some(answer) = log::recorded(writer.now().await?, entry).await?
    {
        return Ok(Lookup::Answer(answer));
    }
    Ok(Lookup::State(Box::new(match together.part(needs) {
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
        log::record(writer, entry, decision).await
    };
    let written = written.await;
    if matches!(&written, Err(error) if !error.is_failure()) {
        writer.undo().await?;
    }
    written
}
