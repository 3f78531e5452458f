//! A board as everybody may see it, and players who have blocked one another.

use std::collections::BTreeMap;

use carrick_games::AnyGame;

use crate::command::Refusal;
use crate::people::{BoardId, Userid};
use crate::state::{BoardRecord, Ended, Plans, SeatResult, User};

/// The refusal for a board that does not exist, or exists no more.
pub(in crate::decide) fn no_such_board(board: BoardId) -> Refusal {
    let BoardId { kind, number } = board;
    Refusal::of_words(format!(
        "there is no {kind} board {number}; `{kind} games` lists the boards there are"
    ))
}

/// Whether a board is gone, since one of its players wanted no game.
pub(in crate::decide) fn is_declined(ended: Option<&Ended>) -> bool {
    ended.is_some_and(|ended| matches!(ended.result(), SeatResult::Declined(_)))
}

/// A board as everybody may see it: without offers, and without the players' plans.
pub(in crate::decide) fn as_watched(record: &BoardRecord) -> BoardRecord {
    BoardRecord { offer: None, plans: Plans::default(), ..record.clone() }
}

/// Whether a listener has blocked a speaker.
pub(in crate::decide) fn has_blocked(
    users: &BTreeMap<Userid, User>,
    listener: &Userid,
    speaker: &Userid,
) -> bool {
    users.get(listener).is_some_and(|listener| listener.blocked.contains(speaker))
}

/// The game after these moves.
///
/// # Errors
/// Which of them cannot be played, and why.
pub(in crate::decide) fn played(mut game: AnyGame, moves: &[String]) -> Result<AnyGame, Refusal> {
    for (turn, number) in moves.iter().zip(1..) {
        game = game.play_text(turn).map_err(|error| {
            let reason = &error.reason;
            let sentence = match moves.len() {
                1 => reason.to_string(),
                _ => format!("move {number} cannot be played: {reason}"),
            };
            Refusal::of_turn(sentence, reason)
        })?;
    }
    Ok(game)
}
