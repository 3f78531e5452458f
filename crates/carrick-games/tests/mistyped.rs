//! Answers to mistyped turns, in a table that a player can read. Every line contains a game, its
//! options and turns, and after `>` the text that is typed next; the answer is below, after a bar.
//! `UPDATE_EXPECT=1` rewrites the answers.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

use carrick_games::{AnyGame, AnyOptions, SizeLimits};
use expect_test::expect_file;
use proptest::prelude::*;

fn position(words: &str) -> AnyGame {
    let (kind, words) = words.split_once(' ').unwrap_or((words, ""));
    let (options, turns): (Vec<&str>, Vec<&str>) =
        words.split_whitespace().partition(|word| word.starts_with('-'));
    let options = AnyOptions::parse(kind.parse().unwrap(), &options, SizeLimits::Scripts).unwrap();
    turns.iter().fold(AnyGame::new(options), |game, turn| game.play_text(turn).unwrap())
}

#[test]
fn mistyped_turns() {
    let mut told = String::new();
    let table = include_str!("data/mistyped.txt");
    for line in table.lines().filter(|line| !line.starts_with('|')) {
        told += &format!("{line}\n");
        let Some((words, typed)) = line.split_once("> ").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let reason = position(words.trim()).play_text(typed).unwrap_err().reason;
        told += &format!("| {reason}\n");
    }
    expect_file!["data/mistyped.txt"].assert_eq(&told);
}

proptest! {
    /// For any text, the suggested turn can be played, and differs from the text.
    #[test]
    fn a_suggested_turn_can_be_played(
        words in prop::sample::select(vec![
            "ankor -size=4 d2 d1 c2 c1",
            "boche -size=4 a:d3",
            "antipod -radius=4 d12",
            "anchor -size=4 D4",
        ]),
        typed in "[a-p]?:?[a-p][0-9]{1,2}['+]{0,3}-?([a-p][0-9]{1,2}'?)?|[a-p0-9':+-]{1,6}|\\PC{0,5}",
    ) {
        let game = position(words);
        let Err(reason) = game.check_text(&typed) else { return Ok(()) };
        if let Some(meant) = reason.meant() {
            prop_assert!(game.check_text(meant).is_ok(), "{typed} was meant to be {meant}");
            prop_assert_ne!(typed.to_lowercase(), meant.to_lowercase());
        }
    }
}
