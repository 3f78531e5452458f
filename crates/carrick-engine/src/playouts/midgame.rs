//! Positions for the tests of playouts.

use carrick_games::{Board, TurnSet as _};

/// A position after some random turns that is not over.
pub(super) fn midgame<B: Board>(options: B::Options, turns: usize, rng: &mut fastrand::Rng) -> B {
    loop {
        let mut board = B::new(options);
        for _ in 0..turns {
            let turns = board.legal_turns();
            if let Some(turn) = turns.nth(rng.usize(..turns.len().max(1))) {
                board.play_unchecked(turn);
            }
        }
        if board.outcome().is_none() {
            return board;
        }
    }
}
