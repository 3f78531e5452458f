//! The second half of the inventor's own test of Antipod. Without White's six corner stones, Black
//! wins by always answering at the same latitude, 180 degrees round: the tests of the rules contain
//! that half. With the corner stones, the pairing can be beaten, and the engine finds out how.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use carrick_engine::Limits;
use carrick_games::{AnyGame, AnyOptions, Colour, GameKind, Seat, SizeLimits};
use carrick_lab::arena::Contestant;

/// The winner between a player who starts as White and the pairing.
fn winner(white: &str, radius: u32, seed: u64) -> Colour {
    let radius = format!("-radius={radius}");
    let options = AnyOptions::parse(GameKind::Antipod, &[&radius], SizeLimits::Scripts).unwrap();
    let mut game = AnyGame::new(options);
    let mut white = Contestant::new(&white.parse().unwrap(), &game, seed).unwrap();
    let mut black = Contestant::new(&"pairing".parse().unwrap(), &game, seed).unwrap();
    while let Some(seat) = game.seat_to_move() {
        let player = if seat == Seat::First { &mut white } else { &mut black };
        let turn = player.choose(&game, Limits::nodes(1)).unwrap().turn;
        game = game.play_text(&turn).unwrap();
    }
    game.outcome().unwrap().winner().unwrap()
}

#[test]
fn the_engine_beats_the_pairing_at_radius_4() {
    for seed in 1..=5 {
        assert_eq!(winner("tree:200", 4, seed), Colour::Light, "seed {seed}");
    }
}

#[test]
fn the_pairing_beats_random_play() {
    let lost = (1..=50).filter(|&seed| winner("random", 6, seed) == Colour::Light).count();
    assert!(lost <= 10, "the pairing lost {lost} of 50");
}
