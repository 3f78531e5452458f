//! Hints as text.

use carrick_coach::hint::{Hint, Step};
use carrick_games::AnyGame;

use super::wrap::wrapped;
use crate::people::BoardId;

/// A hint up to a step, and how to hear more.
pub(crate) fn hint(board: BoardId, game: &AnyGame, hint: &Hint, step: Step) -> String {
    let BoardId { kind, number } = board;
    let mut text: String = hint.told(game, step).iter().map(|told| wrapped(told, 0)).collect();
    let more = match step {
        Step::Where => "The next step names the turn",
        Step::Turn => "The next step says why",
        Step::Why => return text,
    };
    text.push('\n');
    text += &wrapped(&format!("{more}: `{kind} hint {number} <userid> <password>`."), 0);
    text
}
