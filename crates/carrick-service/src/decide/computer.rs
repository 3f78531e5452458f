//! The computer's answers on its boards.

use jiff::Timestamp;

use super::dispatch::decide;
use crate::command::Action;
use crate::effects::Decision;
use crate::playing::ComputerTask;
use crate::requests::Evidence;
use crate::state::State;

/// Decides the answer of the computer, if it is still asked: a turn or an answer to an offer, as if
/// a person had typed it. Otherwise nothing happens, so of two answers to the same question one
/// counts. `said` are words for the opponent.
///
/// `state` must hold the board.
#[must_use]
pub fn decide_answer(
    state: &State,
    task: &ComputerTask,
    action: Action,
    said: Option<String>,
    now: Timestamp,
) -> Decision {
    let record = state.boards.get(&task.board).filter(|record| task.is_current(record));
    let Some(record) = record else { return Decision::default() };
    let request = task.request(&record.players[task.seat.index()], action, said);
    decide(state, &request, &Evidence::default(), now)
}
