//! The computer's answers: moves, draw offers, resignation.

use carrick_engine::{Choice, Limits, Thought, Value};
use carrick_service::{Action, ComputerLevel, ComputerTask, OfferKind};

use super::thinkers::{LEAST_BYTES, Thinker};

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
