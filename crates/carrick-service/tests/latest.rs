//! The latest known time, and clocks that fall back.

use carrick_service::Latest;
use jiff::{SignedDuration, Timestamp};

const HOUR: i64 = 60;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;

fn minute(minute: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minute)
}

/// Time after sweeps at which the clock showed these minutes.
fn after(swept: i64, shown: impl IntoIterator<Item = i64>) -> Latest {
    shown.into_iter().fold(Latest::right(minute(swept)), |latest, at| latest.noted(minute(at)))
}

#[test]
fn a_clock_that_goes_forward_is_right() {
    for now in [100, 101, 100 + 10 * YEAR] {
        assert_eq!(after(100, []).time(minute(now)), minute(now));
        assert_eq!(after(100, [now]), Latest::right(minute(now)));
    }
}

#[test]
fn a_clock_that_fell_a_little_is_waited_for() {
    assert_eq!(after(100, []).time(minute(40)), minute(100));
    assert_eq!(after(100, [40, 41]), Latest::right(minute(100)));
    assert_eq!(after(100, [40, 99, 101]), Latest::right(minute(101)));
}

#[test]
fn time_continues_at_the_pace_of_a_clock_that_has_fallen_back() {
    let fallen = after(10 * YEAR, [0]);
    assert_eq!(fallen.time(minute(0)), minute(10 * YEAR));
    assert_eq!(fallen.time(minute(5)), minute(10 * YEAR + 5));
    assert_eq!(after(10 * YEAR, [0, 5, 60]).time(minute(61)), minute(10 * YEAR + 61));
    // It is set right.
    assert_eq!(after(10 * YEAR, [0, 5]).time(minute(11 * YEAR)), minute(11 * YEAR));
    // It is set again, and is still behind.
    let again = after(10 * YEAR, [0, 5, YEAR]);
    assert_eq!(again.time(minute(YEAR + 1)), minute(10 * YEAR + 6));
    assert_eq!(after(10 * YEAR, [0, 5]).time(minute(YEAR)), minute(10 * YEAR + 5));
}

#[test]
fn a_clock_that_has_fallen_back_is_believed_after_a_day() {
    let hours = |hours: i64| (0..=hours).map(|hour| 7 + hour * HOUR);
    let doubted = after(10 * YEAR, hours(23));
    assert_eq!(doubted.time(minute(23 * HOUR + 7)), minute(10 * YEAR + 23 * HOUR));
    assert_eq!(after(10 * YEAR, hours(24)), Latest::right(minute(DAY + 7)));
    // A different clock has to be waited for separately.
    let other = after(10 * YEAR, hours(23).chain([YEAR]));
    assert_eq!(other.fallen.map(|fallen| fallen.since), Some(minute(YEAR)));
}

#[test]
fn invalid_times_are_not_waited_for() {
    let never = 71 * YEAR;
    assert_eq!(after(never, []).time(minute(1)), minute(1));
    assert_eq!(after(never, [1, DAY, 2 * DAY]), Latest::right(minute(never)));
}
