//! Wrong inputs and their refusals: `data/wrong_inputs.txt` contains one after another, none with
//! an effect, none with a password in the answer.
//!
//! A line `alice> text` is typed as Alice (`--as`), `nobody> text` without a name, and `a@b> text`
//! comes from an address. `\xNN` means a byte, `{1200}` that many letters x. The lines below it
//! that begin with a bar are the answer. With `UPDATE_EXPECT=1` in the environment, the answers are
//! rewritten.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fmt::Write as _;

use crate::support::{Club, Tables};
use expect_test::expect_file;

/// All passwords of the club. No answer may contain any of them, in upper or lower case.
const PASSWORDS: [&str; 4] = ["alice-pass-77", "Bob&Pass!88", "d4rk'carol", "newpass99"];

/// A club with boards in every state: only offered, in play, with an offer, ended.
fn club() -> Club {
    let club = Club::new();
    club.does(&["signup alice alice-pass-77 alice@example.org"]);
    club.does(&["signup bob Bob&Pass!88"]);
    club.does(&["signup carol d4rk'carol"]);
    let play = |challenge: &str, turns: &[&str]| {
        let opened = club.does(&["--as", "alice", challenge]);
        let board = opened.split(" board ").nth(1).unwrap().split(' ').next().unwrap();
        let game = challenge.split(' ').next().unwrap();
        for turn in turns {
            let (user, turn) = turn.split_once(' ').unwrap();
            club.does(&["--as", user, &format!("{game} move {board} {user} - {turn}")]);
        }
    };
    // O's cube at e3 is pinned under d2' and d3'; some of X's cubes are separate.
    play("ankor challenge alice bob", ANKOR_TURNS);
    play("ankor challenge -size=3 -noswap alice bob", &["alice a1", "bob accept", "bob propose"]);
    play("boche challenge alice bob", &["alice a:d3", "bob b:d2"]);
    play("boche challenge -adjacent -noswap alice bob", &["alice e:a1"]);
    play("antipod challenge alice bob", &["alice f14", "bob a3"]);
    play("antipod challenge alice bob", &["alice f14", "bob a3", "alice resign"]);
    play("anchor challenge alice bob", &["alice H8"]);
    play("anchor challenge -pie=none alice bob", &["alice H8", "bob G8", "alice pass", "bob pass"]);
    play("anchor challenge -pie=none -size=5 alice bob", MIRRORED_TURNS);
    for _ in 0..5 {
        play("ankor challenge carol alice", &[]);
    }
    club
}

const ANKOR_TURNS: &[&str] = &[
    "alice d2",
    "bob a1",
    "alice d3",
    "bob b1",
    "alice e3",
    "bob b2",
    "alice e2",
    "bob c1",
    "alice e4",
    "bob c3",
    "alice e1",
    "bob f6",
    "alice e1-d2'",
    "bob f5",
    "alice f3",
    "bob f1",
    "alice f3-d3'",
    "bob c3-a1'",
];
/// Alice has mirrored nine stones in the centre; the tenth would be H5.
const MIRRORED_TURNS: &[&str] = &[
    "alice E5", "bob A1", "alice I9", "bob A2", "alice I8", "bob A3", "alice I7", "bob A4",
    "alice I6", "bob A5", "alice I5", "bob B1", "alice H9", "bob B2", "alice H8", "bob B3",
    "alice H7", "bob B4", "alice H6", "bob B5",
];

/// The sender of a line, as arguments, and the line with its escapes undone.
fn arguments(line: &str) -> Vec<String> {
    let (sender, text) = line.split_once("> ").unwrap_or_else(|| panic!("no sender: {line}"));
    let mut arguments = match sender {
        "nobody" => vec![],
        address if address.contains('@') => vec!["--from".to_owned(), address.to_owned()],
        user => vec!["--as".to_owned(), user.to_owned()],
    };
    arguments.push(unescape(text));
    arguments
}

fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '{']) {
        plain.push_str(&rest[..at]);
        if let Some(hex) = rest[at..].strip_prefix("\\x") {
            plain.push(char::from(u8::from_str_radix(&hex[..2], 16).unwrap()));
            rest = &hex[2..];
        } else if let Some((count, after)) =
            rest[at..].strip_prefix('{').and_then(|s| s.split_once('}'))
        {
            plain.push_str(&"x".repeat(count.parse().unwrap()));
            rest = after;
        } else {
            plain.push('\\');
            rest = &rest[at + 1..];
        }
    }
    plain + rest
}

/// A sentence, and perhaps a usage line, each joined to one line.
fn unwrapped(said: &str) -> String {
    let usage = said.trim_end().split_once("\nUsage: ");
    let (sentence, usage) =
        usage.map_or((said.trim_end(), None), |(said, usage)| (said, Some(usage)));
    let usage = usage.map(|usage| format!("\nUsage: {}", usage.replace('\n', " ")));
    sentence.replace('\n', " ") + &usage.unwrap_or_default()
}

#[test]
fn every_wrong_input_is_refused_in_a_sentence_and_changes_nothing() {
    let club = club();
    let table = include_str!("data/wrong_inputs.txt");
    let before = Tables::open(&club.database()).dump();
    assert!(before.len() > 50);
    let mut told = String::new();
    let mut count = 0;
    for line in table.lines().filter(|line| !line.starts_with('|')) {
        let _ = writeln!(told, "{line}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        count += 1;
        let arguments = arguments(line);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let answer = club.refuses(&arguments);
        for password in PASSWORDS {
            let echoed = answer.to_lowercase().contains(&password.to_lowercase());
            assert!(!echoed, "{line}: the answer repeats a password:\n{answer}");
        }
        let (_, said) = answer.split_once("\n\n").unwrap();
        assert!(said.lines().all(|line| line.chars().count() <= 78), "{said}");
        let said = unwrapped(said);
        for line in said.trim_end().lines() {
            let _ = writeln!(told, "| {line}");
        }
        assert!(
            said.trim_end().ends_with(|c: char| ".?!".contains(c)) || said.contains("\nUsage: "),
            "{line}: {said}"
        );
        let unchanged = Tables::open(&club.database()).dump() == before;
        assert!(unchanged, "{line} has changed the database");
    }
    assert!(count >= 150, "only {count} wrong inputs");
    expect_file!["data/wrong_inputs.txt"].assert_eq(&told);
}
