//! Clocks: a table of cases that a player can read, and invariants that hold for all of them.
#![allow(clippy::unwrap_used)] // in the helpers, too

use std::fmt::Write as _;

use carrick_games::{GameKind, Seat};
use carrick_service::{
    Absence, AbsenceKind, BoardId, BoardRecord, Clock, Outage, Terms, TurnRecord,
};
use expect_test::{Expect, expect};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

/// Noon of a day; the board is opened on day 0.
fn day(day: i64) -> Timestamp {
    hour(24 * day)
}

fn hour(hour: i64) -> Timestamp {
    Timestamp::from_second(1_209_643_200 + 3600 * hour).unwrap()
}

fn away(since: Timestamp, until: Timestamp) -> Absence {
    Absence { since, until, kind: AbsenceKind::Vacation, over: false }
}

/// A board, told by a story.
struct Story {
    record: BoardRecord,
    absences: [Vec<Absence>; 2],
    to_move: Seat,
}

impl Story {
    fn clock(&self) -> Clock<'_> {
        Clock::new(&self.record, self.to_move, [&self.absences[0], &self.absences[1]])
    }
}

/// Reads `total 10`, `increment 24`, `forfeit 21`, `nag 7`, `3 ann` (a turn of ann on day 3), and
/// `bob away 4-9`, `9 undo 3` (on day 9 the turns from number 3 on were taken back), and `down 4-9`
/// (no server ran).
fn story(text: &str) -> Story {
    let id = BoardId { kind: GameKind::Ankor, number: 101 };
    let players = ["ann", "bob"].map(|name| name.parse().unwrap());
    let mut record = BoardRecord::new(id, players, "", Terms::default(), day(0));
    let mut absences = [vec![], vec![]];
    let seat = |name: &str| if name == "ann" { Seat::First } else { Seat::Second };
    for line in text.split(", ").filter(|line| !line.is_empty()) {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["total", days] => record.terms.total_days = Some(days.parse().unwrap()),
            ["increment", hours] => record.terms.increment_hours = Some(hours.parse().unwrap()),
            ["forfeit", days] => record.terms.forfeit_days = days.parse().unwrap(),
            ["nag", days] => record.terms.nag_days = days.parse().unwrap(),
            ["down", days] => {
                let (since, until) = days.split_once('-').unwrap();
                let [since, until] = [since, until].map(|text| day(text.parse().unwrap()));
                record.outages.past.push(Outage { since, until });
            }
            [name, "away", days] => {
                let (since, until) = days.split_once('-').unwrap();
                let [since, until] = [since, until].map(|text| day(text.parse().unwrap()));
                absences[seat(name).index()].push(away(since, until));
            }
            [at, "undo", ply] => {
                let ply: usize = ply.parse().unwrap();
                record.turns.truncate(ply - 1);
                record.restarts.insert(ply as u32, day(at.parse().unwrap()));
            }
            [at, name] => record.turns.push(TurnRecord {
                text: "d3".into(),
                seat: seat(name),
                at: day(at.parse().unwrap()),
            }),
            _ => panic!("{line}"),
        }
    }
    let to_move = record.turns.last().map_or(Seat::First, |turn| !turn.seat);
    Story { record, absences, to_move }
}

/// Days since the board was opened, with hours as a fraction where there are any.
fn days(duration: SignedDuration) -> String {
    let hours = duration.as_hours();
    if hours % 24 == 0 {
        format!("{}", hours / 24)
    } else {
        format!("{}+{}h", hours / 24, hours % 24)
    }
}

/// The clocks on some days.
#[track_caller]
fn check(text: &str, on_days: &[i64], expected: Expect) {
    let story = story(text);
    let clock = story.clock();
    let mut told = String::new();
    let state = if clock.runs() { "clocks run" } else { "not begun" };
    let since_start = |at: Timestamp| days(at.duration_since(day(0)));
    let _ = writeln!(
        told,
        "{state}; deadline on day {}, next due on day {}",
        since_start(clock.deadline()),
        since_start(clock.next_due(0))
    );
    for &on in on_days {
        let now = day(on);
        let of = Seat::BOTH.map(|seat| {
            let left =
                clock.left(seat, now).map_or(String::new(), |left| format!(" left {}", days(left)));
            format!("used {}{left}", days(clock.used(seat, now)))
        });
        let overdue = if clock.is_overdue(now) { ", overdue" } else { "" };
        let nags = clock.nags_by(now);
        let _ = writeln!(told, "day {on}: ann {}; bob {}; nags {nags}{overdue}", of[0], of[1]);
    }
    expected.assert_eq(&told);
}

#[test]
fn before_both_have_moved() {
    check(
        "",
        &[0, 7, 20, 21],
        expect![[r#"
        not begun; deadline on day 21, next due on day 7
        day 0: ann used 0; bob used 0; nags 0
        day 7: ann used 0; bob used 0; nags 1
        day 20: ann used 0; bob used 0; nags 2
        day 21: ann used 0; bob used 0; nags 3, overdue
    "#]],
    );
    check(
        "2 ann",
        &[2, 9, 23],
        expect![[r#"
        not begun; deadline on day 23, next due on day 9
        day 2: ann used 0; bob used 0; nags 0
        day 9: ann used 0; bob used 0; nags 1
        day 23: ann used 0; bob used 0; nags 3, overdue
    "#]],
    );
    check(
        "total 10, 2 ann",
        &[9, 23],
        expect![[r#"
        not begun; deadline on day 23, next due on day 9
        day 9: ann used 0 left 10; bob used 0 left 10; nags 1
        day 23: ann used 0 left 10; bob used 0 left 10; nags 3, overdue
    "#]],
    );
}

#[test]
fn a_turn() {
    check(
        "1 ann, 3 bob",
        &[3, 10, 17, 23, 24],
        expect![[r#"
        clocks run; deadline on day 24, next due on day 10
        day 3: ann used 0; bob used 0; nags 0
        day 10: ann used 7; bob used 0; nags 1
        day 17: ann used 14; bob used 0; nags 2
        day 23: ann used 20; bob used 0; nags 2
        day 24: ann used 21; bob used 0; nags 3, overdue
    "#]],
    );
    check(
        "1 ann, 3 bob, 5 ann",
        &[12, 26],
        expect![[r#"
        clocks run; deadline on day 26, next due on day 12
        day 12: ann used 2; bob used 7; nags 1
        day 26: ann used 2; bob used 21; nags 3, overdue
    "#]],
    );
    check(
        "forfeit 2, nag 7, 1 ann, 3 bob",
        &[4, 5],
        expect![[r#"
        clocks run; deadline on day 5, next due on day 5
        day 4: ann used 1; bob used 0; nags 0
        day 5: ann used 2; bob used 0; nags 0, overdue
    "#]],
    );
    check(
        "forfeit 30, nag 1, 1 ann, 3 bob",
        &[4, 9],
        expect![[r#"
        clocks run; deadline on day 33, next due on day 4
        day 4: ann used 1; bob used 0; nags 1
        day 9: ann used 6; bob used 0; nags 6
    "#]],
    );
}

#[test]
fn a_total_time() {
    check(
        "total 10, 1 ann, 3 bob",
        &[3, 12, 13],
        expect![[r#"
        clocks run; deadline on day 13, next due on day 10
        day 3: ann used 0 left 10; bob used 0 left 10; nags 0
        day 12: ann used 9 left 1; bob used 0 left 10; nags 1
        day 13: ann used 10 left 0; bob used 0 left 10; nags 1, overdue
    "#]],
    );
    // Ann has used four days, bob three; the first turns do not count.
    check(
        "total 10, 1 ann, 3 bob, 7 ann, 10 bob",
        &[10, 15, 16],
        expect![[r#"
        clocks run; deadline on day 16, next due on day 16
        day 10: ann used 4 left 6; bob used 3 left 7; nags 0
        day 15: ann used 9 left 1; bob used 3 left 7; nags 0
        day 16: ann used 10 left 0; bob used 3 left 7; nags 0, overdue
    "#]],
    );
    // Each turn of a running clock adds a day; the two that started the clocks add none.
    check(
        "total 10, increment 24, 1 ann, 3 bob, 7 ann, 10 bob",
        &[10, 16, 17],
        expect![[r#"
        clocks run; deadline on day 17, next due on day 17
        day 10: ann used 4 left 7; bob used 3 left 8; nags 0
        day 16: ann used 10 left 1; bob used 3 left 8; nags 0
        day 17: ann used 11 left 0; bob used 3 left 8; nags 1, overdue
    "#]],
    );
    // The turn's own limit comes first.
    check(
        "total 60, 1 ann, 3 bob",
        &[23, 24],
        expect![[r#"
        clocks run; deadline on day 24, next due on day 10
        day 23: ann used 20 left 40; bob used 0 left 60; nags 2
        day 24: ann used 21 left 39; bob used 0 left 60; nags 3, overdue
    "#]],
    );
}

#[test]
fn while_a_player_is_away() {
    // Only the absence of the player to move stops a clock.
    check(
        "1 ann, 3 bob, bob away 4-9",
        &[10, 24],
        expect![[r#"
        clocks run; deadline on day 24, next due on day 10
        day 10: ann used 7; bob used 0; nags 1
        day 24: ann used 21; bob used 0; nags 3, overdue
    "#]],
    );
    check(
        "1 ann, 3 bob, ann away 4-9",
        &[4, 8, 9, 15, 28, 29],
        expect![[r#"
        clocks run; deadline on day 29, next due on day 15
        day 4: ann used 1; bob used 0; nags 0
        day 8: ann used 1; bob used 0; nags 0
        day 9: ann used 1; bob used 0; nags 0
        day 15: ann used 7; bob used 0; nags 1
        day 28: ann used 20; bob used 0; nags 2
        day 29: ann used 21; bob used 0; nags 3, overdue
    "#]],
    );
    // Away already when the turn came, and twice.
    check(
        "1 ann, 3 bob, ann away 2-5, ann away 10-12",
        &[5, 11, 27, 28],
        expect![[r#"
        clocks run; deadline on day 28, next due on day 14
        day 5: ann used 0; bob used 0; nags 0
        day 11: ann used 5; bob used 0; nags 0
        day 27: ann used 20; bob used 0; nags 2
        day 28: ann used 21; bob used 0; nags 3, overdue
    "#]],
    );
    check(
        "total 10, 1 ann, 3 bob, ann away 4-9, 11 ann, bob away 10-14",
        &[11, 15, 24],
        expect![[r#"
        clocks run; deadline on day 24, next due on day 21
        day 11: ann used 3 left 7; bob used 0 left 10; nags 0
        day 15: ann used 3 left 7; bob used 1 left 9; nags 0
        day 24: ann used 3 left 7; bob used 10 left 0; nags 1, overdue
    "#]],
    );
    // The deadline falls on the beginning of an absence: it has come.
    check(
        "forfeit 7, 1 ann, 3 bob, ann away 10-20",
        &[9, 10, 15],
        expect![[r#"
        clocks run; deadline on day 10, next due on day 10
        day 9: ann used 6; bob used 0; nags 0
        day 10: ann used 7; bob used 0; nags 1, overdue
        day 15: ann used 7; bob used 0; nags 1, overdue
    "#]],
    );
    // A board that has not started also waits.
    check(
        "ann away 1-30",
        &[7, 30, 49, 50],
        expect![[r#"
        not begun; deadline on day 50, next due on day 36
        day 7: ann used 0; bob used 0; nags 0
        day 30: ann used 0; bob used 0; nags 0
        day 49: ann used 0; bob used 0; nags 2
        day 50: ann used 0; bob used 0; nags 3, overdue
    "#]],
    );
}

#[test]
fn while_no_server_ran() {
    // Nobody's clock ran.
    check(
        "1 ann, 3 bob, down 4-9",
        &[4, 9, 15, 28, 29],
        expect![[r#"
        clocks run; deadline on day 29, next due on day 15
        day 4: ann used 1; bob used 0; nags 0
        day 9: ann used 1; bob used 0; nags 0
        day 15: ann used 7; bob used 0; nags 1
        day 28: ann used 20; bob used 0; nags 2
        day 29: ann used 21; bob used 0; nags 3, overdue
    "#]],
    );
    // A board that has not started is not dropped in the meantime.
    check(
        "down 2-200",
        &[200, 218, 219],
        expect![[r#"
        not begun; deadline on day 219, next due on day 205
        day 200: ann used 0; bob used 0; nags 0
        day 218: ann used 0; bob used 0; nags 2
        day 219: ann used 0; bob used 0; nags 3, overdue
    "#]],
    );
    // The total time of both was stopped, including that of the player who moved; an absence during
    // an outage counts once.
    check(
        "total 10, 1 ann, 3 bob, down 4-9, 11 ann, down 12-15, bob away 13-20, bob away 14-16",
        &[11, 15, 20, 29],
        expect![[r#"
        clocks run; deadline on day 29, next due on day 26
        day 11: ann used 3 left 7; bob used 0 left 10; nags 0
        day 15: ann used 3 left 7; bob used 1 left 9; nags 0
        day 20: ann used 3 left 7; bob used 1 left 9; nags 0
        day 29: ann used 3 left 7; bob used 10 left 0; nags 1, overdue
    "#]],
    );
    // It was over before the turn started.
    check(
        "1 ann, down 2-9, 10 bob",
        &[31],
        expect![[r#"
        clocks run; deadline on day 31, next due on day 17
        day 31: ann used 21; bob used 0; nags 3, overdue
    "#]],
    );
}

/// A decision counts the time since the last sweep.
#[test]
fn an_outage_that_ends_now_counts_before_it_is_recorded() {
    let mut story = story("1 ann, 3 bob");
    for (swept, now, overdue) in [
        (None, 24, true),
        (Some(24), 24, true),
        (Some(23), 24, false),
        (Some(3), 300, false),
        // Six days of the turn had passed when the server went down.
        (Some(9), 300, false),
        // The clock was set back.
        (Some(300), 24, true),
    ] {
        story.record.outages.swept = swept.map(day);
        let clock = Clock::at(day(now), &story.record, Seat::First, [&[], &[]]);
        assert_eq!(clock.is_overdue(day(now)), overdue, "{swept:?} {now}");
        let left = clock.deadline().duration_since(day(now));
        let used = 24.min(swept.filter(|&swept| swept < now).unwrap_or(24)) - 3;
        assert_eq!(left, SignedDuration::from_hours(24 * (21 - used)), "{swept:?} {now}");
    }
}

#[test]
fn turns_taken_back_cost_no_time() {
    check(
        "total 10, 1 ann, 3 bob, 5 ann, 12 undo 3",
        &[12, 14],
        expect![[r#"
        clocks run; deadline on day 22, next due on day 19
        day 12: ann used 0 left 10; bob used 0 left 10; nags 0
        day 14: ann used 2 left 8; bob used 0 left 10; nags 0
    "#]],
    );
    check(
        "total 10, 1 ann, 3 bob, 5 ann, 12 undo 3, 14 ann, 15 bob",
        &[15],
        expect![[r#"
        clocks run; deadline on day 23, next due on day 22
        day 15: ann used 2 left 8; bob used 1 left 9; nags 0
    "#]],
    );
    // The turn that started the clocks is taken back.
    check(
        "1 ann, 3 bob, 5 undo 2",
        &[5],
        expect![[r#"
        not begun; deadline on day 26, next due on day 12
        day 5: ann used 0; bob used 0; nags 0
    "#]],
    );
}

fn absences() -> impl Strategy<Value = Vec<Absence>> {
    let one =
        (0..2000_i64, 0..300_i64).prop_map(|(since, hours)| away(hour(since), hour(since + hours)));
    prop::collection::vec(one, 0..6)
}

prop_compose! {
    /// Any board: terms, turns in order of time by either seat, absences that may even overlap.
    fn stories()(
        forfeit_days in 1..40_u16, nag_days in 1..40_u16,
        total_days in prop::option::of(1..60_u16), increment in prop::option::of(1..50_u16),
        gaps in prop::collection::vec((0..200_i64, any::<bool>()), 0..20),
        absences in [absences(), absences()], first in any::<bool>(),
    ) -> Story {
        let mut story = story("");
        let increment_hours = increment.filter(|_| total_days.is_some());
        story.record.terms = Terms { forfeit_days, nag_days, total_days, increment_hours, rated: true };
        let mut at = 0;
        for (gap, first) in gaps {
            at += gap;
            let seat = if first { Seat::First } else { Seat::Second };
            story.record.turns.push(TurnRecord { text: "d3".into(), seat, at: hour(at) });
        }
        story.absences = absences;
        story.to_move = if first { Seat::First } else { Seat::Second };
        story
    }
}

impl std::fmt::Debug for Story {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.record, self.absences, self.to_move)
    }
}

proptest! {
    #[test]
    fn time_only_passes(story in stories(), now in 0..6000_i64, later in 0..500_i64) {
        let clock = story.clock();
        let (now, later) = (hour(now), hour(now + later));
        for seat in Seat::BOTH {
            prop_assert!(clock.used(seat, now) <= clock.used(seat, later));
            prop_assert!(clock.left(seat, now) >= clock.left(seat, later));
        }
        prop_assert!(clock.nags_by(now) <= clock.nags_by(later));
        prop_assert!(!clock.is_overdue(now) || clock.is_overdue(later));
    }

    #[test]
    fn an_absence_never_costs_time(story in stories(), more in absences(), now in 0..6000_i64) {
        let mut longer = Story { absences: story.absences.clone(), ..story };
        longer.absences[longer.to_move.index()].extend(more);
        let without = Story { record: longer.record.clone(), absences: story.absences, ..longer };
        let (with, without, now) = (longer.clock(), without.clock(), hour(now));
        prop_assert!(with.deadline() >= without.deadline());
        prop_assert!(with.next_due(0) >= without.next_due(0));
        prop_assert!(with.nags_by(now) <= without.nags_by(now));
        for seat in Seat::BOTH {
            prop_assert!(with.used(seat, now) <= without.used(seat, now));
            prop_assert!(with.left(seat, now) >= without.left(seat, now));
        }
    }

    /// An outage is an absence of both.
    #[test]
    fn an_outage_is_as_if_both_were_away(story in stories(), downs in absences(), now in 0..6000_i64) {
        let mut down = Story { absences: story.absences.clone(), ..story };
        let away = Story { record: down.record.clone(), absences: story.absences, ..down };
        let mut away = away;
        away.absences.iter_mut().for_each(|absences| absences.extend(&downs));
        let outage = |away: &Absence| Outage { since: away.since, until: away.until };
        down.record.outages.past = downs.iter().map(outage).collect();
        let (down, away, now) = (down.clock(), away.clock(), hour(now));
        prop_assert_eq!(down.deadline(), away.deadline());
        prop_assert_eq!(down.next_due(0), away.next_due(0));
        prop_assert_eq!(down.nags_by(now), away.nags_by(now));
        for seat in Seat::BOTH {
            prop_assert_eq!(down.used(seat, now), away.used(seat, now));
            prop_assert_eq!(down.left(seat, now), away.left(seat, now));
        }
    }

    /// From the moment at which both have moved, either a player's clock runs or that player is
    /// away.
    #[test]
    fn all_time_is_used_unless_a_player_is_away(story in stories(), wait in 0..2000_i64) {
        let mut present = Story { absences: [vec![], vec![]], ..story };
        let turns = &present.record.turns;
        let first_of = |seat| turns.iter().position(|turn| turn.seat == seat);
        let begun = Seat::BOTH.map(first_of).into_iter().collect::<Option<Vec<_>>>();
        let Some(begun) = begun.and_then(|firsts| firsts.into_iter().max()) else { return Ok(()) };
        let start = turns[begun].at;
        let now = turns[turns.len() - 1].at + SignedDuration::from_hours(wait);
        let sum = |story: &Story| {
            let used = Seat::BOTH.map(|seat| story.clock().used(seat, now));
            used[0] + used[1]
        };
        prop_assert_eq!(sum(&present), now.duration_since(start));
        present.absences = story.absences;
        prop_assert!(sum(&present) <= now.duration_since(start));
    }

    /// The deadline agrees with the clock, and so do the reminders.
    #[test]
    fn due_is_when_the_clock_says(story in stories()) {
        let clock = story.clock();
        let second = SignedDuration::from_secs(1);
        let (deadline, due) = (clock.deadline(), clock.next_due(0));
        prop_assert!(clock.is_overdue(deadline) && !clock.is_overdue(deadline - second));
        prop_assert!(due <= deadline);
        prop_assert!(due == deadline || clock.nags_by(due) == 1);
        prop_assert_eq!(clock.nags_by(due - second), 0);
        if clock.runs() && let Some(left) = clock.left(story.to_move, deadline) {
            let limit = SignedDuration::from_hours(24 * i64::from(story.record.terms.forfeit_days));
            prop_assert!(left.is_zero() || clock.waited(deadline) == limit);
        }
    }
}
