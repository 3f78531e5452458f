use std::collections::BTreeSet;

use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits, match_game};

use super::*;
use crate::any::AnyPlayer;
use crate::players::Level;
use crate::settings::{Limits, Memory};

fn tables() -> Vec<Values> {
    Values::read_all(MEASURED).unwrap()
}

fn after(options: AnyOptions, turns: &[&str]) -> AnyGame {
    turns.iter().fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap())
}

/// The name of a table's turn.
fn name(table: &Values, first: FirstTurn) -> String {
    let game = AnyGame::new(table.options());
    let is_meant = |name: &String| game.action(name).unwrap() == first.action;
    game.legal().into_iter().find(is_meant).unwrap()
}

#[test]
fn every_table_holds_every_first_turn_once() {
    for table in tables() {
        let mut legal = AnyGame::new(table.options()).legal();
        legal.retain(|turn| turn != "pass");
        let mut held: Vec<String> =
            table.first_turns().iter().map(|first| name(&table, *first)).collect();
        held.sort_unstable();
        assert_eq!(held, legal, "{} {}", table.options().kind(), table.options());
    }
}

#[test]
fn usual_boards_with_a_swap_were_measured() {
    for (kind, words) in [
        (GameKind::Ankor, ""),
        (GameKind::Ankor, "-size=5"),
        (GameKind::Boche, ""),
        (GameKind::Boche, "-size=4"),
        (GameKind::Anchor, ""),
        (GameKind::Anchor, "-size=6"),
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge).unwrap();
        assert!(values(options).is_some(), "{kind} {words:?}");
    }
    for (kind, words) in
        [(GameKind::Antipod, ""), (GameKind::Ankor, "-noswap"), (GameKind::Anchor, "-pie=refined")]
    {
        let words: Vec<&str> = words.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge).unwrap();
        assert_eq!(values(options), None, "{kind} {words:?}");
    }
}

/// Distance of a first turn's value from even.
fn off(value: f32) -> f32 {
    (value - 0.5).abs()
}

#[test]
fn every_level_opens_near_even_and_varies() {
    for table in tables() {
        let game = AnyGame::new(table.options());
        let mut offs: Vec<f32> = table.first_turns().iter().map(|first| off(first.value)).collect();
        offs.sort_unstable_by(f32::total_cmp);
        let half_way = offs[offs.len() / 2];
        let mut opened = BTreeSet::new();
        for level in Level::all() {
            for seed in 0..4 {
                let choice = AnyPlayer::new(&game, level, seed, Memory::default())
                    .choose(&game, Limits::nodes(1))
                    .unwrap();
                let value = table.value(game.action(&choice.turn).unwrap()).unwrap();
                assert!(off(value) <= half_way, "{} {}", table.options(), choice.turn);
                assert_eq!(choice.thought.best(), Some(&choice.turn));
                opened.insert(choice.turn);
            }
        }
        assert!(opened.len() > 1, "{} {}", table.options().kind(), table.options());
    }
}

#[test]
fn every_level_but_novices_takes_the_better_side() {
    for table in tables() {
        let [strong, .., weak] = table.first_turns() else { panic!("a table of two turns") };
        let swaps = |first: &FirstTurn, level| {
            let game = after(table.options(), &[&name(&table, *first)]);
            let choice = AnyPlayer::new(&game, level, 1, Memory::default())
                .choose(&game, Limits::nodes(30))
                .unwrap();
            choice.turn == "swap"
        };
        for level in Level::all() {
            let is_better = strong.value > 0.5 && !level.is_novice();
            assert_eq!(swaps(strong, level), is_better, "{level} {}", name(&table, *strong));
            assert!(weak.value > 0.5 || !swaps(weak, level), "{level} {}", name(&table, *weak));
        }
    }
}

/// If the opening book knows the better side, keeping it needs only the usual search.
#[test]
fn keeping_a_side_by_the_tables_needs_only_the_usual_search() {
    let kept = tables().into_iter().filter_map(|table| {
        let weak = table.first_turns().last().filter(|first| first.value <= 0.5)?;
        Some(after(table.options(), &[&name(&table, *weak)]))
    });
    let level = Level::MIN;
    let mut boards = 0;
    for game in kept {
        let choice = AnyPlayer::new(&game, level, 1, Memory::default())
            .choose(&game, Limits::nodes(50_000))
            .unwrap();
        assert!(choice.thought.nodes <= 1000, "{}: {}", game.options(), choice.thought.nodes);
        boards += 1;
    }
    assert!(boards > 3, "{boards}");
}

#[test]
fn sides_are_settled_by_the_turns_up_to_a_swap() {
    for (kind, words, turns, settle) in [
        (GameKind::Boche, "-size=7", &["d:d3", "a:a1"][..], &[true, true, false][..]),
        (GameKind::Ankor, "-size=8", &["f4", "swap"], &[true, true, false]),
        (GameKind::Ankor, "-size=8 -noswap", &["f4"], &[false, false]),
        (GameKind::Antipod, "", &["c3"], &[false, false]),
        (GameKind::Anchor, "-pie=none", &["A1"], &[false, false]),
        (GameKind::Anchor, "-size=9", &["pass"], &[true, false]),
        (
            GameKind::Anchor,
            "-pie=refined",
            &["A1", "pass", "C3", "swap"],
            &[true, true, true, true, false],
        ),
    ] {
        let words: Vec<&str> = words.split_whitespace().collect();
        let options = AnyOptions::parse(kind, &words, SizeLimits::Challenge).unwrap();
        for (index, &settle) in settle.iter().enumerate() {
            let game = after(options, &turns[..index]);
            let settles = match_game!(&game, AnyGame(game) => settles_sides(game));
            assert_eq!(settles, settle, "{kind} {words:?} {:?}", &turns[..index]);
        }
    }
}
