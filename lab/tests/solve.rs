//! `carrick-lab solve`: values, files, and errors in both.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::time::Duration;

use serde_json::{Value, json};

fn solve(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.arg("solve").args(line.split_whitespace()).stdin(Stdio::null());
    command.output().unwrap()
}

#[track_caller]
fn succeeds(line: &str) -> String {
    let output = solve(line);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""), "{line}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refuses(line: &str, said: &str) {
    let output = solve(line);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
    assert!(errors.contains(said), "{errors}");
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn values_are_available_as_json_and_as_a_table() {
    let json: Value = serde_json::from_str(&succeeds("--json ankor -size=3 -noswap b1")).unwrap();
    assert_eq!((&json["value"], &json["distance"]), (&json!("draw"), &Value::Null));
    assert_eq!(json["turns"][0], json!({"turn": "a1", "value": "draw", "distance": null}));
    assert_eq!(json["turns"].as_array().unwrap().len(), 5);
    let text = succeeds("anchor -size=2 -pie=none");
    let (_, table) = text.split_once("D draw\n\n").unwrap();
    assert_eq!(
        table,
        "Anchor -size=2 -pie=none, turn 1: Black to move; a draw.\n  \
         draw  A1 A2 B1 B2 B3 C2 C3 pass\nSolved in full: 2187 states.\n"
    );
    let json: Value = serde_json::from_str(&succeeds("--json anchor -size=2 A1")).unwrap();
    assert_eq!(json["turns"][0]["margin"], 0);
}

#[test]
fn first_turns_are_drawn_with_signs_for_their_values() {
    let text = succeeds("boche -size=2 -noswap b:a1 --nodes 10");
    let drawn = |text: &str| -> String {
        text.lines().take_while(|line| !line.starts_with("Boche")).collect::<Vec<_>>().join("\n")
    };
    let boche = drawn(&text);
    assert!(boche.ends_with("L loss\n") && !boche.contains("b1"), "{text}");
    let text = succeeds("antipod -radius=4 --nodes 48");
    assert!(text.contains("\n? not settled\n\nAntipod"), "{text}");
    assert!(text.lines().any(|line| line.matches(" ?").count() > 8), "{text}");
}

#[test]
fn on_a_large_board_unproved_positions_are_not_settled() {
    let json: Value =
        serde_json::from_str(&succeeds("--json antipod -radius=4 --nodes 100")).unwrap();
    assert_eq!((&json["value"], &json["turns"][0]["value"]), (&Value::Null, &Value::Null));
    // In the middle of a game, one turn wins immediately.
    let turns = "c3 e5 f5 e6 d6 f7 e7 e13 d12";
    let line = format!("--json antipod -radius=4 --nodes 500 {turns}");
    let json: Value = serde_json::from_str(&succeeds(&line)).unwrap();
    assert_eq!((&json["value"], &json["turns"][0]["turn"]), (&json!("win"), &json!("e12")));
}

#[test]
fn a_table_is_kept_and_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let [file, kept, map] = ["a.table", "b.table", "map.svg"].map(|name| path(&folder, name));
    let line = "boche -size=2 -kill=1 -noswap";
    let told = succeeds(&format!("{line} --certificate {file} --resume {kept} -o {map}"));
    assert!(fs::read_to_string(map).unwrap().contains("<title>a1 wins"));
    assert_eq!(told, succeeds(&format!("{line} --resume {kept}")));
    // A certificate can also be resumed from, with the same result.
    assert_eq!(told, succeeds(&format!("{line} --resume {file}")));
    let bytes = fs::read(&file).unwrap();
    let head = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let head: Value = serde_json::from_slice(&bytes[..head]).unwrap();
    assert_eq!(head["claim"]["options"], "-size=2 -kill=1 -noswap");
    assert_eq!(head["options"], "-size=2 -kill=1");
    assert!(!Path::new(&format!("{file}.part")).exists());
}

#[test]
fn a_search_is_kept_and_continues() {
    let folder = tempfile::tempdir().unwrap();
    for line in ["antipod -radius=4 --nodes 400", "anchor -size=4 --nodes 200"] {
        let file = path(&folder, line.split(' ').next().unwrap());
        let told = succeeds(&format!("{line} --resume {file}"));
        let kept = fs::read(&file).unwrap();
        assert_eq!(told, succeeds(&format!("{line} --resume {file}")));
        assert_eq!(kept, fs::read(&file).unwrap());
        refuses(
            &format!("ankor -size=5 --resume {file}"),
            "this one is for proofs in ankor -size=5",
        );
        assert_eq!(kept, fs::read(&file).unwrap());
    }
}

/// The first line of a file.
#[cfg(unix)]
fn head(file: &str) -> Value {
    let bytes = fs::read(file).unwrap();
    serde_json::from_slice(bytes.split(|&byte| byte == b'\n').next().unwrap()).unwrap()
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_a_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "antipod");
    let line = format!("antipod -radius=5 --nodes 1000000000 --resume {file}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.arg("solve").args(line.split_whitespace()).stdin(Stdio::null());
    let solving = command.stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let process = rustix::process::Pid::from_child(&solving);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let output = solving.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{said}");
    assert!(said.contains(&format!("nodes; `--resume {file}` continues from there\n")), "{said}");
    // The earlier work counts: with the same number of nodes, none is left.
    let nodes = head(&file)["nodes"].as_u64().unwrap();
    assert!(nodes > 0, "{nodes}");
    let told = succeeds(&format!("antipod -radius=5 --nodes {nodes} --resume {file}"));
    let positions = nodes / carrick_lab::solve::COST;
    assert!(told.contains(&format!("connections in {positions} positions.")), "{told}");
    assert_eq!(head(&file)["nodes"], nodes);
}

#[test]
fn errors_describe_what_cannot_be_solved_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "a.table");
    succeeds(&format!("ankor -size=3 --certificate {file}"));
    let before = fs::read(&file).unwrap();
    refuses(&format!("ankor -size=3 -win_height=0 --resume {file}"), "it is for ankor -size=3");
    assert_eq!(fs::read(&file).unwrap(), before);
    fs::write(&file, &before[..before.len() / 2]).unwrap();
    refuses(&format!("ankor -size=3 --resume {file}"), "was not written to the end");
    let large = "anchor -size=3 --memory 100";
    refuses(&format!("{large} --resume {file}2"), "try --memory 1113");
    refuses(&format!("boche -size=4 -noswap --strategy {file}2"), "try --memory 11465");
    let said = "To solve the board in full, try --memory 1113.";
    assert!(succeeds(&format!("{large} --nodes 50")).contains(said));
    refuses(&format!("antipod --certificate {file}"), "too large to be solved in full");
    refuses("chess -size=3", "there is no such game");
    refuses("ankor -size=3 -kill=2", "that is not an option of this game");
    refuses("ankor -size=3 b7", "b7");
    refuses("antipod -radius=2", "the game is over");
    refuses(&format!("ankor -size=3 --certificate {}", folder.path().display()), "is a folder");
    if Path::new("/dev/full").exists() {
        refuses("ankor -size=3 --certificate /dev/full/a", "no folder /dev/full");
    }
}

#[test]
fn a_strategy_is_written_if_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "a.strategy");
    succeeds(&format!("boche -size=2 -noswap --strategy {file}"));
    let bytes = fs::read(&file).unwrap();
    let head = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    let head: Value = serde_json::from_slice(&bytes[..head]).unwrap();
    assert_eq!(head["certificate"], "carrick strategy");
    refuses(&format!("boche -size=2 --strategy {file}"), "add -noswap");
    refuses(&format!("ankor -size=3 --strategy {file}"), "written for Boche and Antipod");
    refuses(&format!("antipod -radius=8 --strategy {file}"), "too large to be solved in full");
    assert_eq!(fs::read(&file).unwrap(), bytes);
}
