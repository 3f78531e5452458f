//! Random games allocate no memory once their player has been created.

use carrick_engine::playouts::{AnchorPlayouts, AnkorPlayouts, AntipodPlayouts, BochePlayouts};
use carrick_engine::{PlayoutTally, Playouts};
use carrick_games::{Board, Game, GameOptions, SizeLimits, TurnSet};

/// Runs batches at every fourth position of a random game.
#[track_caller]
fn check<B: Board, P: Playouts<B>>(options: &str) {
    let words: Vec<&str> = options.split(' ').collect();
    let options = B::Options::parse(&words, SizeLimits::Scripts).expect("options");
    let mut playouts = P::new(options);
    let mut tally = PlayoutTally::new(playouts.slots());
    let mut random = fastrand::Rng::with_seed(1);
    let mut game = Game::<B>::new(options);
    while game.outcome().is_none() && game.turns().len() < 200 {
        let allocated = allocation_counter::measure(|| {
            playouts.run(game.board(), &mut random, &mut tally);
        });
        assert_eq!(allocated.count_total, 0, "{options}, turn {}", game.turns().len());
        for _ in 0..4 {
            let turns = game.legal_turns();
            if let Some(turn) = turns.nth(random.usize(..turns.len().max(1))) {
                game.play_unchecked(turn);
            }
        }
    }
    assert!(tally.games() > 0);
}

#[test]
fn boche_allocates_nothing() {
    check::<_, BochePlayouts>("-size=6");
    check::<_, BochePlayouts>("-size=10 -immediate");
    check::<_, BochePlayouts>("-size=8 -immediate -join_any -adjacent");
}

#[test]
fn ankor_allocates_nothing() {
    check::<_, AnkorPlayouts>("-size=6");
    check::<_, AnkorPlayouts>("-size=8");
    check::<_, AnkorPlayouts>("-size=10 -win_height=-1");
}

#[test]
fn antipod_allocates_nothing() {
    check::<_, AntipodPlayouts>("-radius=4");
    check::<_, AntipodPlayouts>("-radius=10");
}

#[test]
fn anchor_allocates_nothing() {
    check::<_, AnchorPlayouts>("-size=4");
    check::<_, AnchorPlayouts>("-size=10 -pie=refined");
}
