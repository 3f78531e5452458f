//! `legal`, `show`, `replay`, `perft` and `play`, as scripts and people use them.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::io::Write as _;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use serde_json::{Value, json};

/// Runs the program; returns its output, its errors and its exit code.
fn carrick(arguments: &[&str], input: &str) -> (String, String, i32) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carrick"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that needs no input may have ended without reading it.
    match child.stdin.take().unwrap().write_all(input.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => panic!("{error}"),
        _ => {}
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[track_caller]
fn succeeds(arguments: &[&str], input: &str) -> String {
    let (out, errors, code) = carrick(arguments, input);
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments:?}: {out}");
    out
}

#[track_caller]
fn fails(arguments: &[&str], expected: Expect) {
    let (out, errors, code) = carrick(arguments, "");
    assert_ne!(code, 0, "{arguments:?}");
    assert_eq!(out, "", "{arguments:?}");
    expected.assert_eq(&errors);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_named() {
    for line in ["show ankor a1", "replay --json ankor a1", "legal ankor a1"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_carrick"))
            .args(line.split(' '))
            .stdin(Stdio::null())
            .stdout(full)
            .output()
            .unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        let reason = "carrick: the output cannot be written: No space left on device";
        assert!(errors.starts_with(reason), "{errors}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn recorded_games_replayed_as_json() {
    for line in include_str!("../../carrick-games/tests/data/games.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let mut arguments = vec!["replay", "--json", record["game"].as_str().unwrap()];
        arguments.extend(record["options"].as_str().unwrap().split(' '));
        let turns: Vec<&str> =
            record["moves"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
        let replayed: Value =
            serde_json::from_str(&succeeds(&arguments, &turns.join("\n"))).unwrap();
        assert_eq!(replayed["to_move"], Value::Null, "{line}");
        assert_eq!(replayed["turns"], record["moves"], "{line}");
        assert_eq!(replayed["result"], record["result"], "{line}");
        if record.get("final").is_some() {
            assert_eq!(replayed["cells"], record["final"], "{line}");
        }
        if record["game"] == "anchor" {
            let score = &replayed["score"];
            assert_eq!(score["dead"], record["dead"], "{line}");
            assert_eq!(score["prisoners"], record["prisoners"], "{line}");
            assert_eq!(score["territory"], record["territory"], "{line}");
            assert_eq!(score["total"], record["score"], "{line}");
        } else {
            assert_eq!(replayed["score"], Value::Null, "{line}");
        }
    }
}

/// Quotation marks around a game and its options, or around its turns, change nothing.
#[test]
fn quoted_words_are_split() {
    let shown = succeeds(&["show", "anchor", "-size=4", "D4", "E5"], "");
    for words in [
        &["anchor -size=4", "D4 E5"][..],
        &["anchor -size=4 D4 E5"],
        &[" anchor", "-size=4 D4", "E5"],
    ] {
        assert_eq!(succeeds(&[&["show"], words].concat(), ""), shown, "{words:?}");
    }
    let replayed = succeeds(&["replay", "anchor", "-size=4", "-handicap=2", "D4"], "");
    assert_eq!(succeeds(&["replay", "anchor -size=4 -handicap=2 D4"], ""), replayed);
    fails(
        &["show", " "],
        expect![[r#"
        carrick: the game is missing; it is one of ankor, boche, antipod and anchor
    "#]],
    );
}

#[test]
fn replay_of_a_game_in_play() {
    let replayed = succeeds(&["replay", "--json", "antipod", "-radius=4", "D12", "a2"], "");
    let replayed: Value = serde_json::from_str(&replayed).unwrap();
    let cells = replayed["cells"].as_array().unwrap();
    assert!(
        cells.contains(&json!("d12:White")) && cells.contains(&json!("a2+:Black")),
        "{replayed}"
    );
    assert_eq!(replayed["to_move"], "White");
    assert_eq!(replayed["turns"], json!(["d12", "a2+"]));
    for key in ["result", "reason", "proof", "score"] {
        assert_eq!(replayed[key], Value::Null, "{key}");
    }
}

#[test]
fn legal_turns_are_in_byte_order() {
    let out = succeeds(&["legal", "ankor", "-size=3", "a1"], "");
    expect![[r#"
        b1
        b2
        c1
        c2
        c3
        swap
    "#]]
    .assert_eq(&out);
    let out = succeeds(&["legal", "anchor", "-size=2", "-pie=none"], "");
    assert_eq!(out, "A1\nA2\nB1\nB2\nB3\nC2\nC3\npass\n");
    let out = succeeds(&["legal", "boche", "-size=2"], "");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines.is_sorted() && lines.len() == 24, "{out}");
}

#[test]
fn turns_come_from_arguments_or_standard_input() {
    let given = succeeds(&["legal", "ankor", "a1", "f6"], "ignored");
    assert_eq!(given, succeeds(&["legal", "ankor"], "a1 f6\n"));
    assert_eq!(given, succeeds(&["legal", "ankor", "a1", "-"], "f6"));
    assert_eq!(given, succeeds(&["legal", "ankor", "a1", "f6", "-size=6"], ""));
    let handicap = succeeds(&["legal", "anchor", "-handicap=2"], "");
    assert!(!handicap.contains("H3\n") && handicap.contains("H8\n"), "{handicap}");
}

#[test]
fn perft_counts_sequences() {
    let perft = |arguments: &[&str]| {
        succeeds(&[&["perft", "--depth"], arguments].concat(), "").trim().parse::<u64>().unwrap()
    };
    assert_eq!(perft(&["0", "ankor"]), 1);
    assert_eq!(perft(&["2", "antipod", "-radius=4"]), 48 * 47);
    assert_eq!(perft(&["2", "ankor", "-size=3"]), 6 * 6);
    assert_eq!(perft(&["1", "antipod", "-radius=2"]), 0, "over before it begins");
    let (out, _, code) = carrick(&["perft", "ankor", "-size=3", "--depth", "1"], "");
    assert_eq!((out.as_str(), code), ("6\n", 0));
}

#[test]
fn an_illegal_turn_is_named_by_its_number() {
    fails(
        &["replay", "antipod", "f14", "f14"],
        expect![[r#"
        carrick: turn 2: f14 is taken: a white stone stands there; any empty point is open to you
    "#]],
    );
    fails(
        &["legal", "ankor", "a1", "a1"],
        expect![[r#"
        carrick: turn 2: there is a cube at a1 already; free holes are b1, b2, c1, c2 or 16 more
    "#]],
    );
    fails(
        &["show", "boche", "d3"],
        expect![[r#"
        carrick: turn 1: d3 needs a rotation before it, as in a:d3; any of a to h would fit
    "#]],
    );
    fails(
        &["perft", "--depth", "2", "anchor", "-size=5", "Z9"],
        expect![[r#"
        carrick: turn 1: Z9 is not on this board: letters run from A to I
    "#]],
    );
    fails(
        &["legal", "chess"],
        expect![[r#"
        carrick: there is no such game; the games are ankor, boche, antipod and anchor
    "#]],
    );
    fails(
        &["legal", "ankor", "-size=11"],
        expect![[r#"
        carrick: -size takes a whole number from 2 to 10
    "#]],
    );
    fails(
        &["legal", "ankor", "-raduis=5"],
        expect![[r#"
            carrick: that is not an option of this game, which takes -size, -win_height and -noswap
        "#]],
    );
}

#[test]
fn show_bare_and_labelled() {
    let figure = include_str!("../../carrick-games/tests/data/figures/antipod-radius6-start.txt");
    let shown = succeeds(&["show", "--bare", "antipod"], "");
    assert!(shown.lines().map(str::trim_end).eq(figure.lines().map(str::trim_end)), "{shown}");
    let labelled = succeeds(&["show", "ankor", "-size=4"], "");
    assert!(labelled.contains("d4") && labelled.contains("a1"), "{labelled}");
    assert!(!succeeds(&["show", "--bare", "ankor", "-size=4"], "").contains("d4"));
    let scored = succeeds(&["show", "--score", "anchor", "-size=3", "C3"], "");
    assert!(scored.contains("dead"), "{scored}");
}

#[test]
fn two_people_at_one_terminal() {
    let lines =
        "legal a1\na1\nwhy b2-c3\na1\nundo\nb2\nswap\nshow\nlegal\nc1\nresign\nundo\ndraw\nquit\n";
    let out = succeeds(&["play", "ankor", "-size=3"], lines);
    for said in [
        "Turn 1, first player for O> ",
        "No: there is a cube at a1 already",
        "Because ",
        "The players have exchanged colours.",
        "The game is over. X wins: O resigned",
        "The game is over. Draw by agreement",
        "Turns: b2 swap c1",
    ] {
        assert!(out.contains(said), "{said} is missing:\n{out}");
    }
}

#[test]
fn a_line_that_is_not_text_does_not_end_the_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_carrick"))
        .args(["play", "ankor"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"d3\n\xff\nd4\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && out.ends_with("Turns: d3 d4\n"), "{out}");
}

#[test]
fn draw_writes_svg_and_png() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let svg = file("board.svg");
    assert_eq!(succeeds(&["draw", "ankor", "-size=3", "b1", "-o", &svg], ""), "");
    assert!(
        std::fs::read_to_string(&svg).unwrap().contains("<title>b1, level 0, O, last turn</title>")
    );
    let png = file("board.png");
    succeeds(&["draw", "--dark", "--width", "320", "-o", &png, "anchor", "-size=3", "--score"], "");
    let bytes = std::fs::read(&png).unwrap();
    assert_eq!(&bytes[1..4], b"PNG");
    assert_eq!(
        u32::from_be_bytes(bytes[16..20].try_into().unwrap()),
        320,
        "the width in the header"
    );
    let (_, errors, code) = carrick(&["draw", "antipod", "-o", &file("board.gif")], "");
    assert!(code != 0 && errors.contains(".svg"), "{errors}");
}

#[test]
fn records_of_all_three_forms_replay_to_the_same_position() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../carrick-games/tests/data/records");
    let mut replayed = std::collections::BTreeMap::<String, Vec<String>>::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let shown = succeeds(&["replay", "--json", path.to_str().unwrap()], "");
        replayed.entry(name).or_default().push(shown);
    }
    assert!(replayed.len() >= 4);
    for (name, positions) in replayed {
        assert_eq!(positions.len(), 3, "{name}");
        assert!(positions.iter().all(|position| *position == positions[0]), "{name}");
    }
    let line = "antipod -radius=4: d12 d9 *";
    let shown = succeeds(&["replay", "-"], line);
    assert!(shown.contains("Turn 3: White to move."), "{shown}");
    let (_, errors, code) = carrick(&["replay", "-"], "antipod -radius=4: d12 d12 *");
    assert!(code != 0 && errors.contains("turn 2"), "{errors}");
}
