//! Players of the club, their commands, and the messages to them.

use std::io::Write as _;
use std::process::Stdio;

use expect_test::Expect;

use super::Club;

/// Alice, Bob, Carol and Dave, who are identified by `--as`.
pub fn four_players() -> Club {
    let club = Club::of_2008();
    for user in ["alice", "bob", "carol", "dave"] {
        club.does(&[&format!("signup {user} {user}-pass")]);
    }
    club
}

/// A command of a user, which must be accepted; `-` stands for their password.
#[track_caller]
pub fn does(club: &Club, user: &str, command: &str) -> String {
    club.does(&["--as", user, command])
}

#[track_caller]
pub fn refuses(club: &Club, user: &str, command: &str, expected: Expect) {
    let said = club.refuses(&["--as", user, command]);
    expected.assert_eq(said.split_once("\n\n").unwrap().1);
}

/// A command with a body on standard input: whether it was accepted, and its output.
pub fn says(club: &Club, arguments: &[&str], body: &str) -> (bool, String) {
    let mut child = club.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Addressees of the messages, in order.
pub fn told(said: &str) -> Vec<&str> {
    said.lines().filter_map(|line| line.strip_prefix("To: ")).collect()
}

/// The messages to one user.
#[track_caller]
pub fn to<'a>(said: &'a str, user: &str) -> &'a str {
    let start = said.find(&format!("To: {user}\n")).unwrap_or_else(|| panic!("{user}: {said}"));
    let rest = &said[start..];
    rest[1..].find("\nTo: ").map_or(rest, |end| &rest[..end + 1])
}

/// Plays turns of Antipod, alternating between Alice and Bob.
pub fn play(club: &Club, board: &str, turns: &[&str]) -> String {
    let mut last = String::new();
    for (index, turn) in turns.iter().enumerate() {
        let user = ["alice", "bob"][index % 2];
        last = does(club, user, &format!("antipod move {board} {user} - {turn}"));
    }
    last
}
