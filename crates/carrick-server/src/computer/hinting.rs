//! Hints for players of practice games, by a worker.
//!
//! A hint gives way to turns as a [review](super::reviewing) does, and reviews give way to hints.
//! It is searched outside of any transaction; the decision that takes it in checks that the board
//! is still as it was.

use std::sync::atomic::AtomicBool;

use carrick_coach::hint::{Budget, Hint};
use carrick_service::{BoardId, Command, Credential, GameCommand, Message, Needs, Sender, State};
use carrick_service::{BoardRecord, decide_hint};
use carrick_store::{ClaimedHint, LogEntry, StoreError};
use jiff::{SignedDuration, Timestamp};
use tokio::task;

use super::reviewing::{Reviewing, seed};
use super::worker::{WorkError, Worker};

/// Duration of a claim: a search takes a few seconds, and more while it pauses.
const CLAIM: SignedDuration = SignedDuration::from_secs(60);

impl<C> Worker<C>
where
    C: Fn() -> Timestamp,
{
    /// Claims the hint that comes next, of all boards or on one.
    pub(super) async fn claim_hint(
        &self,
        on: Option<BoardId>,
    ) -> Result<Option<ClaimedHint>, StoreError> {
        let now = (self.clock)();
        self.store.claim_hint(on, now, now + CLAIM).await
    }

    /// Finds a claimed hint and stores it. Returns the messages that went out; with `tells` the
    /// player is told at once, by whichever way they asked.
    pub(super) async fn find_hint(
        &self,
        claim: ClaimedHint,
        reviewing: &Reviewing,
        tells: bool,
    ) -> Result<Vec<Message>, WorkError> {
        let board = claim.board;
        let needs = Needs {
            boards: [board].into(),
            users: [claim.asker.clone()].into(),
            hint: Some((board, claim.asker.clone())),
            ..Needs::default()
        };
        let state = self.store.read(&needs).await?;
        let record = state.boards.get(&board);
        let Some(record) = record.filter(|record| record.generation() == claim.generation) else {
            return Ok(Vec::new());
        };
        let Some(hint) = self.search_hint(record, reviewing).await? else {
            self.store.release_hint(&claim).await?;
            return Ok(Vec::new());
        };
        let ClaimedHint { generation, asker, .. } = claim;
        let who = Credential { user: asker.clone(), password: None };
        let entry = LogEntry {
            id: None,
            at: (self.clock)(),
            command: Command::Game(board.kind, GameCommand::Hint(board, who, None)).to_string(),
            sender: Sender::User(asker.clone()),
            reply_to: None,
        };
        let decide =
            move |state: &State| decide_hint(state, board, generation, &asker, hint, tells);
        Ok(self.store.transaction(&needs, &entry, decide).await?.messages)
    }

    /// Searches for a hint; `None` when the worker stops.
    async fn search_hint(
        &self,
        record: &BoardRecord,
        reviewing: &Reviewing,
    ) -> Result<Option<Hint>, WorkError> {
        let board = record.id;
        let game = record.game().map_err(|_| WorkError::NoHint(board))?;
        let budget = Budget::of(game.options(), seed(board));
        let budget = Budget { nodes: budget.nodes.min(self.strength.nodes.max(1)), ..budget };
        let (reviewing, exact) = (reviewing.clone(), self.exact.clone());
        let search = task::spawn_blocking(move || {
            let lost = AtomicBool::new(false);
            let hint = budget.find_by(&game, &*exact, &|| reviewing.gives_up(&lost));
            (hint, reviewing.gives_up(&lost))
        });
        match search.await.map_err(|_| WorkError::NoHint(board))? {
            (None, false) => Err(WorkError::NoHint(board)),
            (hint, _) => Ok(hint),
        }
    }
}
