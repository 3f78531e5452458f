//! Hash keys differ for different positions, and only for these: they depend neither on the order
//! of turns nor on the last turn.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::support::{new_game, size_of_three};
use carrick_games::{Colour, Game, GameKind, Show, TurnSet, anchor, match_kind};

/// A description of a position, which is equal exactly if its key should be: the board, the seat
/// and colour to move, the legal turns, and whether the last turn was a pass.
fn description<B: Show>(game: &Game<B>) -> String {
    let board = game.board();
    let last = game.turns().last().map(|turn| format!("{turn:?}"));
    let passed = last.is_some_and(|turn| turn == "Pass");
    let (light, mover) = (board.seat_of(Colour::Light), board.seat_to_move());
    let mut text = format!("{:?} {light:?} {mover:?} ", board.to_move());
    let _ = write!(text, "{:?} {passed} ", board.cells());
    for turn in game.legal_turns().iter() {
        let _ = write!(text, "{turn:?} ");
    }
    text
}

/// Plays random games and compares keys with descriptions. Returns how often a position occurred
/// again.
#[track_caller]
fn check<B: Show>(options: &str, games: usize) -> usize {
    let mut random = fastrand::Rng::with_seed(7);
    let mut keys: HashMap<String, u128> = HashMap::new();
    let mut descriptions: HashMap<u128, String> = HashMap::new();
    let mut again = 0;
    for _ in 0..games {
        let mut game = new_game::<B>(options);
        for _ in 0..40 {
            let turns = game.legal_turns();
            let Some(turn) = turns.nth(random.usize(..turns.len().max(1))) else { break };
            game.play_unchecked(turn);
            if game.outcome().is_some() {
                break; // the past may have ended the game, which the position does not show
            }
            let (key, said) = (game.board().hash(), description(&game));
            if let Some(before) = keys.insert(said.clone(), key) {
                assert_eq!(before, key, "{options}: two keys for\n{said}");
                again += 1;
            }
            if let Some(before) = descriptions.insert(key, said.clone()) {
                assert_eq!(before, said, "{options}: one key for two positions");
            }
        }
    }
    again
}

#[test]
fn positions_of_every_game() {
    for kind in GameKind::ALL {
        let again = match_kind!(kind, B => check::<B>(&size_of_three(kind), 2000));
        assert!(again > 100, "{kind}");
    }
    assert!(check::<anchor::Board>("-size=3 -pie=none", 2000) > 100);
}
