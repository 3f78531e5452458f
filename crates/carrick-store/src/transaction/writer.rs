//! The writer: the one task of a process that decides requests and writes the decisions.
//!
//! It takes the waiting requests, decides them one after another against the [state in
//! memory](StateCache), applies their events to it, and writes all decisions in one transaction: a
//! batch. When that is durable, every request gets its answer. That includes requests that change
//! nothing, since their answers may show what the batch makes durable. In the meantime the next
//! requests arrive.
//!
//! No one else writes while a batch is open, in a file or on a server, so whatever was read for a
//! decision is still true when it is written. When a decision cannot be written, the batch is
//! rolled back, and its requests are decided again, each in a separate transaction, so that only
//! the faulty one fails.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use carrick_service::{Decision, Link, Message, Needs, State};

use crate::database::{Pipeline, StoreError, Transaction, Version};
use crate::store::{
    Committed, LogEntry, Next, Queued, QueuedMail, RequestOutcome, Store, Work, WriteRequest,
};
use crate::transaction::cache::StateCache;
use crate::transaction::mail::GivenUp;
use crate::transaction::{load, log, mail, write};

impl Store {
    /// Runs a request, once.
    ///
    /// In one transaction, it loads the state, calls `decide`, writes the events, puts the messages
    /// into the outbox and the request into the log, and commits. Requests that wait at the same
    /// time share only the transaction: each is decided after the previous ones, and a failure of
    /// one does not undo another. The returned answer is on the disk. If the id of the request is
    /// already recorded, `decide` is not called and the recorded answer is returned.
    ///
    /// When nothing happens (a refusal, a question, a repeat), the answer is recorded only if it
    /// has to be sent, or if it answers a question with an id; otherwise the database is left
    /// untouched, and a repeated refused request is decided again.
    ///
    /// `decide` runs while others wait for the writer: it must not block. It owns its captures,
    /// since it is sent to the task that commits. A copy of it may be called first, and its
    /// decision dropped. When it panics, nothing is changed. When the future is dropped early, the
    /// request is run completely or not at all; one with an id can simply be sent again.
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
            WriteRequest { needs: needs.clone(), entry: entry.clone(), decide: Box::new(decide) };
        wait_for(self, Work::Request(request)).await
    }
}

/// Queues work, spawns the writer if it is not running, and waits for the answer.
pub(crate) async fn wait_for(store: &Store, work: Work) -> Result<Committed, StoreError> {
    let (answered, spawns) = store.queue.push(work);
    if spawns {
        tokio::spawn(WriterTask { store: store.clone(), is_finished: false }.run());
    }
    match answered.await {
        Ok(Ok(answer)) => answer,
        Ok(Err(panic)) => resume_unwind(panic),
        // The runtime has ended, and the task with it.
        Err(_) => Err(StoreError::cut_off()),
    }
}

/// The task that serves the queue until it is empty. If it is dropped before that, because its
/// runtime ended, all callers get an error.
struct WriterTask {
    store: Store,
    is_finished: bool,
}

impl WriterTask {
    async fn run(mut self) {
        let cache = Arc::clone(&self.store.cache);
        let mut cache = cache.lock().await;
        while let Some(next) = self.store.queue.next() {
            match next {
                Next::Requests(requests) => self.carry_out(requests, &mut cache).await,
                Next::Mail(mail) => {
                    let Queued { work, answer } = *mail;
                    let outcome = self.take_in(work).await;
                    // A caller that has gone away needs no answer.
                    let _ = answer.send(outcome);
                }
            }
        }
        self.is_finished = true;
    }

    /// Runs requests in one batch, or each in a separate one if one of them is at fault.
    async fn carry_out(&self, mut requests: Vec<Queued<WriteRequest>>, cache: &mut StateCache) {
        let outcomes = match self.write(&mut requests, cache).await {
            Ok(written) => self.commit(written, cache).await,
            Err(error) if requests.len() > 1 && !error.is_temporary() => {
                for one in requests {
                    Box::pin(self.carry_out(vec![one], cache)).await;
                }
                return;
            }
            Err(error) => Err(error),
        };
        match outcomes {
            Ok(outcomes) => {
                for (one, outcome) in requests.into_iter().zip(outcomes) {
                    let _ = one.answer.send(outcome);
                }
            }
            Err(error) => {
                let mut requests = requests.into_iter();
                let last = requests.next_back();
                for one in requests {
                    let _ = one.answer.send(Ok(Err(error.again())));
                }
                let _ = last.map(|one| one.answer.send(Ok(Err(error))));
            }
        }
    }

    /// Decides requests and writes the decisions in a transaction, which stays open.
    async fn write(
        &self,
        requests: &mut [Queued<WriteRequest>],
        cache: &mut StateCache,
    ) -> Result<Written, StoreError> {
        let mut transaction = self.store.database.begin_write().await?;
        let version = self.store.database.version(&mut transaction).await?;
        cache.begin(version);
        let lacks = cache.lacks(requests.iter().map(|one| &one.work.needs));
        if let Some(lacks) = lacks {
            let loaded = load::state(&mut transaction, &lacks).await?;
            cache.add(lacks, loaded);
        }
        let writer = Pipeline::new(&mut transaction);
        let mut batch =
            Batch { writer, cache, decided: Vec::new(), outcomes: Vec::new(), writes: false };
        for Queued { work, .. } in requests {
            batch.decide(work).await?;
        }
        batch.write().await?;
        let Batch { outcomes, writes, .. } = batch;
        let outcomes = outcomes.into_iter().flatten().collect();
        Ok(Written { transaction, version, outcomes, writes })
    }

    /// Makes a batch durable. After an error nothing is attempted again, since the batch may be
    /// durable.
    async fn commit(
        &self,
        written: Written,
        cache: &mut StateCache,
    ) -> Result<Vec<RequestOutcome>, StoreError> {
        let Written { transaction, version, outcomes, writes } = written;
        if writes {
            transaction.commit().await?;
            self.tell(outcomes.iter());
        }
        cache.end(version);
        Ok(outcomes)
    }

    /// Runs an email in its own transaction.
    async fn take_in(&self, mail: QueuedMail) -> RequestOutcome {
        let taken = async {
            let mut transaction = self.store.database.begin_write().await?;
            let (committed, writes) = mail::take_in(&mut transaction, mail).await?;
            if writes {
                transaction.commit().await.map_err(StoreError::from)?;
            }
            Ok((committed, writes))
        };
        match taken.await {
            Ok((committed, writes)) => {
                let outcome = Ok(Ok(committed));
                if writes {
                    self.tell([&outcome].into_iter());
                }
                outcome
            }
            Err(GivenUp::Store(error)) => Ok(Err(error)),
            Err(GivenUp::Panic(panic)) => Err(panic),
        }
    }

    /// Notifies others of a commit with these outcomes.
    fn tell<'o>(&self, outcomes: impl Iterator<Item = &'o RequestOutcome>) {
        self.store.commits.tell();
        self.store
            .activity
            .add(outcomes.filter_map(|outcome| outcome.as_ref().ok()?.as_ref().ok()));
    }
}

impl Drop for WriterTask {
    fn drop(&mut self) {
        if !self.is_finished {
            self.store.queue.abandon();
        }
    }
}

/// A batch that is written but not committed.
struct Written {
    transaction: Transaction,
    version: Version,
    outcomes: Vec<RequestOutcome>,
    /// Whether there is anything to commit.
    writes: bool,
}

/// A batch that is being decided.
struct Batch<'b> {
    writer: Pipeline<'b>,
    cache: &'b mut StateCache,
    /// Decisions that have not been written yet.
    decided: Vec<Decided<'b>>,
    /// Outcomes of the requests so far; those of unwritten decisions are missing.
    outcomes: Vec<Option<RequestOutcome>>,
    writes: bool,
}

/// A decision to be written.
pub(super) struct Decided<'r> {
    pub(super) entry: &'r LogEntry,
    pub(super) decision: Decision,
}

impl<'b> Batch<'b> {
    /// Decides a request against the state after all previous ones.
    async fn decide(&mut self, request: &'b mut WriteRequest) -> Result<(), StoreError> {
        let WriteRequest { needs, entry, decide } = request;
        let entry = &*entry;
        if let Some(outcome) = self.recorded(entry).await? {
            self.outcomes.push(Some(outcome));
            return Ok(());
        }
        let state = match self.cache.state_for(needs) {
            Some(state) => state,
            None => {
                self.write().await?;
                load::state(self.writer.now().await?, needs).await?
            }
        };
        let decide = decide.copy();
        let decision = match catch_unwind(AssertUnwindSafe(|| decide.decide(&state))) {
            Ok(decision) => decision,
            Err(panic) => {
                self.outcomes.push(Some(Err(panic)));
                return Ok(());
            }
        };
        // Some commands only ask the user to confirm something.
        let leaves_nothing = decision.events.is_empty() && !decision.messages.iter().any(asks);
        // A repeated refused request is decided again.
        let is_kept = entry.id.is_some() && decision.refusal.is_none();
        if leaves_nothing && !is_kept && entry.reply_to.is_none() {
            self.outcomes.push(Some(Ok(Ok(log::committed(decision)))));
            return Ok(());
        }
        self.cache.apply(&decision.events, entry.at);
        self.decided.push(Decided { entry, decision });
        self.outcomes.push(None);
        Ok(())
    }

    /// Outcome of a request whose id was recorded before.
    async fn recorded(&mut self, entry: &LogEntry) -> Result<Option<RequestOutcome>, StoreError> {
        if entry.id.is_none() {
            return Ok(None);
        }
        let named = |one: &LogEntry| one.id == entry.id && one.sender == entry.sender;
        if self.decided.iter().any(|one| named(one.entry)) {
            self.write().await?;
        }
        match log::recorded(self.writer.now().await?, entry).await {
            Ok(answer) => Ok(answer.map(|answer| Ok(Ok(answer)))),
            Err(error) if error.is_failure() => Err(error),
            Err(error) => Ok(Some(Ok(Err(error)))),
        }
    }

    /// Writes decisions that have not been written yet.
    async fn write(&mut self) -> Result<(), StoreError> {
        write::decisions(&mut self.writer, &self.decided).await?;
        self.writes |= !self.decided.is_empty();
        let mut written = self.decided.drain(..).map(|one| Ok(Ok(log::committed(one.decision))));
        for outcome in self.outcomes.iter_mut().filter(|outcome| outcome.is_none()) {
            *outcome = written.next();
        }
        Ok(())
    }
}

/// Whether a message asks its user to confirm a change of their account.
const fn asks(message: &Message) -> bool {
    matches!(message.link, Some(Link::Change(_)))
}
