//! The search itself weighs a swap, on boards whose first turns nobody has measured.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use carrick_engine::{Engine, Limits};
use carrick_games::{AnyGame, AnyOptions, GameKind, Limits as Sizes};

/// First turns that give the opener the better side by far: near the middle of a board on which who begins
/// wins most games.
const STRONG: [(GameKind, &str, &str); 5] = [
    (GameKind::Boche, "-immediate", "c:d4"),
    (GameKind::Boche, "-adjacent", "b:e1"),
    (GameKind::Boche, "-size=7", "d:d3"),
    (GameKind::Anchor, "-size=9", "I9"),
    (GameKind::Anchor, "-size=4", "D4"),
];

fn start(kind: GameKind, words: &str) -> AnyGame {
    let words: Vec<&str> = words.split_whitespace().collect();
    AnyGame::new(AnyOptions::parse(kind, &words, Sizes::Challenge).unwrap())
}

#[test]
fn a_strong_first_turn_is_taken_over() {
    for (kind, words, turn) in STRONG {
        let game = start(kind, words).play_text(turn).unwrap();
        for seed in 0..2 {
            let thought = Engine::new(&game, seed).think(Limits::nodes(1000));
            let best = thought.best().map(String::as_str);
            assert_eq!(best, Some("swap"), "{kind} {words} {turn}");
            assert!(thought.value > 0.5, "{kind} {words} {turn}: {}", thought.value);
        }
    }
}

#[test]
fn nobody_opens_with_what_is_taken_over() {
    for (kind, words, strong) in [STRONG[0], STRONG[4]] {
        let thought = Engine::new(&start(kind, words), 1).think(Limits::nodes(5000));
        assert_ne!(thought.best().unwrap(), strong, "{kind} {words}");
        // Who can be swapped with has no better side to keep.
        assert!(thought.value < 0.56, "{kind} {words}: {}", thought.value);
    }
}
