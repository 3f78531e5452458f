//! Time without a running server is charged to no player.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use carrick_server::sweep;
use carrick_service::Message;
use carrick_store::{Location, Settings, Store};
use tokio::runtime::{self, Runtime};

use crate::support::{Club, Tables};

/// A moment of 2008.
fn on(month: u32, day: u32) -> String {
    format!("2008-{month:02}-{day:02}T09:00:00Z")
}

/// Alice and Bob have begun a game on the first of May; it is Alice's turn, and the clock runs.
fn club(options: &str) -> Club {
    club_of(&on(5, 1), options)
}

fn club_of(now: &str, options: &str) -> Club {
    let club = Club::new();
    for user in ["alice", "bob"] {
        club.does_at(now, &[&format!("signup {user} password")]);
    }
    let challenge = format!("antipod challenge -radius=4 {options} alice bob");
    club.does_at(now, &["--as", "alice", &challenge]);
    plays(&club, now, "alice", "a2");
    plays(&club, now, "bob", "d12");
    club
}

fn plays(club: &Club, now: &str, user: &str, turn: &str) -> String {
    club.does_at(now, &["--as", user, &format!("antipod move 101 {user} - {turn}")])
}

/// Deadline on the board's page.
fn deadline(club: &Club, now: &str) -> String {
    let shown = club.does_at(now, &["antipod show 101"]);
    let line = shown.lines().find(|line| line.contains(" has until "));
    line.unwrap_or_else(|| panic!("{shown}")).trim().to_owned()
}

/// The sweeps of a server, in this process: a program for each of them would take ten times as long.
struct Sweeps {
    runtime: Runtime,
    store: Store,
}

impl Sweeps {
    fn of(club: &Club) -> Self {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let location = Location::read(club.database()).unwrap();
        let store = runtime.block_on(Store::open(&location, &Settings::default())).unwrap();
        Self { runtime, store }
    }

    /// Addressees and subjects of the messages that result.
    fn at(&self, now: &str) -> String {
        let swept = self.runtime.block_on(sweep(&self.store, now.parse().unwrap())).unwrap();
        assert!(swept.failed.is_none(), "{:?}", swept.failed);
        let line = |message: &Message| {
            let to = message.to.user().unwrap();
            format!("To: {to}\nSubject: {}\n", message.subject)
        };
        swept.messages.iter().map(line).collect()
    }
}

/// A server that runs from one day of May to another, and sweeps every hour.
fn runs(club: &Club, from: u32, to: u32) -> String {
    let sweeps = Sweeps::of(club);
    let hours = (24 * from + 9)..=(24 * to + 9);
    hours
        .map(|hour| sweeps.at(&format!("2008-05-{:02}T{:02}:00:00Z", hour / 24, hour % 24)))
        .collect()
}

#[test]
fn seven_months_without_a_server_cost_no_one_anything() {
    let club = club("--totaltime=30");
    runs(&club, 1, 2);
    assert_eq!(deadline(&club, &on(5, 2)), "alice has until 2008-05-22 09:00 UTC.");
    // The whole gap of 213 days is left out, for turn and total time alike.
    assert_eq!(club.tick(&on(12, 1)), "");
    assert_eq!(deadline(&club, &on(12, 1)), "alice has until 2008-12-21 09:00 UTC.");
    let shown = club.does_at(&on(12, 1), &["antipod show 101"]);
    assert!(shown.contains("Time left: alice 29 days, bob 30 days."), "{shown}");
    assert!(
        plays(&club, &on(12, 1), "alice", "b3").contains("bob has until 2008-12-22 09:00 UTC.")
    );
    let tables = Tables::open(&club.database());
    assert_eq!(tables.number("SELECT count(*) FROM outages"), 1);
}

#[test]
fn a_turn_before_the_first_sweep_is_in_time() {
    let club = club("");
    club.tick(&on(5, 1));
    let told = plays(&club, &on(7, 1), "alice", "b3");
    assert!(told.contains("bob has until 2008-07-22 09:00 UTC."), "{told}");
    assert_eq!(club.tick(&on(7, 1)), "");
    assert_eq!(deadline(&club, &on(7, 1)), "bob has until 2008-07-22 09:00 UTC.");
}

#[test]
fn while_a_server_runs_time_runs() {
    let club = club("--forfeittime=2 --nagtime=1");
    let told = runs(&club, 1, 3);
    assert!(told.contains("To: alice\nSubject: Nag: antipod board 101"), "{told}");
    assert!(told.contains("Subject: antipod board 101: bob wins (time)"), "{told}");
    let tables = Tables::open(&club.database());
    assert_eq!(tables.number("SELECT count(*) FROM outages"), 0);
}

/// Ticks an hour and a minute apart: none of that time counts.
#[test]
fn ticking_less_often_than_hourly_stops_all_clocks() {
    let club = club("--forfeittime=1");
    let sweeps = Sweeps::of(&club);
    let told: String = (0..30)
        .map(|tick| {
            let minute = 9 * 60 + 61 * tick;
            let (day, hour) = (1 + minute / 1440, minute / 60 % 24);
            sweeps.at(&format!("2008-05-{day:02}T{hour:02}:{:02}:00Z", minute % 60))
        })
        .collect();
    assert_eq!(told, "");
}

#[test]
fn a_day_without_a_server_does_not_count_for_seeks() {
    let club = club("");
    club.tick(&on(5, 1));
    club.does_at(&on(5, 1), &["--as", "bob", "antipod seek bob -"]);
    assert_eq!(club.tick(&on(5, 20)), "");
    assert_eq!(runs(&club, 20, 20), "");
    let taken = runs(&club, 20, 21);
    assert!(taken.contains("To: bob\nSubject: New antipod board 102"), "{taken}");
}

/// The machine's clock shows a day of the next year for a while; then it is correct again.
#[test]
fn a_clock_that_was_wrong_leaves_nothing_behind() {
    let club = club("");
    runs(&club, 1, 2);
    assert_eq!(club.tick("2009-12-01T09:00:00Z"), "");
    assert_eq!(deadline(&club, "2009-12-01T09:00:00Z"), "alice has until 2009-12-21 09:00 UTC.");
    assert_eq!(club.tick("2008-05-02T10:00:00Z"), "");
    // The rest of the outage is the hour during which the clock was wrong.
    assert_eq!(deadline(&club, "2008-05-02T10:00:00Z"), "alice has until 2008-05-22 10:00 UTC.");
    club.server_never_stops();
    let told = club.tick(&on(5, 8)) + &club.tick(&on(5, 9));
    assert_eq!(told.matches("Subject: Nag").count(), 1, "{told}");
    assert!(club.tick("2008-05-22T10:00:00Z").contains("bob wins (time)"));
}

/// The clock falls back while a server runs, or while none does; players continue, and then it is
/// corrected. They have the time that they would have had.
#[test]
fn a_clock_that_is_behind_costs_no_one_the_game() {
    for wrong in ["2008-05-01T08:30:00Z", "2008-04-01T09:00:00Z", "1970-01-01T00:00:00Z"] {
        for is_swept in [true, false] {
            let club = club("");
            club.tick(&on(5, 1));
            if is_swept {
                assert_eq!(club.tick(wrong), "");
            }
            let said = plays(&club, wrong, "alice", "b3");
            assert!(said.contains("bob has until 2008-05-22 09:00 UTC."), "{wrong}: {said}");
            let said = club.does_at(wrong, &["vacation bob password 3"]);
            assert!(said.contains("2008-05-04 09:00 UTC"), "{wrong}: {said}");
            let right = "2008-05-01T09:20:00Z";
            assert_eq!(club.tick(right), "", "{wrong}");
            assert_eq!(deadline(&club, right), "bob has until 2008-05-25 09:00 UTC.", "{wrong}");
        }
    }
}

/// A clock that was set back for a while changes nothing: neither then nor later.
#[test]
fn a_clock_that_was_set_back_changes_nothing() {
    let club = club("");
    runs(&club, 1, 4);
    for wrong in ["1970-01-01T00:00:00Z", "2008-05-02T00:00:00Z", &on(5, 4)] {
        assert_eq!(club.tick(wrong), "", "{wrong}");
        assert_eq!(deadline(&club, &on(5, 4)), "alice has until 2008-05-22 09:00 UTC.", "{wrong}");
    }
}

/// No turn is older than the one before it, and the clock is not ahead of what is known.
fn is_in_order(club: &Club) {
    let tables = Tables::open(&club.database());
    let sql = "SELECT count(*) FROM turns a JOIN turns b ON b.kind = a.kind \
               AND b.number = a.number AND b.ply = a.ply + 1 WHERE b.at < a.at";
    assert_eq!(tables.number(sql), 0);
}

/// The clock is ten years ahead for a minute or for a day, and players continue; then it is
/// corrected.
#[test]
fn a_clock_that_is_ahead_stops_no_game() {
    for (is_swept, days) in [(false, 0), (true, 0), (true, 1)] {
        let club = club("--totaltime=30");
        runs(&club, 1, 2);
        let sweeps = Sweeps::of(&club);
        for hour in 0..=24 * days {
            let wrong = format!("2018-05-{:02}T{:02}:30:00Z", 2 + hour / 24, hour % 24);
            if is_swept {
                assert_eq!(sweeps.at(&wrong), "");
            }
            if hour == 24 * days {
                plays(&club, &wrong, "alice", "b3");
                club.does_at(&wrong, &["vacation bob password 3"]);
            }
        }
        // A turn before the first sweep is not older either.
        let right = on(5, 3);
        plays(&club, &right, "bob", "b4");
        is_in_order(&club);
        assert_eq!(club.tick(&right), "");
        let told = deadline(&club, &right);
        assert_eq!(told, "alice has until 2008-05-24 09:00 UTC.", "{is_swept} {days}");
        is_in_order(&club);
        let told = plays(&club, &on(5, 3), "alice", "c4");
        assert!(told.contains("bob has until 2008-05-27 09:00 UTC."), "{told}");
        club.server_never_stops();
        assert_eq!(club.tick(&on(5, 23)).matches("wins (time)").count(), 0);
    }
}

/// The clock was ten years ahead from the beginning, so nothing contradicts it.
#[test]
fn a_corrected_clock_that_was_ahead_is_trusted_after_a_day() {
    let wrong = "2018-05-01T09:00:00Z";
    let club = club_of(wrong, "");
    club.tick(wrong);
    plays(&club, wrong, "alice", "b3");
    let right = |hour: u32| format!("2008-05-{:02}T{:02}:00:00Z", 2 + hour / 24, hour % 24);
    assert_eq!(club.tick(&right(0)), "");
    for hour in 1..24 {
        // Time continues at its pace.
        assert_eq!(club.tick(&right(hour)), "");
        assert_eq!(deadline(&club, &right(hour)), "bob has until 2018-05-22 09:00 UTC.");
    }
    let told = plays(&club, &right(23), "bob", "b4");
    assert!(told.contains("alice has until 2018-05-23 08:00 UTC."), "{told}");
    assert_eq!(club.tick(&right(24)), "");
    assert_eq!(deadline(&club, &right(24)), "alice has until 2008-05-24 00:00 UTC.");
    is_in_order(&club);
    club.server_never_stops();
    assert!(club.tick("2008-05-24T00:00:00Z").contains("bob wins (time)"));
}

/// A clock that falls back for longer than a day and is corrected costs no game either.
#[test]
fn a_clock_that_is_behind_for_days_costs_no_one_the_game() {
    let club = club("");
    club.tick(&on(5, 1));
    let sweeps = Sweeps::of(&club);
    for hour in 0..72 {
        sweeps.at(&format!("1970-01-{:02}T{:02}:00:00Z", 1 + hour / 24, hour % 24));
    }
    plays(&club, "1970-01-04T00:00:00Z", "alice", "b3");
    is_in_order(&club);
    let right = on(5, 4);
    assert_eq!(club.tick(&right), "");
    assert_eq!(deadline(&club, &right), "bob has until 2008-05-25 09:00 UTC.");
    is_in_order(&club);
}

/// A machine boots with a clock that is behind, runs for days, and its clock is corrected: whether
/// it is trusted by then or not, no game is lost, and no turn is older than the previous one.
#[test]
fn a_clock_that_is_behind_and_corrected_costs_no_game() {
    let hour = |hour: i64| {
        let at = jiff::Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_hours(hour);
        at.to_string()
    };
    let begin: jiff::Timestamp = on(5, 1).parse().unwrap();
    let begin = begin.as_second() / 3600;
    for (behind, hours) in [(2, 30), (24, 23), (24, 30), (49, 60), (begin, 30), (begin, 24 * 4)] {
        let club = club("--totaltime=30");
        let sweeps = Sweeps::of(&club);
        sweeps.at(&on(5, 1));
        let mut told = String::new();
        for passed in 1..=hours {
            let wrong = hour(begin - behind + passed);
            told += &sweeps.at(&wrong);
            let turns = [(10, "alice", "b3"), (20, "bob", "b4"), (28, "alice", "c4")];
            for (_, user, turn) in turns.into_iter().filter(|(at, ..)| *at == passed) {
                plays(&club, &wrong, user, turn);
                is_in_order(&club);
            }
        }
        let right = begin + hours;
        told += &sweeps.at(&hour(right));
        is_in_order(&club);
        for passed in 1..=24 {
            told += &sweeps.at(&hour(right + passed));
        }
        assert_eq!(told, "", "{behind} {hours}");
        let shown = club.does_at(&hour(right + 24), &["antipod show 101"]);
        assert!(!shown.contains("wins"), "{behind} {hours}: {shown}");
        is_in_order(&club);
    }
}

/// A vacation is reported as ended when it has, not when a clock that is ahead shows it.
#[test]
fn a_clock_that_is_ahead_ends_no_vacation() {
    let club = club("");
    runs(&club, 1, 1);
    club.does_at(&on(5, 1), &["vacation alice password 2"]);
    assert_eq!(club.tick("2009-05-01T09:00:00Z"), "");
    assert_eq!(club.tick("2009-05-01T09:30:00Z"), "");
    let told = runs(&club, 1, 2);
    assert_eq!(told, "");
    let told = runs(&club, 2, 4);
    assert_eq!(told.matches("Subject: Carrick: your vacation has ended").count(), 1, "{told}");
}
