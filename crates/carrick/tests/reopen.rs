//! `carrick admin reopen`: a game that ended because time ran out continues.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::process::{Command, Output};

use crate::support::{Club, Tables};

fn may(day: u32) -> String {
    format!("2008-05-{day:02}T09:00:00Z")
}

/// A club with Alice and Bob, whose server never stops.
fn club() -> Club {
    let club = Club::new();
    for user in ["alice", "bob", "carol"] {
        club.does_at(&may(1), &[&format!("signup {user} password")]);
    }
    club.server_never_stops();
    club
}

fn does(club: &Club, day: u32, user: &str, command: &str) -> String {
    club.does_at(&may(day), &["--as", user, command])
}

/// A game of Alice and Bob, in which both have moved on this day.
fn begun(club: &Club, day: u32, number: u32, options: &str) {
    does(club, day, "alice", &format!("antipod challenge -radius=4 {options} alice bob"));
    does(club, day, "alice", &format!("antipod move {number} alice - a2"));
    does(club, day, "bob", &format!("antipod move {number} bob - d12"));
}

/// A text as one line, however it was wrapped.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn reopen(club: &Club, day: u32, board: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.args(["admin", "reopen"]).args(board.split(' ')).args(["--now", &may(day), "--db"]);
    command.arg(club.database()).output().unwrap()
}

#[track_caller]
fn reopened(club: &Club, day: u32, board: &str) -> String {
    let done = reopen(club, day, board);
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    String::from_utf8(done.stdout).unwrap()
}

/// Rows of ratings, games in play and their plans.
fn rows(club: &Club, tables: &[&str]) -> Vec<String> {
    let dump = Tables::open(&club.database()).dump();
    let wanted = |row: &String| tables.iter().any(|table| row.starts_with(&format!("{table}: ")));
    dump.into_iter().filter(wanted).collect()
}

#[test]
fn a_reopened_game_is_restored_and_continues() {
    let club = club();
    begun(&club, 1, 101, "--forfeittime=5");
    does(&club, 1, "bob", "antipod queue 101 bob - b3 c4");
    does(&club, 1, "carol", "antipod subscribe 101 carol -");
    // Another game is rated after the one that ends because time runs out.
    begun(&club, 1, 102, "");
    let before = rows(&club, &["ratings", "rating_history"]);
    assert!(club.tick(&may(6)).contains("bob wins (time)"));
    does(&club, 7, "bob", "antipod resign 102 bob -");
    let told = reopened(&club, 8, "antipod 101");
    for to in ["you", "alice", "bob", "carol"] {
        assert!(told.contains(&format!("To: {to}\n")), "{to}: {told}");
    }
    assert!(
        told.contains("The operator has reopened this game, which had run out of time (bob won)."),
        "{told}"
    );
    assert!(told.contains("alice has until 2008-05-13 09:00 UTC."), "{told}");
    let to_bob = told.split("To: bob\n").nth(1).unwrap().split("To: ").next().unwrap();
    assert!(to_bob.contains("b3 c4"), "the queue: {to_bob}");
    assert_eq!(told.matches("b3 c4").count(), 1, "is bob's alone: {told}");

    // Only the game that was resigned counts.
    let (said, right) = club.rebuild_ratings();
    assert!(right && said.contains("1 rated game"), "{said}");
    let history = Tables::open(&club.database())
        .number("SELECT count(*) FROM rating_history WHERE number = 101");
    assert_eq!((history, before.len()), (0, 0));
    // The queued turn answers, and the clock continues from there.
    let played = does(&club, 9, "alice", "antipod move 101 alice - b3");
    assert!(played.contains("alice has until 2008-05-14 09:00 UTC."), "{played}");
    assert_eq!(
        Tables::open(&club.database()).number("SELECT ply FROM boards WHERE number = 101"),
        4
    );
    assert!(club.tick(&may(14)).contains("bob wins (time)"));
    assert!(reopened(&club, 15, "antipod 101").contains("alice to move"));

    let log = Tables::open(&club.database())
        .text("SELECT sender || ' ' || command FROM requests WHERE command LIKE 'admin%'");
    assert_eq!(log, ["- admin reopen antipod 101"; 2]);
    let pending = Tables::open(&club.database())
        .text("SELECT userid FROM outbox WHERE body LIKE 'The operator has%' AND state = 'pending' ORDER BY number");
    // Carol, who only watches, gets no email.
    assert_eq!(pending, ["alice", "bob", "alice", "bob"]);
}

#[test]
fn a_draw_by_silence_and_a_vanished_board_can_be_reopened() {
    let club = club();
    begun(&club, 1, 101, "--forfeittime=5");
    does(&club, 1, "bob", "antipod move 101 bob - propose");
    does(&club, 1, "alice", "antipod challenge -radius=4 --forfeittime=5 alice bob");
    does(&club, 1, "bob", "antipod move 102 bob - accept");
    let told = club.tick(&may(7));
    assert!(told.contains("draw (agreement)") && told.contains("not begun"), "{told}");
    let told = reopened(&club, 7, "antipod 101");
    assert!(
        told.contains("run out of time (a draw)") && told.contains("bob offers a draw"),
        "{told}"
    );
    assert!(
        does(&club, 8, "alice", "antipod move 101 alice - accept").contains("draw (agreement)")
    );
    let told = reopened(&club, 8, "antipod 102");
    assert!(flat(&told).contains("run out of time (vanished, before it had begun)"), "{told}");
    assert!(
        told.contains("Without a turn by 2008-05-13 09:00 UTC the game is cancelled."),
        "{told}"
    );
    does(&club, 9, "alice", "antipod move 102 alice - a2");
}

#[test]
fn a_game_that_did_not_end_by_timeout_is_not_reopened() {
    let club = club();
    begun(&club, 1, 101, "");
    begun(&club, 1, 102, "");
    does(&club, 2, "bob", "antipod resign 102 bob -");
    begun(&club, 1, 103, "--forfeittime=5");
    assert!(club.tick(&may(7)).contains("bob wins (time)"));
    does(&club, 8, "bob", "delete bob -");
    let before = Tables::open(&club.database()).dump();
    for (board, why) in [
        ("antipod 104", "there is no antipod board 104"),
        ("antipod 102", "did not run out of time (alice won: resignation)"),
        ("antipod 103", "bob has left, so"),
    ] {
        let refused = reopen(&club, 9, board);
        let said = String::from_utf8_lossy(&refused.stdout);
        assert!(flat(&said).to_lowercase().contains(why), "{board}: {said}");
        assert_eq!(refused.status.code(), Some(1), "{board}");
    }
    let unknown = reopen(&club, 9, "chess 101");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&unknown.stderr).contains("ankor, boche, antipod"),
        "{unknown:?}"
    );
    assert_eq!(Tables::open(&club.database()).dump(), before);
}

#[test]
fn a_game_in_play_is_not_reopened() {
    let club = club();
    begun(&club, 1, 101, "");
    let refused = reopen(&club, 2, "antipod 101");
    let said = String::from_utf8_lossy(&refused.stdout);
    assert!(said.contains("is in play, so there is nothing to reopen"), "{said}");
}
