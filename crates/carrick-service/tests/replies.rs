//! Answers to players, word for word: `replies/*.txt` are conversations that a player can read.
//!
//! `alice> command` is followed by all messages that come of it, behind bars; `alice: command` must
//! be accepted, and its messages are left out. `alice@5> command` is sent from a page that shows
//! generation 5 of the board, or by a program that was told of it. `ankor 101: d3 f4` plays those
//! turns, each for the player to move, and `ankor 101: reviewed` does the review that was asked
//! for; `hinted` finds the hint. A command's body stands behind ` << `, a `/` for each new
//! line. `UPDATE_EXPECT=1` writes the messages again.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod world;

use std::fmt::Write as _;

use carrick_games::GameKind;
use carrick_service::BoardId;
use expect_test::expect_file;
use world::World;

/// The longest line of a reply; all these boards allow it.
const COLUMNS: usize = 78;

macro_rules! conversations {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            let file = concat!("replies/", stringify!($name), ".txt");
            let text = include_str!(concat!("replies/", stringify!($name), ".txt"));
            expect_file![file].assert_eq(&held(text));
        }
    )*};
}

conversations! {
    ankor boche antipod anchor
    offers queue submit undo
    preview looking history computer review hint puzzle
}

/// The conversation as it goes now.
fn held(text: &str) -> String {
    let mut world = World::of(&["alice", "bob", "carol"]);
    let mut held = String::new();
    for line in text.lines().filter(|line| !line.starts_with('|')) {
        let _ = writeln!(held, "{line}");
        let Some((speaker, command)) = line.split_once(['>', ':']) else { continue };
        if line.starts_with('#') {
            continue;
        }
        let (command, body) = match command.trim().split_once(" << ") {
            Some((command, body)) => (command, Some(body.replace('/', "\n"))),
            None => (command.trim(), None),
        };
        let (speaker, seen) = match speaker.split_once('@') {
            Some((speaker, seen)) => (speaker, Some(seen.parse().unwrap())),
            None => (speaker, None),
        };
        world.seen = seen;
        if let Some((kind, number)) = speaker.split_once(' ') {
            let board = BoardId::parse(kind.parse::<GameKind>().unwrap(), number).unwrap();
            match command {
                "reviewed" => world.review(board),
                "hinted" => world.find_hint(board),
                turns => play(&mut world, board, turns),
            }
        } else if line[speaker.len()..]
            .trim_start_matches(|c: char| c == '@' || c.is_ascii_digit())
            .starts_with(':')
        {
            let decision = world.says(speaker, command, body.as_deref());
            assert!(!decision.refused, "{line}\n{}", decision.messages[0].text);
        } else {
            let told = world.hears(speaker, command, body.as_deref());
            for line in told.trim_end().lines() {
                assert!(line.chars().count() <= COLUMNS, "too long: {line}");
                let _ = writeln!(held, "{}", format!("| {line}").trim_end());
            }
        }
    }
    held
}

/// Plays turns, each by the player who is to move.
#[track_caller]
fn play(world: &mut World, board: BoardId, turns: &str) {
    for turn in turns.split_whitespace() {
        let mover = world.mover(board);
        let BoardId { kind, number } = board;
        let decision = world.says(&mover, &format!("{kind} move {number} {mover} - {turn}"), None);
        assert!(!decision.refused, "{turn}: {}", decision.messages[0].text);
    }
}
