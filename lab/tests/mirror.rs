//! The player that mirrors, and the rule of Anchor that forbids it.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use carrick_engine::Limits;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_lab::arena::Contestant;

#[test]
fn it_starts_in_the_centre_and_mirrors_nine_times() {
    let options = AnyOptions::parse(GameKind::Anchor, &["-pie=none"], SizeLimits::Scripts).unwrap();
    let mut game = AnyGame::new(options);
    let mut player = Contestant::new(&"mirror".parse().unwrap(), &game, 1).unwrap();
    let mut choose = |game: &AnyGame| player.choose(game, Limits::nodes(1)).unwrap().turn;
    assert_eq!(choose(&game), "H8");
    game = game.play_text("H8").unwrap();
    let stones = ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "D2", "F3"];
    let images = ["O15", "O14", "O13", "N15", "N14", "N13", "M15", "L14", "J13"];
    for (stone, image) in stones.into_iter().zip(images) {
        game = game.play_text(stone).unwrap();
        assert_eq!(choose(&game), image);
        game = game.play_text(image).unwrap();
    }
    // Mirroring a tenth time is against the rule, so it plays something else.
    game = game.play_text("E5").unwrap();
    let turn = choose(&game);
    assert_ne!(turn, "K11");
    let game = game.play_text(&turn).unwrap();
    assert_eq!(choose(&game.play_text("pass").unwrap()), "pass");
}
