//! Deciding ahead: while a group is written to a file and waits for the disk, turns that came
//! meanwhile are decided from what is known already.
//!
//! Only turns are, and only on boards that the group has not changed. When it turns out that
//! somebody else has written in between, or the commit fails, they are decided once more.

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;

use carrick_service::{BoardId, Decision};
use futures_util::FutureExt as _;

use super::group::MOST;
use super::round::{Turn, lone_turn};
use crate::store::{Known, Queue, Queued, Request, Work};

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
