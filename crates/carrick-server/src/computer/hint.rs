//! A hint for a player of a practice game.
//!
//! The search runs outside any transaction; the decision that stores the hint checks that the board
//! is still as it was.

use carrick_coach::hint::HintBudget;
use carrick_service::{
    Action, BoardAction, BoardRecord, Message, Needs, Sender, State, decide_hint,
};
use carrick_store::{Job, LogEntry};
use jiff::Timestamp;

use crate::computer::review::seed;
use crate::computer::worker::{WorkError, Worker};
use crate::computer::yielding::Pausing;

impl<C> Worker<C>
where
    C: Fn() -> Timestamp + Clone + Send + Sync + 'static,
{
    /// Finds a claimed hint and stores it. Returns the messages that went out; with `tells` the
    /// player gets it immediately, by whichever way they asked.
    pub(super) async fn find_hint(
        &self,
        job: Job,
        pausing: &Pausing,
        tells: bool,
    ) -> Result<Vec<Message>, WorkError> {
        let (board, generation, asker) = (job.board()?, job.number()?, job.asker.clone());
        let needs = Needs {
            boards: [board].into(),
            users: [asker.clone()].into(),
            hint: Some((board, asker.clone())),
            ..Needs::default()
        };
        let state = self.store.read(&needs).await?;
        let is_wanted =
            |record: &&BoardRecord| record.ended.is_none() && record.generation() == generation;
        let Some(record) = state.boards.get(&board).filter(is_wanted) else {
            // The game has moved on.
            self.store.drop_job(&job).await?;
            return Ok(Vec::new());
        };
        let game = record.game().map_err(|_| WorkError::NoHint(board))?;
        let budget = HintBudget::of(game.options(), seed(board));
        let budget = HintBudget { nodes: budget.nodes.min(self.strength.nodes.max(1)), ..budget };
        let exact = self.exact.clone();
        let search = move |gives_up: &(dyn Fn() -> bool + Sync)| {
            (budget.find_by(&game, &*exact, gives_up), gives_up())
        };
        let Some((job, found)) = self.search(job, pausing, search).await? else {
            return Ok(Vec::new());
        };
        let hint = match found.map_err(|_| WorkError::NoHint(board))? {
            (Some(hint), _) => hint,
            (None, false) => return Err(WorkError::NoHint(board)),
            (None, true) => {
                self.store.release_job(&job).await?;
                return Ok(Vec::new());
            }
        };
        let entry = LogEntry {
            id: None,
            at: (self.clock)(),
            command: Action::Board(board, BoardAction::Hint(None)).line(Some(&asker)),
            sender: Sender::User(asker.clone()),
            reply_to: None,
        };
        let decide =
            move |state: &State| decide_hint(state, board, generation, &asker, hint, tells);
        Ok(self.store.transaction(&needs, &entry, decide).await?.messages)
    }
}
