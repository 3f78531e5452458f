//! Absences: vacations, signing off and suspensions, and how many days of vacation there are.
//!
//! Everybody has 30 days in a calendar year (UTC). Days are charged to the second, but one at
//! least, so that nobody stops their clocks for every night. A vacation over New Year is charged to
//! both years, each with its part. A suspension is nobody's vacation and charged to none.

use std::fmt;

use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// How many days of absence everybody has in a calendar year.
pub(crate) const DAYS_A_YEAR: i64 = 30;

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Why a player's clocks stand still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsenceKind {
    /// A vacation.
    Vacation,
    /// The player has signed off: then nobody may challenge them either.
    SignedOff,
    /// An operator has suspended the account. The clocks of both players stand still then.
    Suspended,
}

/// A stretch of time in which a player's clocks stand still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// When it began. Nobody has two that begin at once.
    pub since: Timestamp,
    /// When it ends, or ended; this moment no longer belongs to it.
    pub until: Timestamp,
    /// Why.
    pub kind: AbsenceKind,
    /// Whether the player knows of its end: was told, or ended it.
    pub over: bool,
}

impl Absence {
    /// Whether it is under way.
    #[must_use]
    pub fn covers(&self, now: Timestamp) -> bool {
        self.since <= now && now < self.until
    }

    /// Time charged for it in a calendar year.
    fn charged_in(&self, year: i16) -> SignedDuration {
        if self.kind == AbsenceKind::Suspended {
            return SignedDuration::ZERO;
        }
        let until = self.until.max(plus(self.since, DAY));
        let (begin, end) = (self.since.max(start_of(year)), until.min(start_of(year + 1)));
        end.duration_since(begin).max(SignedDuration::ZERO)
    }
}

/// The absence that is under way.
pub(crate) fn current(absences: &[Absence], now: Timestamp) -> Option<&Absence> {
    absences.iter().find(|absence| absence.covers(now))
}

/// Days left in the calendar year in which a moment lies; never negative.
pub(crate) fn left(absences: &[Absence], at: Timestamp) -> SignedDuration {
    left_in(absences, year_of(at))
}

/// The latest moment at which an absence may end that begins now, beside the others.
pub(crate) fn longest(others: &[Absence], since: Timestamp) -> Timestamp {
    let mut end = since;
    // A year's days are fewer than a year, so the second year is the last.
    for year in [year_of(since), year_of(since) + 1] {
        end = plus(end, left_in(others, year));
        let next = start_of(year + 1);
        if end < next {
            break;
        }
        end = next;
    }
    end
}

fn left_in(absences: &[Absence], year: i16) -> SignedDuration {
    let charged = absences.iter().map(|absence| absence.charged_in(year));
    let charged = charged.fold(SignedDuration::ZERO, SignedDuration::saturating_add);
    SignedDuration::from_hours(24 * DAYS_A_YEAR).saturating_sub(charged).max(SignedDuration::ZERO)
}

fn year_of(at: Timestamp) -> i16 {
    at.to_zoned(TimeZone::UTC).year()
}

/// The year's first moment; beyond the calendar's ends, the end.
fn start_of(year: i16) -> Timestamp {
    if year > 9999 {
        return Timestamp::MAX;
    }
    date(year.max(-9998), 1, 1)
        .to_zoned(TimeZone::UTC)
        .map_or(Timestamp::MIN, |zoned| zoned.timestamp())
}

/// A later moment, or the end of time.
pub(crate) fn plus(at: Timestamp, duration: SignedDuration) -> Timestamp {
    at.checked_add(duration).unwrap_or(Timestamp::MAX)
}

/// The days that are left of a year's, as a sentence.
pub(crate) fn left_sentence(left: SignedDuration) -> String {
    if left.is_zero() {
        "This year's vacation is used up.".to_owned()
    } else {
        format!("Left of this year's vacation: {}.", Spoken(left))
    }
}

/// A duration as people say it: days and hours, the smaller part cut off.
pub(crate) struct Spoken(pub(crate) SignedDuration);

impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hours = self.0.max(SignedDuration::ZERO).as_hours();
        let many = |count: i64, unit: &str| match count {
            1 => format!("1 {unit}"),
            _ => format!("{count} {unit}s"),
        };
        match (hours / 24, hours % 24) {
            (0, 0) if self.0 > SignedDuration::ZERO => f.write_str("less than an hour"),
            (0, hours) => f.write_str(&many(hours, "hour")),
            (days, 0) => f.write_str(&many(days, "day")),
            (days, hours) => write!(f, "{} {}", many(days, "day"), many(hours, "hour")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        format!("{text}:00Z").parse().unwrap()
    }

    fn away(since: &str, until: &str) -> Absence {
        Absence { since: at(since), until: at(until), kind: AbsenceKind::Vacation, over: true }
    }

    /// `taken` lists absences as `since until`; the days left are asked for on new year's eve.
    #[track_caller]
    fn check(taken: &[(&str, &str)], left_then: &str) {
        let taken: Vec<_> = taken.iter().map(|(since, until)| away(since, until)).collect();
        assert_eq!(Spoken(left(&taken, at("2026-12-31T12:00"))).to_string(), left_then);
    }

    #[test]
    fn what_is_left_of_a_year() {
        check(&[], "30 days");
        check(&[("2026-03-01T08:00", "2026-03-06T08:00")], "25 days");
        check(&[("2026-03-01T08:00", "2026-03-06T11:00")], "24 days 21 hours");
        // One day at least.
        check(&[("2026-03-01T08:00", "2026-03-01T08:00")], "29 days");
        check(&[("2026-03-01T08:00", "2026-03-01T09:00")], "29 days");
        // Other years have their own.
        check(&[("2025-03-01T08:00", "2025-03-31T08:00")], "30 days");
        check(&[("2025-12-30T00:00", "2026-01-03T00:00")], "28 days");
        check(&[("2026-12-30T00:00", "2027-01-03T00:00")], "28 days");
        check(&[("2026-03-01T00:00", "2026-03-31T00:00")], "0 hours");
        check(
            &[("2026-03-01T00:00", "2026-03-29T22:30"), ("2026-05-01T00:00", "2026-05-01T10:00")],
            "1 hour",
        );
    }

    #[track_caller]
    fn check_longest(taken: &[(&str, &str)], since: &str, until: &str) {
        let taken: Vec<_> = taken.iter().map(|(since, until)| away(since, until)).collect();
        assert_eq!(longest(&taken, at(since)), at(until));
    }

    #[test]
    fn how_long_an_absence_may_be() {
        check_longest(&[], "2026-03-01T08:00", "2026-03-31T08:00");
        let spring = ("2026-03-01T08:00", "2026-03-11T08:00");
        check_longest(&[spring], "2026-06-01T08:00", "2026-06-21T08:00");
        // Ten days of the old year, then those of the new one.
        check_longest(&[], "2026-12-22T00:00", "2027-01-31T00:00");
        // The old year's are used up.
        let march = ("2026-03-01T00:00", "2026-03-31T00:00");
        check_longest(&[march], "2026-06-01T08:00", "2026-06-01T08:00");
    }
}
