//! Faults in records and their messages: `data/broken_imports.txt` contains one import after
//! another, none of them with an effect.
//!
//! Below a title are the command, its standard input after `> `, with `\xNN` for a byte, and the
//! answer. With `UPDATE_EXPECT=1` in the environment, the answers are rewritten.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::support::{Club, Tables};
use expect_test::expect_file;

/// alice and bob, who play on Antipod board 101, and zoe, who has left.
fn club() -> Club {
    let club = Club::new();
    let now = "2008-05-01T12:00:00Z";
    for user in ["alice", "bob", "zoe"] {
        club.does_at(now, &[&format!("signup {user} {user}-pass")]);
    }
    club.does_at(now, &["--as", "zoe", "delete zoe -"]);
    for command in ["challenge -radius=4 alice bob", "move 101 alice - a2"] {
        club.does_at(now, &["--as", "alice", &format!("antipod {command}")]);
    }
    club.does_at(now, &["--as", "bob", "antipod move 101 bob - d12"]);
    club
}

/// Turns `\xNN` into bytes.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend(&part.as_bytes()[2..]);
    }
    bytes
}

/// Error message of a command line with this standard input; it must not succeed.
fn refusal(club: &Club, line: &str, input: &[u8]) -> String {
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(words).env("CARRICK_DB", club.database()).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments reads no input.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{line}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_broken_import_gets_its_answer_and_changes_nothing() {
    let club = club();
    let before = Tables::open(&club.database()).dump();
    let mut written = String::new();
    let cases = include_str!("data/broken_imports.txt").split("## ").skip(1);
    for case in cases {
        let mut lines = case.lines();
        let (title, command) = (lines.next().unwrap(), lines.next().unwrap());
        let input: Vec<&str> = lines.filter(|line| line.starts_with('>')).collect();
        let text: String =
            input.iter().map(|line| format!("{}\n", line.get(2..).unwrap_or_default())).collect();
        let said = refusal(&club, command.strip_prefix("$ ").unwrap(), &bytes(&text));
        let separator = if written.is_empty() { "" } else { "\n" };
        writeln!(written, "{separator}## {title}\n{command}\n{}", input.join("\n")).unwrap();
        written.push_str(&said);
        assert_eq!(Tables::open(&club.database()).dump(), before, "{title}");
    }
    expect_file!["data/broken_imports.txt"].assert_eq(&written);
}
