//! Playing allocates no memory: neither finding, checking and playing legal turns nor noticing the
//! end of the game.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use crate::support::{new_game, sizes};
use carrick_games::{Board, GameKind, TurnSet, anchor, ankor, boche, match_kind};

/// Plays random games on boards only, and counts the allocations after the setup.
#[track_caller]
fn check<B: Board>(options: &str) {
    let start = *new_game::<B>(options).board();
    let mut random = fastrand::Rng::with_seed(1);
    let mut turns_played = 0;
    let allocated = allocation_counter::measure(|| {
        for _ in 0..20 {
            let mut board = start;
            for _ in 0..500 {
                let turns = board.legal_turns();
                let Some(turn) = turns.nth(random.usize(..turns.len().max(1))) else { break };
                assert!(board.check(turn).is_ok());
                board.play_unchecked(turn);
                turns_played += 1;
                if board.outcome().is_some() {
                    break;
                }
            }
        }
    });
    assert!(turns_played > 100, "{options}: only {turns_played} turns");
    assert_eq!(allocated.count_total, 0, "{options}: {allocated:?}");
}

#[test]
fn no_game_allocates() {
    for kind in GameKind::ALL {
        let size = sizes(kind).pop().unwrap();
        match_kind!(kind, B => check::<B>(&size));
        match_kind!(kind, B => check::<B>(""));
    }
    check::<ankor::Board>("-size=10 -win_height=0");
    check::<boche::Board>("-size=6 -immediate");
    check::<boche::Board>("-size=10 -fill_board");
    check::<anchor::Board>("-size=10 -pie=refined");
}
