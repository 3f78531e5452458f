//! Queued turns, previews, undo, several commands together: state that must survive between two
//! commands.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::io::Write as _;
use std::process::Stdio;

use crate::support::{Club, Tables};

/// Alice and Bob on a fresh board of Antipod, on which Alice has played c3.
fn club() -> Club {
    let club = Club::new();
    club.does(&["signup alice alicepass"]);
    club.does(&["signup bob bobspass"]);
    club.does(&["--as", "alice", "antipod challenge -radius=4 alice bob"]);
    club.does(&["antipod move 101 alice alicepass c3"]);
    club
}

/// Runs a command with a body on standard input; returns its output, and whether it was accepted.
fn with_body(club: &Club, arguments: &[&str], body: &str) -> (String, bool) {
    let mut child = club.command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(body.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

#[test]
fn a_queue_is_kept_seen_only_by_its_owner_and_played() {
    let club = club();
    club.does(&["antipod queue 101 alice alicepass f5 e13, f6 e12 c1 d3"]);
    let line = "You have queued: f5 e13, f6 e12 c1+ d3.";
    assert!(club.does(&["antipod showas alice alicepass 101"]).contains(line));
    assert!(!club.does(&["antipod showas bob bobspass 101"]).contains("queued"));
    assert!(!club.does(&["antipod show 101"]).contains("queued"));

    let told = club.does(&["antipod move 101 bob bobspass f6#2"]);
    let (to_alice, to_bob) = told.split_once("To: bob").unwrap();
    assert!(to_alice.contains("Your queued e12 was played."), "{told}");
    assert!(to_alice.contains("You have queued: c1+ d3."), "{told}");
    assert!(!to_bob.contains("queued"), "{told}");
    let tables = Tables::open(&club.database());
    let moments = "SELECT count(DISTINCT at) FROM turns WHERE ply > 1";
    assert_eq!(tables.number(moments), 1, "both turns in one transaction");
    assert_eq!(tables.number("SELECT count(*) FROM requests WHERE command LIKE '% move %'"), 2);
}

#[test]
fn a_submitted_turn_waits_for_its_confirmation() {
    let club = club();
    club.does(&["antipod submit 101 bob bobspass f5#2"]);
    assert!(!club.does(&["antipod show 101"]).contains("f5 "));
    let told = club.does(&["antipod confirm 101 bob bobspass"]);
    assert!(told.contains("Subject: antipod board 101: alice to move"), "{told}");
    let again = club.does(&["antipod confirm 101 bob bobspass"]);
    assert!(told.contains(again.trim_end()), "{again}");
}

#[test]
fn a_turn_taken_back_leaves_a_trace_only_in_the_log() {
    let club = club();
    club.does(&["antipod move 101 bob bobspass accept"]);
    let undone = club.does(&["antipod show 101"]);
    let (said, _) =
        with_body(&club, &["--body", "antipod move 101 bob bobspass f5#2"], "Take that!");
    assert!(said.contains("Take that!"), "{said}");
    club.does(&["antipod queue 101 bob bobspass e4 e5"]);
    club.does(&["antipod move 101 bob bobspass undo"]);
    let told = club.does(&["antipod move 101 alice alicepass accept"]);
    assert!(told.contains("bob has gone back to turn 2."), "{told}");
    assert!(told.contains("It was: e4 e5."), "{told}");
    let shown = club.does(&["antipod show 101"]);
    // The time for the turn starts again, perhaps in the next minute.
    let timeless = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with("Without a turn by "));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(timeless(&shown.replace("bob has gone back to turn 2.\n", "")), timeless(&undone));

    let tables = Tables::open(&club.database());
    let plies = "SELECT (SELECT count(*) FROM turns) * 10 + (SELECT max(ply) FROM remarks)";
    assert_eq!(tables.number(plies), 11, "the remark stays, and is one on turn 1 now");
    assert_eq!(tables.number("SELECT count(*) FROM requests WHERE command LIKE '%f5#2'"), 1);
    drop(tables);

    // The email about turn 2 comes again.
    let late = club.refuses(&["antipod move 101 bob bobspass f5#2"]);
    assert!(late.contains("taken back"), "{late}");
    club.does(&["antipod move 101 bob bobspass f5"]);
}

#[test]
fn several_commands_are_independent() {
    let club = club();
    let body = "antipod move 101 bob bobspass f5#2\n\nantipod move 101 bob bobspass wrong\nmultiple\n\
                antipod move 101 alice alicepass e13#3\nantipod shwo 101\n";
    let (told, accepted) = with_body(&club, &["multiple"], body);
    assert!(!accepted, "three lines are refused");
    for said in [
        "In line 3 of the body:\n",
        "In line 4 of the body:\nThe body of multiple cannot",
        "In line 6 of the body:\n",
        "Subject: antipod board 101: alice to move",
        "Turn 4: bob to move",
    ] {
        assert!(told.contains(said), "{said} is missing:\n{told}");
    }
    assert!(!told.contains("bobspass") && !told.contains("alicepass"), "{told}");

    let keyed = ["--id", "mail-7", "multiple"];
    let challenges = "antipod challenge alice bob\nankor challenge alice bob\n";
    let arguments = [&["--as", "alice"][..], &keyed].concat();
    let first = with_body(&club, &arguments, challenges);
    assert!(first.1, "{}", first.0);
    assert_eq!(with_body(&club, &arguments, challenges), first);
    assert!(!club.does(&["antipod games"]).contains("103"));

    let many = "list\n".repeat(51);
    let (told, _) = with_body(&club, &["multiple"], &many);
    assert!(told.contains("51 commands, and the maximum is 50"), "{told}");
}

#[test]
fn past_games_are_listed_with_the_score_between_the_players() {
    let club = club();
    club.does(&["antipod move 101 bob bobspass f5"]);
    club.does(&["antipod resign 101 bob bobspass"]);
    let history = club.does(&["antipod history alice"]);
    assert!(history.contains("alice won (resignation)"), "{history}");
    let line = history.lines().find(|line| line.trim_start().starts_with("bob ")).unwrap();
    assert_eq!(line.split_whitespace().collect::<Vec<_>>(), ["bob", "1", "0", "0"]);
    assert!(club.does(&["all show alice"]).contains("No such boards."));
}
