//! Deadlines, in virtual time: reminders, forfeits, draws by silence, boards that never begin,
//! vacations that end. Each happens once, for any number of sweeps and processes.

use std::process::Child;

use crate::support::{Club, Tables};
use expect_test::{Expect, expect};

/// Nine o'clock on a day of May 2008.
fn may(day: u32) -> String {
    format!("2008-05-{day:02}T09:00:00Z")
}

/// A club in which Alice has challenged Bob on the first of May, and Bob has accepted.
fn club(options: &str) -> Club {
    let club = offered(options);
    club.does_at(&may(1), &["--as", "bob", "antipod move 101 bob - accept"]);
    club
}

/// A club in which Alice has challenged Bob on the first of May.
fn offered(options: &str) -> Club {
    let club = Club::new();
    for user in ["alice", "bob"] {
        club.does_at(&may(1), &[&format!("signup {user} password")]);
    }
    club.server_never_stops();
    let challenge = format!("antipod challenge -radius=4 {options} alice bob");
    club.does_at(&may(1), &["--as", "alice", &challenge]);
    club
}

/// Plays a turn, or sends another action instead.
fn plays(club: &Club, day: u32, user: &str, turn: &str) -> String {
    club.does_at(&may(day), &["--as", user, &format!("antipod move 101 {user} - {turn}")])
}

/// The heads of the messages of a tick: `alice: Nag: antipod board 101`.
fn heads(messages: &str) -> String {
    let mut heads = String::new();
    for line in messages.lines() {
        if let Some(to) = line.strip_prefix("To: ") {
            heads.push_str(to);
        } else if let Some(subject) = line.strip_prefix("Subject: ") {
            heads.push_str(&format!(": {subject}\n"));
        }
    }
    heads
}

/// Ticks on some days; an event must not happen again at the same time, and a second tick must not
/// change anything.
#[track_caller]
fn check(club: &Club, days: &[u32], expected: Expect) {
    let mut told = String::new();
    for &day in days {
        let heads = heads(&club.tick(&may(day)));
        told.push_str(&format!("{day} May\n"));
        told.extend(heads.lines().map(|line| format!("  {line}\n")));
        let before = Tables::open(&club.database()).dump();
        assert_eq!(club.tick(&may(day)), "", "a second tick on {day} May");
        assert_eq!(Tables::open(&club.database()).dump(), before, "a second tick on {day} May");
    }
    expected.assert_eq(&told);
}

#[test]
fn an_offer_is_gone_after_two_weeks() {
    check(
        &offered("--forfeittime=2"),
        &[1, 8, 14, 15, 16],
        expect![[r#"
        1 May
        8 May
        14 May
        15 May
          alice: antipod board 101: not begun
          bob: antipod board 101: not begun
        16 May
    "#]],
    );
}

#[test]
fn a_board_that_never_begins_vanishes() {
    let club = club("");
    check(
        &club,
        &[1, 7, 8, 15, 21, 22, 31],
        expect![[r#"
        1 May
        7 May
        8 May
          alice: Nag: antipod board 101
        15 May
          alice: Nag: antipod board 101
        21 May
        22 May
          alice: antipod board 101: not begun
          bob: antipod board 101: not begun
        31 May
    "#]],
    );
    let gone = club.refuses(&["antipod show 101"]);
    assert!(
        gone.contains("there is no antipod board 101") || gone.contains("There is no"),
        "{gone}"
    );
    assert!(!club.does(&["antipod games all"]).contains("101"));
    assert!(club.does(&["antipod standings"]).contains("No one has finished"));
}

#[test]
fn a_game_is_forfeited() {
    let club = club("");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    check(
        &club,
        &[3, 8, 9, 15, 16, 22, 23, 24],
        expect![[r#"
        3 May
        8 May
        9 May
          alice: Nag: antipod board 101
        15 May
        16 May
          alice: Nag: antipod board 101
        22 May
        23 May
          alice: antipod board 101: bob wins (time)
          bob: antipod board 101: bob wins (time)
        24 May
    "#]],
    );
    let shown = club.does(&["antipod show 101"]);
    assert!(shown.contains("Over: bob wins (time)."), "{shown}");
    assert!(shown.contains("Ratings: alice 1500? -> 1338?, bob 1500? -> 1662?."), "{shown}");
}

#[test]
fn a_late_sweep_does_only_the_last_thing() {
    let club = club("");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    // Two reminders are due, and one is sent.
    check(
        &club,
        &[20],
        expect![[r#"
        20 May
          alice: Nag: antipod board 101
    "#]],
    );
    plays(&club, 20, "alice", "b3");
    // Reminders and the deadline.
    check(
        &club,
        &[31],
        expect![[r#"
        31 May
          bob: Nag: antipod board 101
    "#]],
    );
    let club = self::club("");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    check(
        &club,
        &[30],
        expect![[r#"
        30 May
          alice: antipod board 101: bob wins (time)
          bob: antipod board 101: bob wins (time)
    "#]],
    );
}

#[test]
fn silence_accepts_a_draw() {
    let club = club("--forfeittime=5");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    plays(&club, 3, "bob", "propose");
    let told = club.tick(&may(7));
    assert!(told.contains("Subject: antipod board 101: draw (agreement)"), "{told}");
    assert!(
        told.contains(
            "The time of alice has run out, so the draw offered by bob counts as accepted."
        ),
        "{told}"
    );
}

#[test]
fn neither_a_rejected_draw_nor_ones_own_offer_saves_a_game() {
    for (user, answer) in [("bob", Some("reject")), ("alice", None)] {
        let club = club("--forfeittime=5");
        plays(&club, 1, "alice", "a2");
        plays(&club, 2, "bob", "d12");
        plays(&club, 3, user, "propose");
        if let Some(answer) = answer {
            plays(&club, 3, "alice", answer);
        }
        let told = club.tick(&may(7));
        assert!(told.contains("Subject: antipod board 101: bob wins (time)"), "{told}");
    }
}

#[test]
fn a_turn_that_comes_too_late_finds_the_game_forfeited() {
    let club = club("--forfeittime=5");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    let told = plays(&club, 8, "alice", "b3");
    assert!(told.contains("The time of alice has run out."), "{told}");
    assert!(told.contains("Over: bob wins (time)."), "{told}");
    assert_eq!(club.tick(&may(9)), "");
    let refused = club.refuses_at(&may(9), &["--as", "alice", "antipod move 101 alice - b3"]);
    assert!(refused.contains("is over: bob wins (time)"), "{refused}");
}

#[test]
fn subscribers_hear_of_a_forfeit_and_of_no_reminder() {
    let club = club("--forfeittime=10");
    club.does_at(&may(1), &["signup carol password"]);
    club.does_at(&may(1), &["--as", "carol", "antipod subscribe 101 carol -"]);
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    check(
        &club,
        &[9, 12],
        expect![[r#"
        9 May
          alice: Nag: antipod board 101
        12 May
          alice: antipod board 101: bob wins (time)
          bob: antipod board 101: bob wins (time)
          carol: antipod board 101: bob wins (time)
    "#]],
    );
}

#[test]
fn a_turn_taken_back_restores_its_time() {
    let club = club("--forfeittime=5");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    plays(&club, 3, "alice", "b3");
    plays(&club, 3, "alice", "undo");
    // Bob takes some time to agree; Alice loses nothing by it.
    let told = plays(&club, 7, "bob", "accept");
    assert!(told.contains("alice has until 2008-05-12 09:00 UTC."), "{told}");
    check(
        &club,
        &[8, 11, 12],
        expect![[r#"
        8 May
        11 May
        12 May
          alice: antipod board 101: bob wins (time)
          bob: antipod board 101: bob wins (time)
    "#]],
    );
}

#[test]
fn total_time_with_increment() {
    let club = club("--totaltime=4 --increment=24");
    plays(&club, 1, "alice", "a2");
    let told = plays(&club, 1, "bob", "d12");
    assert!(told.contains("alice has until 2008-05-05 09:00 UTC."), "{told}");
    assert!(told.contains("Time left: alice 4 days, bob 4 days."), "{told}");
    let told = plays(&club, 3, "alice", "b3");
    assert!(told.contains("Time left: alice 3 days, bob 4 days."), "{told}");
    check(
        &club,
        &[6, 7],
        expect![[r#"
        6 May
        7 May
          alice: antipod board 101: alice wins (time)
          bob: antipod board 101: alice wins (time)
    "#]],
    );
}

#[test]
fn a_vacation_stops_clock_and_reminders() {
    let club = club("");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    let told = club.does_at(&may(5), &["--as", "alice", "vacation alice - 10"]);
    expect![[r#"
        To: alice
        Subject: Carrick: vacation

        Your vacation lasts from 2008-05-05 09:00 UTC
        to 2008-05-15 09:00 UTC. Until then your clocks and reminders are stopped.
        `vacation alice <password> off` ends it earlier.
        Left of this year's vacation: 20 days.
    "#]]
    .assert_eq(&told);
    let shown = club.does_at(&may(6), &["antipod show 101"]);
    assert!(shown.contains("alice is on vacation until 2008-05-15 09:00 UTC.\n"), "{shown}");
    assert!(shown.contains("alice has until 2008-06-02 09:00 UTC.\n"), "{shown}");
    // The vacation ends on the 15th; three days of the turn had passed.
    check(
        &club,
        &[9, 14, 15, 18, 19, 26, 31],
        expect![[r#"
        9 May
        14 May
        15 May
          alice: Carrick: your vacation has ended
        18 May
        19 May
          alice: Nag: antipod board 101
        26 May
          alice: Nag: antipod board 101
        31 May
    "#]],
    );
    let told = club.tick("2008-06-02T09:00:00Z");
    assert!(told.contains("bob wins (time)"), "{told}");
}

#[test]
fn a_vacation_cut_short_brings_everything_forward() {
    let club = club("");
    plays(&club, 1, "alice", "a2");
    plays(&club, 2, "bob", "d12");
    club.does_at(&may(5), &["--as", "alice", "vacation alice - 20"]);
    check(
        &club,
        &[9],
        expect![[r#"
        9 May
    "#]],
    );
    club.does_at(&may(10), &["--as", "alice", "vacation alice - off"]);
    // Users who end a vacation themselves get no message about its end.
    check(
        &club,
        &[10, 13, 14, 21, 27, 28],
        expect![[r#"
        10 May
        13 May
        14 May
          alice: Nag: antipod board 101
        21 May
          alice: Nag: antipod board 101
        27 May
        28 May
          alice: antipod board 101: bob wins (time)
          bob: antipod board 101: bob wins (time)
    "#]],
    );
}

#[test]
fn many_together() {
    let club = club("");
    for _ in 0..4 {
        club.does_at(&may(1), &["--as", "alice", "antipod challenge -radius=4 alice bob"]);
    }
    for number in 101..=105 {
        for (user, turn) in [("alice", "a2"), ("bob", "d12")] {
            let command = format!("antipod move {number} {user} - {turn}");
            club.does_at(&may(1), &["--as", user, &command]);
        }
    }
    club.does_at(&may(2), &["--as", "bob", "vacation bob - 1"]);
    for (day, expected) in [(9, 6), (22, 10)] {
        let start = |_| club.tick_command(&may(day)).spawn().unwrap();
        let ticks: Vec<Child> = (0..6).map(start).collect();
        let mut told = String::new();
        for tick in ticks {
            let output = tick.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            told.push_str(&heads(&String::from_utf8(output.stdout).unwrap()));
        }
        assert_eq!(told.lines().count(), expected, "{told}");
    }
    let database = Tables::open(&club.database());
    assert_eq!(database.number("SELECT count(*) FROM boards WHERE reason = 'time'"), 5);
    assert_eq!(database.number("SELECT count(*) FROM rating_history"), 10);
}
