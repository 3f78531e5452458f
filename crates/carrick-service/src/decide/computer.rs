//! The computer's answers on its boards.

use jiff::Timestamp;

use super::dispatch::decide;
use crate::command::Action;
use crate::effects::Decision;
use crate::playing::Asked;
use crate::requests::Evidence;
use crate::state::State;

/// Decides the answer of the computer, if it is still asked: a turn or an answer to an offer, as if
/// a person had typed it. Otherwise nothing happens, so of two answers to the same question one
/// counts.
///
/// `state` must hold the board.
#[must_use]
pub fn decide_answer(state: &State, asked: &Asked, action: Action, now: Timestamp) -> Decision {
    let record = state.boards.get(&asked.board).filter(|record| asked.is_still_asked(record));
    let Some(record) = record else { return Decision::default() };
    let request = asked.request(&record.players[asked.seat.index()], action);
    decide(state, &request, &Evidence::default(), now)
}
