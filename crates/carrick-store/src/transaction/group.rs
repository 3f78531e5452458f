//! Group commit: requests that wait at the same time share one commit, and so one wait for the
//! disk.
//!
//! Each is still decided alone, after all before it and with nobody else writing what it has read,
//! and written behind its own savepoint. Nobody is answered before the shared commit. That includes
//! requests that change nothing, since their answers may show what the commit makes durable.
//!
//! In a file, and for most requests on a server, nobody else writes at all. Turns and whatever else
//! changes nothing but boards are the exception: on a server, several transactions of them are open
//! at once, of this process and of others, and each locks its boards. When a decision turns out to
//! change more than that (a game has ended, so ratings change), it is made again alone.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use carrick_service::{BoardId, Decision, Link, Message, Needs, State};
use tokio::sync::oneshot;

use super::mail::GivenUp;
use super::together::Together;
use super::{load, log, mail, together, write};
use crate::boards;
use crate::database::{Lock, StoreError, Writer};
use crate::store::{Committed, LogEntry, Mail, Outcome, Queued, Request, Store, Work};

/// Maximum number of requests that share a commit, so that the first need not wait for long and
/// other processes get their turn.
const MOST: usize = 64;

/// Requests of a transaction, by their outcome.
#[derive(Default)]
struct Group {
    /// Those that are finished, each with the channel to its caller.
    done: Vec<(oneshot::Sender<Outcome>, Outcome)>,
    /// One that must be carried out alone, and those that wait behind it. Nothing of them is
    /// written.
    left: VecDeque<Queued>,
    /// Whether anything was written.
    wrote: bool,
}

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
    /// since it is sent to the task that commits. On a server a copy of it may be called before,
    /// and its decision dropped. When it panics, nothing is changed. When the future is dropped
    /// before its end, the request is carried out whole or not at all; one with a name can simply
    /// be sent again.
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
        F: FnOnce(&State) -> Decision + Clone + Send + 'static,
    {
        let request =
            Request { needs: needs.clone(), entry: entry.clone(), decide: Box::new(decide) };
        wait_for(self, Work::Request(request)).await
    }
}

/// Queues work, spawns a task for the queue if there is none, and waits for the answer.
pub(crate) async fn wait_for(store: &Store, work: Work) -> Result<Committed, StoreError> {
    let is_exclusive = match &work {
        Work::Request(request) if store.database.is_on_server() => {
            !together::is_about_boards(&request.needs)
        }
        Work::Request(_) | Work::Mail(_) => true,
    };
    let (answered, spawns) = store.queue.push(work, is_exclusive, store.database.writers());
    if spawns {
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
        let mut group = Group::default();
        let ended = self.commit_into(&mut group).await;
        let Group { done, left, wrote } = group;
        if let Err(error) = &ended
            && done.is_empty()
        {
            // No transaction could be begun.
            for Queued { answer, .. } in self.store.queue.take_all() {
                let _ = answer.send(Ok(Err(error.again())));
            }
        }
        self.store.queue.put_back(left);
        if ended.is_ok() && wrote && !self.store.commits.has_listeners() {
            // A feed in this process would count the changes. When it fails, others do later.
            let _ = self.store.count_changes().await;
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
    async fn commit_into(&self, group: &mut Group) -> Result<(), StoreError> {
        let round = self.store.queue.next(MOST, false);
        let Some(first) = round.front() else { return Ok(()) };
        let has_all = first.is_exclusive;
        let ended = self.commit_round(round, has_all, group).await;
        self.store.queue.end(has_all);
        ended
    }

    /// Runs a transaction of this round, and of further ones if it has the database for itself.
    async fn commit_round(
        &self,
        mut round: VecDeque<Queued>,
        has_all: bool,
        group: &mut Group,
    ) -> Result<(), StoreError> {
        let lock = if has_all { Lock::Exclusive } else { Lock::Shared };
        let mut transaction = match self.store.database.begin_write_with(lock).await {
            Ok(transaction) => transaction,
            Err(error) => {
                self.store.queue.put_back(round);
                return Err(error);
            }
        };
        let mut writer = Writer::new(&mut transaction);
        loop {
            let ended = carry_out_all(&mut writer, lock, &mut round, group).await;
            self.store.queue.put_back(round);
            ended?;
            // Locks of boards are taken once in a transaction: two of them might wait for each
            // other if each had locked one board and then another.
            if !has_all || group.done.len() >= MOST {
                break;
            }
            round = self.store.queue.next(MOST - group.done.len(), true);
            if round.is_empty() {
                break;
            }
        }
        if group.wrote {
            transaction.commit().await?;
            self.store.commits.tell();
            let answers =
                group.done.iter().filter_map(|(_, outcome)| outcome.as_ref().ok()?.as_ref().ok());
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
    lock: Lock,
    round: &mut VecDeque<Queued>,
    group: &mut Group,
) -> Result<(), StoreError> {
    let mut together = match load_together(writer, lock, in_common(round)).await {
        Ok(together) => together,
        Err(error) => {
            let failed = round.drain(..).map(|waiting| (waiting.answer, Ok(Err(error.again()))));
            group.done.extend(failed);
            return Err(error);
        }
    };
    while let Some(Queued { work, answer, .. }) = round.pop_front() {
        let outcome = match work {
            Work::Request(request) => {
                match carry_out(writer, lock, request, &mut together, &mut group.wrote).await {
                    Step::Done(outcome) => outcome,
                    // Those after it are decided after it.
                    Step::Left(request) => {
                        let work = Work::Request(*request);
                        group.left.push_back(Queued { work, is_exclusive: true, answer });
                        group.left.append(round);
                        break;
                    }
                }
            }
            Work::Mail(mail) => take_in(writer, mail, &mut group.wrote).await,
        };
        let broken = match &outcome {
            Ok(Err(error)) if error.is_failure() => Some(error.again()),
            _ => None,
        };
        group.done.push((answer, outcome));
        if let Some(error) = broken {
            return Err(error);
        }
    }
    Ok(())
}

/// Boards and shared needs of the requests of a round.
fn in_common(round: &VecDeque<Queued>) -> (Vec<BoardId>, Needs) {
    let needs = || {
        round.iter().filter_map(|waiting| match &waiting.work {
            Work::Request(request) => Some(&request.needs),
            Work::Mail(_) => None,
        })
    };
    let boards = needs().flat_map(|needs| &needs.boards).copied().collect();
    (boards, together::shared(needs()))
}

/// Locks the boards of a round, unless nobody else writes, and loads the state that its requests
/// share.
async fn load_together(
    writer: &mut Writer<'_>,
    lock: Lock,
    (boards, shared): (Vec<BoardId>, Needs),
) -> Result<Together, StoreError> {
    let connection = writer.now().await?;
    if lock == Lock::Shared {
        boards::lock(connection, boards).await?;
    }
    Together::load(connection, shared).await
}

/// Outcome of a request in a transaction.
enum Step {
    Done(Outcome),
    /// It must be carried out while nobody else writes.
    Left(Box<Request>),
}

async fn carry_out(
    writer: &mut Writer<'_>,
    lock: Lock,
    request: Request,
    together: &mut Together,
    wrote: &mut bool,
) -> Step {
    let state = match look(writer, &request.needs, &request.entry, together).await {
        Ok(Lookup::State(state)) => state,
        Ok(Lookup::Answer(answer)) => return Step::Done(Ok(Ok(answer))),
        Err(error) => return Step::Done(Ok(Err(error))),
    };
    let decision = if lock == Lock::Shared {
        let decide = request.decide.copy();
        match catch_unwind(AssertUnwindSafe(|| decide.decide(&state))) {
            Ok(decision) if !together::stays_on(&decision, &request.needs.boards) => {
                return Step::Left(Box::new(request));
            }
            decided => decided,
        }
    } else {
        catch_unwind(AssertUnwindSafe(|| request.decide.decide(&state)))
    };
    let decision = match decision {
        Ok(decision) => decision,
        Err(panic) => return Step::Done(Err(panic)),
    };
    // Some commands only ask the user to confirm something.
    let leaves_nothing = decision.events.is_empty() && !decision.messages.iter().any(asks);
    let entry = request.entry;
    if leaves_nothing && entry.id.is_none() && entry.reply_to.is_none() {
        let Decision { messages, refused, .. } = decision;
        return Step::Done(Ok(Ok(Committed { messages, refused, ..Committed::default() })));
    }
    together.note(&decision.events);
    let written = write_down(writer, &entry, decision).await;
    *wrote |= written.is_ok();
    Step::Done(Ok(written))
}

/// Whether a message asks its user to confirm a change of their account.
pub(super) const fn asks(message: &Message) -> bool {
    matches!(message.link, Some(Link::Change(_)))
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
