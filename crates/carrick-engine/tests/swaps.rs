//! Swaps on boards without an opening book, at every level: the search decides about them, or quick
//! games in Boche.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use carrick_engine::{AnyEngine, AnyPlayer, Level, Limits, Memory};
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};

/// First turns that give the opener by far the better side: near the middle of a board on which the
/// first player wins most games.
const STRONG: [(GameKind, &str, &str); 3] = [
    (GameKind::Anchor, "-size=9", "I9"),
    (GameKind::Anchor, "-size=4", "D4"),
    (GameKind::Ankor, "-size=8", "f4"),
];

/// First turns that are worth less than half.
const WEAK: [(GameKind, &str, &str); 3] = [
    (GameKind::Ankor, "-size=8", "a1"),
    (GameKind::Ankor, "-size=9", "a1"),
    (GameKind::Ankor, "-win_height=-1", "d3"),
];

/// First turns of Boche that matter little, because the player of the last cube nearly always wins.
/// With 35 cubes that is the first player, unless the opponent takes over the turn; with 56 and
/// with 20 it is the second.
const ODD: [(GameKind, &str, &str); 2] = [
    (GameKind::Boche, "-size=5 -fill_board", "f:c1"),
    (GameKind::Boche, "-size=5 -kill=12", "a:c3"),
];
const EVEN: [(GameKind, &str, &str); 2] =
    [(GameKind::Boche, "-adjacent", "b:e1"), (GameKind::Boche, "-size=4 -fill_board", "b:a1")];

fn start(kind: GameKind, words: &str) -> AnyGame {
    let words: Vec<&str> = words.split_whitespace().collect();
    AnyGame::new(AnyOptions::parse(kind, &words, SizeLimits::Challenge).unwrap())
}

#[test]
fn a_strong_first_turn_is_taken_over() {
    for (kind, words, turn) in STRONG {
        let game = start(kind, words).play_text(turn).unwrap();
        let nodes = if kind == GameKind::Ankor { 60_000 } else { 1000 };
        let thought = AnyEngine::new(&game, 1, Memory::default()).think(Limits::nodes(nodes));
        let best = thought.best().map(String::as_str);
        assert_eq!(best, Some("swap"), "{kind} {words} {turn}");
        assert!(thought.value > 0.5, "{kind} {words} {turn}: {}", thought.value);
    }
}

#[test]
fn no_search_opens_with_a_turn_that_is_taken_over() {
    for (kind, words, strong) in [STRONG[0], STRONG[1]] {
        let thought =
            AnyEngine::new(&start(kind, words), 1, Memory::default()).think(Limits::nodes(5000));
        assert_ne!(thought.best().unwrap(), strong, "{kind} {words}");
        // An opener keeps no advantage if the opponent may swap.
        assert!(thought.value < 0.56, "{kind} {words}: {}", thought.value);
    }
}

/// The weakest and the strongest of the levels that stay within their own budgets, whatever they
/// are given.
fn levels() -> impl Iterator<Item = Level> {
    [1, 8].into_iter().filter_map(Level::new)
}

fn played(game: &AnyGame, level: Level, seed: u64) -> String {
    AnyPlayer::new(game, level, seed, Memory::default())
        .choose(game, Limits::nodes(u64::MAX))
        .unwrap()
        .turn
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn levels_take_the_better_side_and_leave_the_worse_one() {
    for (first_turns, takes) in [(&STRONG[..], true), (&ODD, true), (&WEAK, false), (&EVEN, false)]
    {
        for &(kind, words, turn) in first_turns {
            let game = start(kind, words).play_text(turn).unwrap();
            for level in levels() {
                // Ankor has no quick games, and a search takes seconds.
                let seeds = if kind == GameKind::Ankor { 0..1 } else { 0..2 };
                for seed in seeds {
                    let answer = played(&game, level, seed);
                    let said = || format!("{kind} {words} {turn}: {level} plays {answer}");
                    assert_eq!(answer == "swap", takes, "{}", said());
                }
            }
        }
    }
}

/// Quick games may use up all the time; the player still searches for a turn.
#[test]
fn a_player_without_time_searches_once() {
    let (kind, words, turn) = EVEN[1];
    let game = start(kind, words).play_text(turn).unwrap();
    for asked_at_most in [500, 1000] {
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Relaxed) >= asked_at_most;
        let limits = Limits { nodes: u64::MAX, stop: &stop, threads: 1 };
        let choice =
            AnyPlayer::new(&game, Level::MAX, 1, Memory::default()).choose(&game, limits).unwrap();
        assert_ne!(choice.turn, "swap");
        let [best, .., worst] = &choice.thought.lines[..] else { panic!("{choice:?}") };
        assert!(best.value > worst.value, "{choice:?}");
        assert!(choice.thought.nodes > 57, "{choice:?}");
    }
}

#[test]
#[ignore = "takes minutes: cargo xtask release-check"]
fn no_level_opens_with_a_turn_that_is_taken_over() {
    for (kind, words) in [
        (GameKind::Boche, "-immediate"),
        (GameKind::Anchor, "-size=4"),
        (GameKind::Anchor, "-size=5 -pie=refined"),
        (GameKind::Ankor, "-size=8"),
    ] {
        for level in levels() {
            let mut after = start(kind, words);
            while !after.legal().iter().any(|turn| turn == "swap") {
                let turn = played(&after, level, 1);
                after = after.play_text(&turn).unwrap();
            }
            let opening = after.turn_names().join(" ");
            let nodes = if kind == GameKind::Ankor { 60_000 } else { 4000 };
            let thought = AnyEngine::new(&after, 2, Memory::default()).think(Limits::nodes(nodes));
            // The value to an opponent who may swap, with an allowance for errors of the quick
            // games.
            assert!(
                thought.value < 0.6,
                "{kind} {words}: {level} opens {opening}, {}",
                thought.value
            );
        }
    }
}
