//! Playing allocates no memory: neither finding the legal turns, nor checking, nor playing them,
//! nor noticing the end.

use crate::support::new_game;
use carrick_games::{Board, TurnSet, anchor, ankor, antipod, boche};

/// Plays random games on boards alone and counts what is allocated after the set-up.
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
fn ankor_allocates_nothing() {
    check::<ankor::Board>("-size=6");
    check::<ankor::Board>("-size=10 -win_height=0");
}

#[test]
fn boche_allocates_nothing() {
    check::<boche::Board>("-size=6");
    check::<boche::Board>("-size=6 -immediate");
    check::<boche::Board>("-size=10 -fill_board");
}

#[test]
fn antipod_allocates_nothing() {
    check::<antipod::Board>("-radius=6");
    check::<antipod::Board>("-radius=10");
}

#[test]
fn anchor_allocates_nothing() {
    check::<anchor::Board>("-size=8");
    check::<anchor::Board>("-size=10 -pie=refined");
}
