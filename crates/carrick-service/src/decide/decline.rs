//! Declining a game by a link in an email: only a resignation before the first turn.

use jiff::Timestamp;

use crate::command::{Action, BoardAction, Move};
use crate::decide::context::told;
use crate::decide::dispatch::decide_untyped;
use crate::effects::Decision;
use crate::people::{BoardId, Userid};
use crate::refusal::Refusal;
use crate::requests::{Evidence, Request};
use crate::state::{BoardRecord, SeatResult, State};

/// Whether a player can still decline a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declinable {
    /// The player has not moved, so declining the game leaves no trace.
    Yes,
    /// It has already been declined, or has vanished.
    Gone,
    /// The player has moved, so that leaving the game would lose it.
    Begun,
    /// It is over.
    Over,
}

impl Declinable {
    /// Whether this player can still decline the board.
    #[must_use]
    pub fn of(record: Option<&BoardRecord>, user: &Userid) -> Self {
        let Some(record) = record else { return Self::Gone };
        match record.ended.as_ref().map(|ended| ended.result()) {
            Some(SeatResult::Declined(_)) => Self::Gone,
            Some(_) => Self::Over,
            None => match record.seat_of(user) {
                Some(_) if record.offered_to.is_some() => Self::Yes,
                Some(seat) if record.turns.iter().all(|turn| turn.seat != seat) => Self::Yes,
                Some(_) => Self::Begun,
                None => Self::Gone,
            },
        }
    }
}

/// The command by which a player declines a board, as if they were signed in.
#[must_use]
pub fn decline_request(user: &Userid, board: BoardId) -> Request {
    let resign = BoardAction::Move(Move::Resign, None);
    Request::by(user.clone(), Action::Board(board, resign))
}

/// Declines a board for a player who has not moved there. Otherwise it says why not, and nothing
/// changes.
///
/// `state` must hold what the [request](decline_request) needs.
#[must_use]
pub fn decide_decline(state: &State, user: &Userid, board: BoardId, now: Timestamp) -> Decision {
    let stands = Declinable::of(state.boards.get(&board), user);
    if stands == Declinable::Yes {
        let request = decline_request(user, board);
        return decide_untyped(state, &request, &Evidence::default(), now);
    }
    let refusal = Refusal::CannotDecline { board, stands };
    let subject = format!("{} board {}: not declined", board.kind, board.number);
    let text = format!("{refusal}\n");
    Decision { refusal: Some(refusal), ..told(subject, text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::{BoardEvent, Event};
    use crate::state::{Ended, Ending, Terms, TurnRecord, User};
    use carrick_games::{GameKind, Seat, WinBy};

    #[test]
    fn a_board_is_declined_until_its_player_has_moved() {
        let [ann, bob]: [Userid; 2] = ["ann", "bob"].map(|name| name.parse().unwrap());
        let id = BoardId { kind: GameKind::Antipod, number: 101 };
        let at = Timestamp::UNIX_EPOCH;
        let new =
            BoardRecord::new(id, [ann.clone(), bob.clone()], "-radius=4", Terms::default(), at);
        let turn = |seat, text: &str| TurnRecord { seat, text: text.into(), at };
        let mut ann_moved = new.clone();
        ann_moved.turns.push(turn(Seat::First, "f4"));
        let mut both_moved = ann_moved.clone();
        both_moved.turns.push(turn(Seat::Second, "f14"));
        let ended = |ending| {
            let ended = Ended { ending, at };
            BoardRecord { ended: Some(ended), ..new.clone() }
        };
        for (board, user, expected) in [
            (&new, &ann, Declinable::Yes),
            (&new, &bob, Declinable::Yes),
            (&ann_moved, &bob, Declinable::Yes),
            (&ann_moved, &ann, Declinable::Begun),
            (&both_moved, &bob, Declinable::Begun),
            (&ended(Ending::Declined(Seat::First)), &bob, Declinable::Gone),
            (&ended(Ending::Won(Seat::First, WinBy::Resignation)), &bob, Declinable::Over),
        ] {
            assert_eq!(Declinable::of(Some(board), user), expected, "{user}");
            let mut state = State::default();
            state.boards.insert(id, board.clone());
            for user in [&ann, &bob] {
                state.users.insert(user.clone(), User::new(user.clone(), at, None));
            }
            let done = decide_decline(&state, user, id, at);
            let declined = done.events.iter().any(|event| {
                matches!(event, Event::Board(_, BoardEvent::Ended(ended))
                    if matches!(ended.result(), SeatResult::Declined(_)))
            });
            assert_eq!(declined, expected == Declinable::Yes, "{expected:?}");
            assert_eq!(done.refusal.is_some(), !declined);
        }
        assert_eq!(Declinable::of(None, &bob), Declinable::Gone);
    }
}
