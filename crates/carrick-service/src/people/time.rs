//! Time as people see it: zones, and absences from the games.
//!
//! A zone shows times as clocks in the reader's country show them.

use std::fmt;
use std::str::FromStr;

use jiff::civil::date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::people::day;

/// A time zone of the IANA database, such as `Europe/Paris`; UTC unless chosen.
///
/// ```
/// use carrick_service::Zone;
/// let zone: Zone = "europe/paris".parse()?;
/// assert_eq!(zone.name(), "Europe/Paris");
/// assert_eq!(zone.show("2008-05-01T12:00:00Z".parse().unwrap()), "2008-05-01 14:00 CEST");
/// # Ok::<(), carrick_service::ZoneError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Zone(TimeZone);

/// The word is not the name of a time zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a time zone is a continent and a city, such as Europe/Paris, or UTC")]
pub struct ZoneError;

impl Zone {
    /// The name in the IANA database.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// A moment in this zone, to the minute, with the zone's abbreviation.
    #[must_use]
    pub fn show(&self, at: Timestamp) -> String {
        at.to_zoned_datetime(self.0.clone()).strftime("%Y-%m-%d %H:%M %Z").to_string()
    }

    /// A moment in this zone, to the minute, as people write it: "1 May 2008, 14:00 CEST".
    #[must_use]
    pub fn show_in_words(&self, at: Timestamp) -> String {
        at.to_zoned_datetime(self.0.clone()).strftime("%-d %B %Y, %H:%M %Z").to_string()
    }

    /// The day of a moment in this zone.
    #[must_use]
    pub fn show_date(&self, at: Timestamp) -> String {
        at.to_zoned_datetime(self.0.clone()).strftime("%Y-%m-%d").to_string()
    }

    /// The day that calendars in this zone show at a moment, counted from 1970-01-01.
    ///
    /// ```
    /// use carrick_service::{Zone, day};
    /// let zone: Zone = "Pacific/Auckland".parse()?;
    /// let at = "2026-11-24T18:00:00Z".parse().unwrap();
    /// assert_eq!(zone.day(at), day::day_of(at) + 1);
    /// # Ok::<(), carrick_service::ZoneError>(())
    /// ```
    #[must_use]
    pub fn day(&self, at: Timestamp) -> u32 {
        day::of_date(at.to_zoned_datetime(self.0.clone()).date())
    }

    /// The next moment after `now` at which clocks in this zone show a full hour, from 0 to 23.
    /// Where they skip it, as when summer begins, it is the moment at which they would have shown
    /// it.
    #[must_use]
    pub fn next(&self, hour: i8, now: Timestamp) -> Timestamp {
        let today = now.to_zoned_datetime(self.0.clone()).date();
        let days = [Some(today), today.tomorrow().ok()].into_iter().flatten();
        let moments = days.filter_map(|day| {
            let at = day.at(hour, 0, 0, 0).to_zoned_datetime(self.0.clone()).ok()?;
            Some(at.timestamp())
        });
        moments.into_iter().find(|&at| at > now).unwrap_or(Timestamp::MAX)
    }

    /// The names of all zones.
    pub(crate) fn names() -> impl Iterator<Item = String> {
        jiff::tz::db().available().map(|name| name.to_string())
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl FromStr for Zone {
    type Err = ZoneError;

    fn from_str(word: &str) -> Result<Self, ZoneError> {
        let zone = TimeZone::get(word).map_err(|_| ZoneError)?;
        if zone.is_unknown() { Err(ZoneError) } else { Ok(Self(zone)) }
    }
}

impl fmt::Debug for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Zone({})", self.name())
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl TryFrom<String> for Zone {
    type Error = ZoneError;

    fn try_from(text: String) -> Result<Self, ZoneError> {
        text.parse()
    }
}

impl From<Zone> for String {
    fn from(value: Zone) -> Self {
        value.to_string()
    }
}

// Absences: vacations, signing off and suspensions, and how many days of vacation there are.
//
// Every player has 30 days in a calendar year (UTC). They are counted to the second, but at least
// one day each time, so that players cannot stop their clocks every night. A vacation over New Year
// is charged to both years, each with its part. A suspension does not use up any vacation.

/// Days of absence that every player has in a calendar year.
pub(crate) const DAYS_A_YEAR: i64 = 30;

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Why a player's clocks are stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbsenceKind {
    /// A vacation.
    Vacation,
    /// The player has signed off; no one can challenge them either.
    SignedOff,
    /// An operator has suspended the account. The clocks of both players are stopped.
    Suspended,
}

/// A period in which a player's clocks are stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// When it started. A player never has two that start at the same time.
    pub since: Timestamp,
    /// When it ends, or ended; this moment is no longer part of it.
    pub until: Timestamp,
    /// Why.
    pub kind: AbsenceKind,
    /// Whether the player knows that it has ended, because they were told or ended it.
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

/// Days left in the calendar year of a moment; never negative.
pub(crate) fn left(absences: &[Absence], at: Timestamp) -> SignedDuration {
    left_in(absences, year_of(at))
}

/// The latest possible end of an absence that starts now, given the other absences.
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
    at.to_zoned_datetime(TimeZone::UTC).year()
}

/// The year's first moment; beyond the calendar's ends, the end.
fn start_of(year: i16) -> Timestamp {
    if year > 9999 {
        return Timestamp::MAX;
    }
    date(year.max(-9998), 1, 1)
        .to_zoned_datetime(TimeZone::UTC)
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

    #[test]
    fn valid_and_invalid_zones() {
        for (word, name) in [
            ("utc", "UTC"),
            ("Asia/Kathmandu", "Asia/Kathmandu"),
            ("america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"),
        ] {
            assert_eq!(word.parse::<Zone>().unwrap().name(), name);
        }
        for word in ["", "Europe", "Europe/Pari", "paris", "+02:00", "Etc/Unknown", "../etc/passwd"]
        {
            assert!(word.parse::<Zone>().is_err(), "{word}");
        }
    }

    #[test]
    fn summer_and_winter() {
        let paris: Zone = "Europe/Paris".parse().unwrap();
        let winter = "2008-12-31T23:30:00Z".parse().unwrap();
        assert_eq!(paris.show(winter), "2009-01-01 00:30 CET");
        assert_eq!(paris.show_date(winter), "2009-01-01");
        assert_eq!(Zone::default().show(winter), "2008-12-31 23:30 UTC");
    }

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
    fn vacation_left_in_a_year() {
        check(&[], "30 days");
        check(&[("2026-03-01T08:00", "2026-03-06T08:00")], "25 days");
        check(&[("2026-03-01T08:00", "2026-03-06T11:00")], "24 days 21 hours");
        // One day at least.
        check(&[("2026-03-01T08:00", "2026-03-01T08:00")], "29 days");
        check(&[("2026-03-01T08:00", "2026-03-01T09:00")], "29 days");
        // Other years are counted separately.
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
        // The old year's days are used up.
        let march = ("2026-03-01T00:00", "2026-03-31T00:00");
        check_longest(&[march], "2026-06-01T08:00", "2026-06-01T08:00");
    }
}
