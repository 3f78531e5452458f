//! A turn that wins by proof, for whom it helps.

use carrick_engine::Searchable;
use carrick_games::{AnyGame, Game, Notation, TurnSet as _, match_game};

use super::effort::Effort;
use super::judge::{Judge, Verdict, may_repeat};

/// A turn with which the player to move is proved to win, and the number of positions that the
/// proof took; `None` when there is none, or it was not found within the effort, or the game is one
/// in which the engine proves.
#[must_use]
pub fn proved_win(game: &AnyGame, effort: Effort) -> Option<(String, u64)> {
    match_game!(game, AnyGame(game) => winning_turn(game, effort))
}

fn winning_turn<B: Searchable + Notation>(game: &Game<B>, effort: Effort) -> Option<(String, u64)> {
    if may_repeat(B::KIND) {
        return None;
    }
    let effort = Effort { engine_nodes: 0, ..effort };
    let mut judge = Judge::new(game.seat_to_move()?, effort, 1, &|_| None);
    if judge.judge(game).verdict != Verdict::Wins {
        return None;
    }
    // What the proof knows of the positions after each turn is still in its table.
    judge.set_effort(effort.with_nodes(1));
    game.legal_turns().iter().find_map(|turn| {
        let mut after = game.clone();
        after.play_unchecked(turn);
        let wins = judge.judge(&after).verdict == Verdict::Wins;
        wins.then(|| (game.turn_name(turn).to_string(), judge.spent))
    })
}
