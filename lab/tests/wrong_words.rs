//! Error messages for wrong arguments, and what a failing command leaves unchanged.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn laboratory(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.args(line.split(' ')).current_dir(folder).env_remove("COLUMNS");
    command.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn wrong_arguments_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    for (line, said) in [
        (
            "arena level1 level2 ankor --out nodir/games.jsonl",
            "carrick-lab: cannot write nodir/games.jsonl, since there is no folder nodir",
        ),
        (
            "arena level1 level2 ankor --out .",
            "carrick-lab: cannot write ., which is a folder; name a file in it",
        ),
        (
            "arena level1 level2 ankor --concurrency 0",
            "error: invalid value '0' for '--concurrency <COUNT>': a number of games from 1 to 256 is expected",
        ),
        (
            "arena level1 level2 ankor --openings -1",
            "error: invalid value '-1' for '--openings <[even:]TURNS>': openings are a number of random turns, such as 2, or of turns that keep the game even, such as even:4",
        ),
        (
            "arena level1 level2 ankor --seconds -1",
            "error: invalid value '-1' for '--seconds <SECONDS>': a time from 0.001 to 3600 is expected",
        ),
        (
            "arena level1 level2 ankor --nodes 0",
            "error: invalid value '0' for '--nodes <COUNT>': a number of positions from 1 to 18446744073709551615 is expected",
        ),
        (
            "arena level1 level2 ankor --games -2",
            "error: invalid value '-2' for '--games <COUNT>': expected a whole number",
        ),
        (
            "arena level1 level2 ankor --seed -1",
            "error: invalid value '-1' for '--seed <N>': a whole number from 0 to 18446744073709551615 is expected",
        ),
    ] {
        let output = laboratory(folder.path(), line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors.lines().next(), Some(said), "{line}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_failing_command_neither_destroys_a_file_nor_leaves_one() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    for (file, line) in [
        ("a.table", "solve ankor -size=4 --memory 1 --certificate a.table"),
        ("p.jsonl", "puzzles mine boche --from nowhere.jsonl -o p.jsonl"),
        ("match.jsonl", "arena bogus random ankor --out match.jsonl"),
        ("lab", "lab run nowhere.toml --out lab"),
    ] {
        assert!(!laboratory(here, line).status.success(), "{line}");
        assert_eq!(fs::read_dir(here).unwrap().count(), 0, "{line}");
        fs::write(here.join(file), "precious").unwrap();
        assert!(!laboratory(here, line).status.success(), "{line}");
        assert_eq!(fs::read_to_string(here.join(file)).unwrap(), "precious", "{line}");
        fs::remove_file(here.join(file)).unwrap();
    }
}

/// Quotation marks around a game and its options change nothing.
#[test]
fn a_game_and_its_options_may_be_one_word() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.args(["arena", "random", "random", "antipod -radius=3", "--games", "2", "--json"]);
    let output = command.output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"game\":\"antipod -radius=3\""));
}
