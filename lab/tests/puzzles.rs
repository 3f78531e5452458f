//! `carrick-lab puzzles`: mining that can be repeated, interrupted and trusted.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn puzzles(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.arg("puzzles").args(line.split_whitespace()).stdin(Stdio::null());
    command.output().unwrap()
}

#[track_caller]
fn succeeds(line: &str) -> String {
    let output = puzzles(line);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{line}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refuses(line: &str, said: &str) {
    let output = puzzles(line);
    assert_eq!(output.status.code(), Some(2), "{line}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(said), "{errors}");
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Mines a number of games of Boche into a file.
fn mine(games: u32, file: &Path) -> String {
    let settings = "mine boche -size=3 -kill=3 --players level1,level2 --seed 3";
    succeeds(&format!("{settings} --games {games} -o {}", file.display()))
}

#[test]
fn the_same_seed_gives_the_same_puzzles_and_they_are_proved_again() {
    let folder = folder();
    let [one, two] = ["one.jsonl", "two.jsonl"].map(|name| folder.path().join(name));
    let report = mine(30, &one);
    assert!(report.contains("      30 games"), "{report}");
    assert!(report.contains("rejected: more than one winning turn"), "{report}");
    // In two parts, with the puzzles that a killed run leaves in the middle of a game.
    mine(12, &two);
    let torn = fs::read_to_string(&two).unwrap() + "{\"number\":99,\"ga";
    fs::write(&two, torn).unwrap();
    mine(30, &two);
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(text, fs::read_to_string(&two).unwrap());
    let found = text.lines().count();
    assert!(found >= 3, "{text}");
    let said = succeeds(&format!("verify {}", one.display()));
    assert!(
        said.contains(&format!("{found} puzzles, {found} proved again, 0 searched again, 0 wrong")),
        "{said}"
    );
}

#[test]
fn verifying_detects_a_wrong_solution() {
    let folder = folder();
    let file = folder.path().join("boche.jsonl");
    mine(30, &file);
    let text = fs::read_to_string(&file).unwrap();
    let line = text
        .lines()
        .find(|line| line.contains("\"solution\":\"") && !line.contains("b:"))
        .or(text.lines().next())
        .unwrap();
    let solution = line.split("\"solution\":\"").nth(1).unwrap().split(['"', ' ']).next().unwrap();
    // Another rotation on the same spot is legal, but not the solution.
    let (rotation, spot) = solution.split_once(':').unwrap();
    let others =
        if "abcd".contains(rotation) { ["a", "b", "c", "d"] } else { ["e", "f", "g", "h"] };
    let other = others.into_iter().find(|&other| other != rotation).unwrap();
    let whole = line.split("\"solution\":\"").nth(1).unwrap().split('"').next().unwrap();
    let changed = line
        .replace(&format!("\"solution\":\"{whole}\""), &format!("\"solution\":\"{other}:{spot}\""));
    fs::write(&file, changed).unwrap();
    let output = puzzles(&format!("verify {}", file.display()));
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains(&format!("is {other}:{spot}, but {solution} wins")), "{said}");
}

#[test]
fn games_of_a_match_are_mined() {
    let folder = folder();
    let [games, out] = ["match.jsonl", "out.jsonl"].map(|name| folder.path().join(name));
    let line = format!(
        "arena random random boche -size=3 -kill=3 --games 20 --nodes 1 --seed 2 --out {}",
        games.display()
    );
    let played =
        Command::new(env!("CARGO_BIN_EXE_carrick-lab")).args(line.split(' ')).output().unwrap();
    assert!(played.status.success());
    let report = succeeds(&format!("mine boche --from {} -o {}", games.display(), out.display()));
    assert!(report.contains("      20 games"), "{report}");
    for line in fs::read_to_string(&out).unwrap().lines() {
        assert!(
            line.contains(r#""from":"match.jsonl""#) && line.contains(r#"["random","random"]"#),
            "{line}"
        );
    }
    refuses(
        &format!("mine ankor --from {} -o x.jsonl", games.display()),
        "these files contain no game of ankor",
    );
}

/// A puzzle would help the players of the game that it comes from.
#[test]
fn games_in_play_are_not_mined() {
    let folder = folder();
    let [games, out] = ["games.jsonl", "out.jsonl"].map(|name| folder.path().join(name));
    let line = format!("mine boche --from {} -o {}", games.display(), out.display());
    let record = |dates: &str| {
        let game = r#"{"name":"Boche","variants":["-size=3","-kill=3"]}"#;
        let players = r#"[{"name":"ann"},{"name":"bob"}]"#;
        let header = format!(r#"{{"game":{game},{dates}"players":{players}}}"#);
        format!("{{\"header\":{header},\"moves\":[[\"c:a1\",\"d:b1\"]]}}\n")
    };
    fs::write(&games, record(r#""date-start":"2026-11-29T00:58:35Z","#)).unwrap();
    refuses(&line, "these files contain no game of boche");
    fs::write(&games, record("")).unwrap();
    assert!(succeeds(&line).contains("       1 games"));
}

#[test]
fn refusals_offer_a_solution() {
    let folder = folder();
    let file = folder.path().join("boche.jsonl");
    mine(12, &file);
    refuses(
        &format!("mine ankor -o {}", file.display()),
        "contains puzzles of boche; name another file for ankor",
    );
    let out = folder.path().join("out.jsonl");
    let mines = |line: &str| format!("mine {line} -o {}", out.display());
    refuses(&mines("chess"), "there is no such game");
    refuses(&mines("boche c:d3"), "is not an option");
    refuses(&mines("boche --players level1"), "--players takes two levels");
    refuses(&mines("boche --players level1,level9"), "plays by the clock");
    refuses(&mines("boche --from no-such-file"), "cannot read no-such-file");
    refuses("verify no-such-file", "cannot read no-such-file");
    fs::write(&out, "{}\n").unwrap();
    refuses(&format!("verify {}", out.display()), "line 1: a puzzle is one JSON object");
    let progress = folder.path().join("boche.jsonl.progress");
    fs::write(progress, "x").unwrap();
    refuses(
        &format!("mine boche -o {}", file.display()),
        "is damaged; delete it to mine from the first game",
    );
}
