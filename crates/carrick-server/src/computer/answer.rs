//! What the computer answers: moves, draw offers, resignation; and hints for players.

use std::sync::atomic::AtomicBool;

use carrick_coach::hint::{Budget, Hint};
use carrick_engine::{Choice, Limits, Thought, Value};
use carrick_service::{
    Action, BoardId, BoardRecord, Command, ComputerLevel, ComputerTask, Credential, GameCommand,
    Message, Needs, OfferKind, Sender, State, decide_hint,
};
use carrick_store::{ClaimedHint, LogEntry, StoreError};
use jiff::{SignedDuration, Timestamp};
use tokio::task;

use crate::computer::reviewing::{Reviewing, seed};
use crate::computer::thinkers::{LEAST_BYTES, Thinker};
use crate::computer::worker::{WorkError, Worker};

/// Lowest level at which the computer resigns a proved loss. Weaker levels play on, because
/// learners want to see their win on the board.
const RESIGNS_FROM: ComputerLevel = ComputerLevel::MIDDLE;

/// The computer's answer to a question on a board.
///
/// * A turn: the one that its level plays, or resignation when every turn is proved to lose.
/// * A wish to take a turn back is granted in games that are not rated.
/// * A draw is accepted unless the computer thinks that it is ahead. In a rated game it must have
///   proved that it is not, so that nobody gains points without playing for them.
///
/// `limits` bound the search of the strongest level; weaker levels need less. The same arguments
/// give the same answer, as long as one thread searches and the nodes end it.
#[must_use]
pub fn answer(task: &ComputerTask, limits: Limits<'_>) -> Action {
    match Thinker::new(task, LEAST_BYTES) {
        Some(mut thinker) => {
            answer_by(&mut |limits: Limits<'_>| thinker.choose(task, limits, &()), task, limits)
        }
        None => Action::Resign,
    }
}

/// A way of choosing a turn.
pub(crate) type Choose<'c> = &'c mut dyn FnMut(Limits<'_>) -> Option<Choice<String>>;

/// The answer of a player that may have searched the game before; it also depends on what its tree
/// holds.
pub(crate) fn answer_by(choose: Choose<'_>, task: &ComputerTask, limits: Limits<'_>) -> Action {
    match task.offer.map(|offer| offer.kind) {
        Some(OfferKind::Undo) if task.rated => Action::Reject,
        Some(OfferKind::Undo) => Action::Accept,
        Some(OfferKind::Draw) => {
            let choice = choose(limits);
            let agrees = choice.is_some_and(|choice| agrees(task, &choice.thought));
            if agrees { Action::Accept } else { Action::Reject }
        }
        None => match choose(limits) {
            Some(Choice { turn, thought }) if !gives_up(task, &thought) => Action::Play(turn),
            _ => Action::Resign,
        },
    }
}

/// Whether the computer, which need not be to move, accepts a draw.
fn agrees(task: &ComputerTask, thought: &Thought) -> bool {
    let (value, proved) = match task.game.seat_to_move() == Some(task.seat) {
        true => (thought.value, thought.proved),
        false => (1.0 - thought.value, thought.proved.map(Value::reversed)),
    };
    is_no_better_than_a_draw(value, proved, task.rated)
}

fn is_no_better_than_a_draw(value: f32, proved: Option<Value>, rated: bool) -> bool {
    match proved {
        Some(worth) => worth != Value::Win,
        None => !rated && value <= 0.5,
    }
}

fn gives_up(task: &ComputerTask, thought: &Thought) -> bool {
    let lost = thought.proved == Some(Value::Loss);
    lost && task.level >= RESIGNS_FROM && task.has_moved
}

// Hints for players of practice games, by a worker.
//
// A hint gives way to turns as a review does, and reviews give way to hints.
// It is searched outside of any transaction; the decision that takes it in checks that the board
// is still as it was.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_given_away_in_practice_only() {
        for (value, proved, practice, rated) in [
            (0.6, None, false, false),
            (0.5, None, true, false),
            (0.1, None, true, false),
            (1.0, Some(Value::Win), false, false),
            (0.5, Some(Value::Draw), true, true),
            (0.0, Some(Value::Loss), true, true),
        ] {
            let given = [false, true].map(|rated| is_no_better_than_a_draw(value, proved, rated));
            assert_eq!(given, [practice, rated], "{value} {proved:?}");
        }
    }
}
