//! Group commit: requests that wait at the same time share one commit, and so one wait for the
//! disk.
//!
//! Each is still decided alone, after all before it and with nobody else writing what it has read,
//! and written or undone alone. Nobody is answered before the shared commit. That includes
//! requests that change nothing, since their answers may show what the commit makes durable.
//!
//! In a file, and for most requests on a server, nobody else writes at all. Turns and whatever else
//! changes nothing but boards are the exception: on a server, several transactions of them are open
//! at once, of this process and of others, and each locks its boards. When a decision turns out to
//! change more than that (a game has ended, so ratings change), it is made again alone.
//!
//! In a file, what a group has loaded and written stays [known](crate::store::Known) for the next
//! one, and turns of the next one are decided [ahead](Ahead).

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;

use carrick_service::{BoardId, Decision, Needs, State};
use futures_util::FutureExt as _;
use tokio::sync::oneshot;

use crate::database::{Lock, StoreError, Transaction, Version, Writer};
use crate::store::{
    Committed, Known, LogEntry, Outcome, Queue, Queued, Request, Store, Work, is_about_boards,
};
use crate::transaction::round;
use crate::transaction::round::{Turn, lone_turn};

/// Maximum number of requests that share a commit, so that the first need not wait for long and
/// other processes get their turn.
pub(super) const MOST: usize = 64;

/// Requests of a transaction, by their outcome.
#[derive(Default)]
pub(super) struct Group {
    /// Those that are finished, each with the channel to its caller.
    pub(super) done: Vec<(oneshot::Sender<Outcome>, Outcome)>,
    /// One that must be carried out alone, and those that wait behind it. Nothing of them is
    /// written.
    pub(super) left: VecDeque<Queued>,
    /// Whether anything was written.
    pub(super) wrote: bool,
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
    /// since it is sent to the task that commits. A copy of it may be called before, and its
    /// decision dropped. When it panics, nothing is changed. When the future is dropped
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
        Work::Request(request) if store.database.is_on_server() => !is_about_boards(&request.needs),
        Work::Request(_) | Work::Mail(_) => true,
    };
    let (answered, spawns) = store.queue.push(work, is_exclusive, store.database.writers());
    if spawns {
        // On a server, other tasks of the queue work while one waits.
        let ahead = Ahead::of((!store.database.is_on_server()).then(|| store.queue.clone()));
        tokio::spawn(Serving { store: store.clone(), ahead, finished: false }.serve());
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
    ahead: Ahead,
    finished: bool,
}

impl Serving {
    async fn serve(mut self) {
        while !self.is_done() {
            self.store.queue.gather().await;
            self.commit_some().await;
        }
    }

    fn is_done(&mut self) -> bool {
        self.finished = self.ahead.is_empty() && self.store.queue.is_done();
        self.finished
    }

    /// Carries out waiting requests, and those that arrive meanwhile, up to [`MOST`], and commits.
    async fn commit_some(&mut self) {
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
    async fn commit_into(&mut self, group: &mut Group) -> Result<(), StoreError> {
        let round = self.store.queue.next(MOST.saturating_sub(self.ahead.len()), false);
        if round.is_empty() && self.ahead.is_empty() {
            return Ok(());
        }
        let has_all = round.front().is_none_or(|first| first.is_exclusive);
        self.store.queue.begin();
        let ended = self.commit_round(round, has_all, group).await;
        self.store.queue.end(has_all);
        ended
    }

    /// Runs a transaction of this round, and of further ones if it has the database for itself.
    async fn commit_round(
        &mut self,
        mut round: VecDeque<Queued>,
        has_all: bool,
        group: &mut Group,
    ) -> Result<(), StoreError> {
        let lock = if has_all { Lock::Exclusive } else { Lock::Shared };
        let (mut transaction, version) = match begin(&self.store, lock).await {
            Ok(begun) => begun,
            Err(error) => {
                self.ahead.put_back(&mut round);
                self.store.queue.put_back(round);
                return Err(error);
            }
        };
        let memory = &self.store.memory;
        // On a server nothing is decided ahead, and knowledge of boards is taken with their locks.
        let is_on_server = self.store.database.is_on_server();
        let known = if is_on_server { None } else { memory.of(version) };
        if known.is_none() {
            self.ahead.put_back(&mut round);
        }
        let known_before = known.unwrap_or_else(|| Known::of(version));
        let (mut known, mut decided) = (known_before, self.ahead.take());
        let mut writer = Writer::new(&mut transaction);
        loop {
            let ended = round::carry_out(
                &mut writer,
                lock,
                &mut round,
                decided,
                group,
                (&mut known, memory),
                &mut self.ahead,
            )
            .await;
            decided = VecDeque::new();
            self.store.queue.put_back(round);
            ended?;
            // Locks of boards are taken once in a transaction: two of them might wait for each
            // other if each had locked one board and then another.
            if !has_all || group.done.len() >= MOST {
                break;
            }
            // They come before those that wait, and are written while the group is answered.
            if !self.ahead.is_empty() {
                break;
            }
            round = self.store.queue.next(MOST - group.done.len(), true);
            if round.is_empty() {
                break;
            }
        }
        if group.wrote {
            self.ahead.while_doing(transaction.commit(), &known).await?;
            self.store.commits.tell();
            let answers =
                group.done.iter().filter_map(|(_, outcome)| outcome.as_ref().ok()?.as_ref().ok());
            self.store.activity.add(answers);
        }
        if is_on_server {
            self.store.memory.put_back(known);
        } else {
            self.store.memory.keep(known);
        }
        Ok(())
    }
}

/// Begins a transaction. Its version is known as soon as nobody else can change it: on a server, if
/// others write too, when its boards are locked.
async fn begin(store: &Store, lock: Lock) -> Result<(Transaction, Option<Version>), StoreError> {
    let mut transaction = store.database.begin_group(lock).await?;
    let version = if store.database.is_on_server() && lock != Lock::Exclusive {
        None
    } else {
        Some(store.database.version(&mut transaction).await?)
    };
    Ok((transaction, version))
}

impl Drop for Serving {
    fn drop(&mut self) {
        if !self.finished {
            self.store.queue.abandon();
        }
    }
}

// Deciding ahead: while a group is written to a file and waits for the disk, turns that came
// meanwhile are decided from what is known already.
//
// Only turns are, and only on boards that the group has not changed. When it turns out that
// somebody else has written in between, or the commit fails, they are decided once more.

/// Requests that are decided and wait for the next transaction.
pub(super) struct Ahead {
    /// The queue that they come from; none on a server, where nothing is decided ahead.
    queue: Option<Queue>,
    decided: VecDeque<(Queued, Decision)>,
    /// Their boards.
    boards: BTreeSet<BoardId>,
}

impl Ahead {
    pub(super) const fn of(queue: Option<Queue>) -> Self {
        Self { queue, decided: VecDeque::new(), boards: BTreeSet::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.decided.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.decided.is_empty()
    }

    /// Does some work, most of which is waiting, and decides meanwhile what comes, up to the first
    /// request that must wait for the commit, and up to [`MOST`] altogether. `known` says what is
    /// so after the work.
    pub(super) async fn while_doing<T>(
        &mut self,
        work: impl Future<Output = T>,
        known: &Known,
    ) -> T {
        let mut work = pin!(work);
        let Some(queue) = self.queue.clone() else { return work.await };
        // So that it begins.
        if let Some(done) = work.as_mut().now_or_never() {
            return done;
        }
        while self.decide(&queue, known) {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = queue.arrival() => {}
            }
        }
        work.await
    }

    /// Decides what waits. Returns whether there was nothing that must wait for the commit.
    fn decide(&mut self, queue: &Queue, known: &Known) -> bool {
        let mut waiting = queue.next(MOST.saturating_sub(self.decided.len()), true);
        while let Some(next) = waiting.pop_front() {
            let Some(decision) = self.decision(&next, known) else {
                waiting.push_front(next);
                queue.put_back(waiting);
                return false;
            };
            if let Work::Request(request) = &next.work {
                self.boards.extend(&request.needs.boards);
            }
            self.decided.push_back((next, decision));
        }
        true
    }

    fn decision(&self, next: &Queued, known: &Known) -> Option<Decision> {
        let Work::Request(Request { needs, entry, decide }) = &next.work else { return None };
        // One of a name may have come before.
        if entry.id.is_some() || !needs.boards.is_disjoint(&self.boards) {
            return None;
        }
        let (state, decide) = (known.part(needs)?, decide.copy());
        // A panic is its caller's as soon as it is decided again.
        let decision = catch_unwind(AssertUnwindSafe(|| decide.decide(&state))).ok()?;
        lone_turn(&decision).is_some().then_some(decision)
    }

    /// Takes the turns out, except those whose caller has gone away.
    pub(super) fn take(&mut self) -> VecDeque<Turn> {
        self.boards.clear();
        let turns = self.decided.drain(..).filter(|(one, _)| !one.answer.is_closed());
        let turns = turns.filter_map(|(Queued { work, answer, .. }, decision)| match work {
            Work::Request(Request { entry, .. }) => Some(Turn { entry, decision, answer }),
            Work::Mail(_) => None,
        });
        turns.collect()
    }

    /// Puts the requests back before others, undecided.
    pub(super) fn put_back(&mut self, waiting: &mut VecDeque<Queued>) {
        self.boards.clear();
        for (one, _) in self.decided.drain(..).rev() {
            waiting.push_front(one);
        }
    }
}
