//! `carrick admin`: an operator's actions on accounts and boards.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::process::Command;

use crate::support::{Club, Tables, does, four_players, says, told};
use expect_test::{Expect, expect};

/// Output of `carrick admin`, and whether the action was accepted; errors are on standard error.
#[track_caller]
fn check(club: &Club, arguments: &[&str], done: bool, expected: Expect) {
    let output = club.admin_command(arguments).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    expected.assert_eq(&String::from_utf8(said).unwrap());
    assert_eq!(output.status.success(), done, "{arguments:?}");
}

/// The lines of operators in the log of requests.
fn log(club: &Club) -> Vec<String> {
    let sql = "SELECT command FROM requests WHERE command LIKE 'admin %' ORDER BY number";
    Tables::open(&club.database()).text(sql)
}

#[test]
fn accounts_are_listed() {
    let club = four_players();
    does(&club, "alice", "antipod challenge alice bob");
    club.admin(&["operator", "carol", "on"]);
    club.admin(&["suspend", "dave"]);
    check(
        &club,
        &["users"],
        true,
        expect![[r#"
            userid                joined      last seen   in play  notes
            alice                 2008-05-01  -                 1
            bob                   2008-05-01  -                 1
            carol                 2008-05-01  -                 0  operator
            dave                  2008-05-01  -                 0  suspended since 2008-05-01
        "#]],
    );
    check(
        &club,
        &["users", "--after", "alice", "--limit", "1"],
        true,
        expect![[r#"
            userid                joined      last seen   in play  notes
            bob                   2008-05-01  -                 1
            `carrick admin users --after bob` lists more.
        "#]],
    );
}

#[test]
fn a_suspended_user_does_nothing_and_is_restored() {
    let club = four_players();
    does(&club, "alice", "antipod challenge alice bob");
    does(&club, "bob", "antipod seek bob -");
    does(&club, "alice", "antipod move 101 alice - c3");
    check(
        &club,
        &["suspend", "bob"],
        true,
        expect![[r#"
            bob is suspended: signed out everywhere, no play, no mail, no chat. The clocks of bob's
            games stand still for both players. `carrick admin restore bob` ends it.
        "#]],
    );
    for command in [
        "antipod move 101 bob - c4",
        "antipod resign 101 bob -",
        "antipod move 101 bob bob-pass c4",
        "antipod seek bob -",
        "antipod challenge bob alice",
        "antipod computer bob -",
        "news bob - on",
    ] {
        let said = club.refuses(&["--as", "bob", command]);
        assert!(said.contains("has suspended your account"), "{command}: {said}");
    }
    for (command, body) in [("message bob - alice", "hello"), ("antipod chat 101 bob -", "hello")] {
        let (accepted, said) = says(&club, &["--as", "bob", command], body);
        assert!(!accepted && said.contains("has suspended your account"), "{command}: {said}");
    }
    let said = club.refuses(&["--as", "alice", "antipod challenge alice bob"]);
    assert!(said.contains("You cannot play bob now"), "{said}");
    let said = does(&club, "alice", "list antipod");
    assert!(!said.contains("seek"), "{said}");
    // They can still read.
    does(&club, "bob", "antipod show 101");
    club.server_never_stops();
    // A year later nothing was forfeited, and no reminder was sent.
    assert_eq!(club.tick("2009-06-01T12:00:00Z"), "");
    club.admin(&["restore", "bob", "--now", "2009-06-01T12:00:00Z"]);
    let mut later = Command::new(env!("CARGO_BIN_EXE_carrick"));
    later.args(["do", "--as", "bob", "--now", "2009-06-02T12:00:00Z", "--db"]).arg(club.database());
    let output = later.arg("antipod move 101 bob - c4").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    check(
        &club,
        &["restore", "bob"],
        true,
        expect![[r#"
            bob is not suspended; nothing has changed.
        "#]],
    );
    assert_eq!(log(&club), ["admin suspend bob", "admin restore bob"]);
}

#[test]
fn a_suspension_also_stops_the_opponents_clock() {
    let club = four_players();
    does(&club, "alice", "antipod challenge alice bob");
    does(&club, "alice", "antipod move 101 alice - c3");
    does(&club, "bob", "antipod move 101 bob - c4");
    club.admin(&["suspend", "bob"]);
    club.server_never_stops();
    // It is Alice's turn, and she waits until it is clear what happens to the game.
    assert_eq!(club.tick("2009-06-01T12:00:00Z"), "");
    club.admin(&["restore", "bob", "--now", "2009-06-01T12:00:00Z"]);
    let said = club.tick("2009-06-23T12:00:00Z");
    assert!(said.contains("bob wins (time)"), "{said}");
}

#[test]
fn a_remark_is_deleted_and_the_others_keep_their_places() {
    let club = four_players();
    does(&club, "alice", "antipod challenge alice bob");
    does(&club, "alice", "antipod move 101 alice - c3");
    for text in ["Good luck!", "Some rude words.\nAnd more.", "Well."] {
        assert!(says(&club, &["--as", "bob", "antipod chat 101 bob -"], text).0);
    }
    club.admin(&["delete-remark", "antipod", "101", "2"]);
    check(
        &club,
        &["remarks", "antipod", "101"],
        true,
        expect![[r#"
            1. bob after turn 1, 2008-05-01 09:06 UTC:
               Good luck!
            2. bob after turn 1, 2008-05-01 09:07 UTC:
               (deleted by an operator)
            3. bob after turn 1, 2008-05-01 09:08 UTC:
               Well.
        "#]],
    );
    assert!(says(&club, &["--as", "bob", "antipod chat 101 bob -"], "One more.").0);
    check(
        &club,
        &["delete-remark", "antipod", "101", "9"],
        false,
        expect![[r#"
            carrick: there is no remark 9 on Antipod board 101; `carrick admin remarks antipod 101` lists them
        "#]],
    );
    check(
        &club,
        &["delete-remark", "antipod", "177", "1"],
        false,
        expect![[r#"
            There is no Antipod board 177; `carrick do "antipod games"` lists the boards
            of Antipod.
        "#]],
    );
}

#[test]
fn a_user_gets_another_name_everywhere() {
    let club = four_players();
    does(&club, "alice", "antipod challenge alice bob");
    does(&club, "alice", "antipod move 101 alice - c3");
    does(&club, "bob", "block bob - dave");
    club.confirm_addresses();
    assert!(says(&club, &["--as", "bob", "message bob - alice"], "Hello").0);
    let said = club.admin(&["rename", "bob", "robert"]);
    assert!(said.starts_with("bob is now called robert"), "{said}");
    // The password stays valid, and the game continues.
    club.does(&["antipod move 101 robert bob-pass c4"]);
    let shown = club.does(&["antipod show 101"]);
    assert!(shown.contains("alice (White) - robert (Black)"), "{shown}");
    // The old name can never be used again.
    assert!(club.refuses(&["signup bob another-pass"]).contains("taken"));
    let said = club.refuses(&["--as", "bob", "antipod move 101 bob - c5"]);
    assert!(!said.contains("c5"), "{said}");
    for (arguments, why) in [
        (["rename", "robert", "alice"], "The name alice is taken"),
        (["rename", "alice", "bob"], "someone else had the name bob before"),
        (["rename", "robert", "next"], "That name is a command or a game here"),
        (["rename", "nobody_here", "somebody"], "There is no user nobody_here"),
        (["rename", "level3", "robot"], "level3"),
        (["rename", "bob", "other"], "There is no user bob"),
    ] {
        let output = club.admin_command(&arguments).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!output.status.success() && said.contains(why), "{arguments:?}: {said}");
    }
    let (said, all_right) = club.rebuild_ratings();
    assert!(all_right, "{said}");
    assert_eq!(log(&club), ["admin rename bob robert"]);
}

#[test]
fn wrong_words_on_the_command_line_are_refused() {
    let club = four_players();
    for (arguments, why) in [
        (&["operator", "alice", "maybe"][..], "possible values: on, off"),
        (&["suspend", "x"], "x is not a userid"),
        (&["remarks", "chess", "101"], "chess"),
        (&["delete-remark", "ankor", "101", "0"], "0"),
        (&["suspend", "nobody_here"], "There is no user nobody_here"),
    ] {
        let output = club.admin_command(arguments).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(!output.status.success() && said.contains(why), "{arguments:?}: {said}");
    }
    // A mistyped name creates no database.
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    let missing = club.database().with_file_name("missing.db");
    let output = command.args(["admin", "users", "--db"]).arg(&missing).output().unwrap();
    assert!(!output.status.success() && !missing.exists());
    assert_eq!(told(&club.does(&["list"])), ["you"]);
}

#[test]
fn nothing_is_played_for_a_suspended_user() {
    let club = four_players();
    does(&club, "alice", "antipod challenge alice bob");
    does(&club, "alice", "antipod move 101 alice - c3");
    does(&club, "bob", "antipod move 101 bob - c4");
    does(&club, "bob", "antipod queue 101 bob - e4 e5");
    club.admin(&["suspend", "bob"]);
    does(&club, "alice", "antipod move 101 alice - e4");
    let turns = "SELECT turn FROM turns ORDER BY ply";
    assert_eq!(Tables::open(&club.database()).text(turns), ["c3", "c4", "e4"]);
    club.admin(&["restore", "bob"]);
    let shown = does(&club, "bob", "antipod showas bob - 101");
    assert!(shown.contains("You have queued: e4 e5."), "{shown}");
    does(&club, "bob", "antipod move 101 bob - e5");
    let told = does(&club, "alice", "antipod move 101 alice - d4");
    assert_eq!(Tables::open(&club.database()).text(turns), ["c3", "c4", "e4", "e5", "d4"]);
    assert!(told.contains("been dropped"), "{told}");
}
