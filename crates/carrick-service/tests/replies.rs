//! Answers to players, word for word: `replies/*.txt` are conversations that a player can read.
//!
//! `alice> command` is followed by all resulting messages, after bars; `alice: command` must be
//! accepted, and its messages are left out. `alice@5> command` is sent from a page or a program
//! that shows generation 5 of the board. `ankor 101: d3 f4` plays those turns, each for the player
//! to move, `ankor 101: reviewed` makes the requested review, and `hinted` finds the hint. A
//! command's body follows ` << `, with a `/` for each new line. `UPDATE_EXPECT=1` updates the
//! messages.
#![allow(clippy::unwrap_used)] // a panic is how a test fails

mod world;

use std::fmt::Write as _;

use carrick_games::GameKind;
use carrick_service::{Addressee, BoardEvent, BoardId, Decision, Event};
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

/// The conversation with the current answers.
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
            assert!(decision.refusal.is_none(), "{line}\n{}", decision.messages[0].text);
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
        assert!(decision.refusal.is_none(), "{turn}: {}", decision.messages[0].text);
    }
}

/// A world with an Ankor board after these turns.
fn on_ankor(turns: &str) -> World {
    let mut world = World::of(&["alice", "bob", "carol"]);
    world.says("alice", "ankor challenge -size=4 alice bob", None);
    play(&mut world, BoardId { kind: GameKind::Ankor, number: 101 }, turns);
    world
}

const WORDS: &str = "It was a pleasure.";

/// The recipients of a text with a command, and whether it is stored on the board.
#[track_caller]
fn heard(world: &mut World, user: &str, text: &str) -> (String, bool) {
    let done = world.says(user, text, Some(WORDS));
    assert!(done.refusal.is_none(), "{text}: {done:?}");
    let hears = done.messages.iter().filter(|message| message.text.contains(WORDS));
    let who = hears.map(|message| match &message.to {
        Addressee::User(user) | Addressee::Listener(user) => user.to_string(),
        Addressee::Sender => "sender".to_owned(),
    });
    let is_kept =
        done.events.iter().any(|event| matches!(event, Event::Board(_, BoardEvent::Said { .. })));
    (who.collect::<Vec<_>>().join(" "), is_kept)
}

/// The first message in one line.
fn unwrapped(decision: &Decision) -> String {
    decision.messages[0].text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_text_with_any_action_is_passed_on() {
    let both = ("alice bob".to_owned(), true);
    for (turns, before, user, command) in [
        ("", "", "alice", "ankor move 101 alice - d4"),
        ("d4 d1", "", "alice", "ankor move 101 alice - propose"),
        ("d4 d1", "", "alice", "ankor move 101 alice - undo"),
        ("d4 d1", "", "alice", "ankor move 101 alice - resign"),
        ("d4 d1", "", "alice", "ankor resign 101 alice -"),
        ("d4", "", "bob", "ankor move 101 bob - resign"),
        ("d4 d1", "propose", "bob", "ankor move 101 bob - accept"),
        ("d4 d1", "propose", "bob", "ankor move 101 bob - propose"),
        ("d4 d1", "propose", "bob", "ankor move 101 bob - reject"),
        ("d4 d1", "undo", "bob", "ankor move 101 bob - accept"),
        ("d4 d1", "undo", "bob", "ankor move 101 bob - reject"),
        ("d4 d1", "", "alice", "ankor queue 101 alice - d2"),
    ] {
        let mut world = on_ankor(turns);
        if !before.is_empty() {
            world.says("alice", &format!("ankor move 101 alice - {before}"), None);
        }
        assert_eq!(heard(&mut world, user, command), both, "{before} {command}");
        // It comes again, with the same text or another.
        let again = world.says(user, command, Some(WORDS));
        assert!(again.events.is_empty(), "{command}: {again:?}");
    }
    // In practice the computer agrees immediately.
    let mut world = World::of(&["alice"]);
    world.says("alice", "antipod computer -radius=4 --level=2 alice -", None);
    world.says("alice", "antipod move 101 alice - c3", None);
    assert!(heard(&mut world, "alice", "antipod move 101 alice - undo").1);
}

#[test]
fn a_text_with_a_repeated_command_is_refused() {
    for (first, command) in [
        ("ankor move 101 alice - propose", "ankor move 101 alice - propose"),
        ("ankor move 101 alice - resign", "ankor move 101 alice - resign"),
        ("ankor move 101 alice - d2", "ankor move 101 alice - d2"),
        ("ankor queue 101 alice - d2", "ankor queue 101 alice - d2"),
    ] {
        let mut world = on_ankor("d4 d1");
        world.says("alice", first, None);
        let again = world.says("alice", command, Some(WORDS));
        assert!(again.events.is_empty(), "{again:?}");
        let told = unwrapped(&again);
        assert!(told.contains("was not sent to bob; "), "{command}: {told}");
    }
    let mut world = on_ankor("");
    world.says("alice", "ankor resign 101 alice -", None);
    let again = world.says("alice", "ankor resign 101 alice -", Some(WORDS));
    assert!(again.messages[0].text.contains("was not sent to bob."), "{again:?}");
    for command in ["ankor submit 101 alice - d4", "ankor queue 101 bob - d1"] {
        let mut world = on_ankor("");
        let user = if command.contains("bob") { "bob" } else { "alice" };
        let told = unwrapped(&world.says(user, command, Some(WORDS)));
        assert!(told.contains("was not sent to "), "{command}: {told}");
        let told = unwrapped(&world.says(user, command, None));
        assert!(!told.contains("was not sent"), "{command}: {told}");
    }
}

#[test]
fn a_text_with_an_action_reaches_watchers_but_not_those_who_blocked_the_speaker() {
    let mut world = on_ankor("d4 d1");
    world.says("carol", "ankor subscribe 101 carol -", None);
    let all = ("alice bob carol".to_owned(), true);
    assert_eq!(heard(&mut world, "alice", "ankor move 101 alice - propose"), all);
    assert_eq!(heard(&mut world, "bob", "ankor move 101 bob - reject"), all);
    assert_eq!(heard(&mut world, "bob", "ankor chat 101 bob -"), all);
    assert_eq!(heard(&mut world, "alice", "ankor resign 101 alice -"), all);
    for (turns, command) in [
        ("d4 d1", "ankor move 101 alice - propose"),
        ("d4 d1", "ankor resign 101 alice -"),
        ("", "ankor resign 101 alice -"),
    ] {
        let mut world = on_ankor(turns);
        world.says("bob", "block bob - alice", None);
        let done = world.says("alice", command, Some(WORDS));
        let [alice, bob] = &done.messages[..] else { panic!("{done:?}") };
        assert!(alice.text.contains(WORDS) && !bob.text.contains(WORDS), "{done:?}");
        assert!(
            alice.text.contains("bob does not accept your messages and did not get this text.")
        );
    }
    // A text that is too long is refused before anything happens.
    let mut world = on_ankor("d4 d1");
    let done = world.says("alice", "ankor resign 101 alice -", Some(&"x".repeat(4001)));
    assert!(done.refusal.is_some() && done.events.is_empty());
}
