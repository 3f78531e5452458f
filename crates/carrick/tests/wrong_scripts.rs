//! Error messages for wrong arguments of all subcommands except `do`, word for word:
//! `data/wrong_scripts.txt`. A line `> arguments` is run in an empty folder, with the text after `
//! << ` on standard input (`/` for a new line); below it, after bars, is its output on standard
//! error. None prints anything else, and none ends as if it had succeeded. `UPDATE_EXPECT=1`
//! rewrites the answers.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect_file;

/// Every subcommand except `do`.
const SUBCOMMANDS: [&str; 10] =
    ["legal", "show", "replay", "perft", "draw", "play", "analyse", "tick", "worker", "ratings"];

fn answer(folder: &Path, line: &str) -> String {
    let (arguments, input) = line.split_once(" << ").unwrap_or((line, ""));
    let mut child = Command::new(env!("CARGO_BIN_EXE_carrick"))
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env_remove("CARRICK_DB")
        .env_remove("COLUMNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input has already ended.
    let _ = child.stdin.take().unwrap().write_all(input.replace('/', "\n").as_bytes());
    let output = child.wait_with_output().unwrap();
    // A service manager recognises wrong settings by the exit status of a server or a worker.
    let is_service = ["serve", "worker"].iter().any(|mode| line.starts_with(mode));
    assert_eq!(output.status.code(), Some(if is_service { 78 } else { 2 }), "{line}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{line}");
    let said = String::from_utf8(output.stderr).unwrap();
    said.replace(folder.to_str().unwrap(), "(folder)")
}

#[test]
fn wrong_arguments_of_scripts() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("broken.sgf"), "(;GM[8003]OPTIONS[-size=6])").unwrap();
    std::fs::write(folder.path().join("no.db"), "not a database, but long enough to be one")
        .unwrap();
    let table = include_str!("data/wrong_scripts.txt");
    let mut told = String::new();
    let mut count = 0;
    for line in table.lines().filter(|line| !line.starts_with('|')) {
        let _ = writeln!(told, "{line}");
        let Some(line) = line.strip_prefix("> ") else { continue };
        count += 1;
        for said in answer(folder.path(), line).trim_end().lines() {
            let _ = writeln!(told, "{}", format!("| {said}").trim_end());
        }
    }
    assert!(count >= 60, "only {count} lines");
    for subcommand in SUBCOMMANDS {
        let is_there = |line: &str| line.starts_with(&format!("> {subcommand}"));
        assert!(table.lines().any(is_there), "nothing wrong with {subcommand}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing was made");
    expect_file!["data/wrong_scripts.txt"].assert_eq(&told);
}
