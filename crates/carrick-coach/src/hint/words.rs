//! Hints in words.

use carrick_engine::opening::LATEST_SWAP_PLY;
use carrick_engine::{threats_by_name, winning_turns_by_name};
use carrick_games::{AnyGame, PASS, SWAP, percent};
use carrick_lessons::deed_of;

use super::{Found, Hint, Step};
use crate::analysis::counted;

/// A step of a hint.
pub(super) fn of_step(hint: &Hint, game: &AnyGame, step: Step) -> String {
    match step {
        Step::Where => whereabouts(hint, game),
        Step::Turn => turn(hint, game),
        Step::Why => format!("{} {}", line(hint, game), values(hint, game.ply())),
    }
}

fn whereabouts(hint: &Hint, game: &AnyGame) -> String {
    match (&hint.near, hint.turn()) {
        (Some(near), _) => format!("Look near {near}: {}.", reason(hint, game)),
        (None, SWAP) => "Look at the whole board: which side would you rather have?".to_owned(),
        (None, PASS) => "Look at the whole board: does any turn still gain something?".to_owned(),
        (None, _) => format!("Look at the whole board: {}.", reason(hint, game)),
    }
}

/// A reason to look at the place of the turn, which it does not name.
fn reason(hint: &Hint, game: &AnyGame) -> String {
    let deed = deed(game, hint.turn());
    let is_won = hint.before.proved && hint.before.value == 1.0;
    if winning_turns_by_name(game).iter().any(|turn| turn == hint.turn()) {
        return match deed {
            Some(deed) => format!("you can {deed} and win"),
            None => "you can win at once".to_owned(),
        };
    }
    if is_won {
        return "a turn there wins, proved".to_owned();
    }
    if hint.before.proved && hint.before.value == 0.0 {
        return "all turns lose against the best play, and one there holds out long".to_owned();
    }
    if !threats_by_name(game).is_empty() {
        return "your opponent threatens to win, and there you can prevent it".to_owned();
    }
    match deed {
        Some(deed) => format!("you can {deed} there"),
        None => "the best turn that the computer found is there".to_owned(),
    }
}

fn turn(hint: &Hint, game: &AnyGame) -> String {
    let turn = hint.turn();
    match deed(game, turn) {
        Some(deed) => format!("The turn is {turn}, to {deed}."),
        None => format!("The turn is {turn}."),
    }
}

/// The line, with what its turns do.
fn line(hint: &Hint, game: &AnyGame) -> String {
    let mut game = game.clone();
    let mut told = Vec::new();
    for turn in &hint.line {
        told.push(match deed(&game, turn) {
            Some(deed) => format!("{turn} to {deed}"),
            None => turn.clone(),
        });
        let Ok(next) = game.clone().play_text(turn) else { break };
        game = next;
    }
    let ends = game.outcome().map(|outcome| outcome.sentence(game.kind()).to_string());
    let ends = ends.map(|sentence| format!(": {sentence}")).unwrap_or_default();
    let is_likely = if hint.line.len() > 1 { "The play may go" } else { "It is one turn:" };
    format!("{is_likely} {}{ends}.", told.join(", then "))
}

/// The values, and how each was got.
fn values(hint: &Hint, ply: usize) -> String {
    let Hint { before, after, .. } = hint;
    if before.proved && after.proved && before.value == after.value {
        return match before.value {
            1.0 => "You win with it, proved.".to_owned(),
            0.0 => "You lose with every turn, proved.".to_owned(),
            _ => "It is a draw, proved.".to_owned(),
        };
    }
    format!(
        "To you the position is worth {} before the turn and {} after it.",
        found(*before, ply),
        found(*after, ply)
    )
}

/// A value with how it was got.
fn found(Found { value, proved, nodes }: Found, ply: usize) -> String {
    // Without a search it was looked up while sides may be chosen, and later on counted.
    let known = if ply <= LATEST_SWAP_PLY as usize { "from measured openings" } else { "counted" };
    match (proved, value) {
        (true, 1.0) => "a win, proved,".to_owned(),
        (true, 0.0) => "a loss, proved,".to_owned(),
        (true, _) => "a draw, proved,".to_owned(),
        (false, value) if nodes == 0 => format!("{} ({known})", percent(value)),
        (false, value) => format!("{} (search, {} positions)", percent(value), counted(nodes)),
    }
}

/// The most telling effect of a turn, in the infinitive.
fn deed(game: &AnyGame, turn: &str) -> Option<String> {
    deed_of(game, &game.clone().play_text(turn).ok()?)
}
