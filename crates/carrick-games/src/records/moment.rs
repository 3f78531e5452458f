//! Points in time, as written in records (RFC 3339).

use std::fmt;
use std::str::FromStr;

/// A point in time, to the second.
///
/// ```
/// use carrick_games::records::Moment;
/// let moment: Moment = "2008-03-01T20:15:00.25+01:00".parse()?;
/// assert_eq!(moment.to_string(), "2008-03-01T19:15:00Z");
/// assert_eq!(moment.unix_s(), 1_204_398_900);
/// # Ok::<(), carrick_games::records::NotAMoment>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(i64);

/// The text is not a point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a time such as 2008-03-01T19:15:00Z")]
pub struct NotAMoment;

const MINUTE_S: i64 = 60;
const HOUR_S: i64 = 60 * MINUTE_S;
const DAY_S: i64 = 24 * HOUR_S;
/// Days from 0000-03-01 to 1970-01-01.
const DAYS_TO_1970: i64 = 719_468;
const DAYS_IN_400_YEARS: i64 = 146_097;

impl Moment {
    /// From seconds since 1970-01-01T00:00:00Z; `None` outside the years 1 to 9999.
    #[must_use]
    pub fn from_unix_s(seconds: i64) -> Option<Self> {
        let first = days_from_civil(1, 1, 1) * DAY_S;
        let end = days_from_civil(10_000, 1, 1) * DAY_S;
        (first..end).contains(&seconds).then_some(Self(seconds))
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn unix_s(self) -> i64 {
        self.0
    }

    /// Only the day, in the form of dates in SGF: `2008-03-01`.
    #[must_use]
    pub fn date(self) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let (year, month, day) = civil_from_days(self.0.div_euclid(DAY_S));
            write!(f, "{year:04}-{month:02}-{day:02}")
        })
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.0.rem_euclid(DAY_S);
        let (hour, minute) = (second / HOUR_S, second % HOUR_S / MINUTE_S);
        write!(f, "{}T{hour:02}:{minute:02}:{:02}Z", self.date(), second % MINUTE_S)
    }
}

impl FromStr for Moment {
    type Err = NotAMoment;

    /// Reads a date and time with its offset; fractions of a second are dropped.
    fn from_str(text: &str) -> Result<Self, NotAMoment> {
        parse(text).and_then(Self::from_unix_s).ok_or(NotAMoment)
    }
}

fn parse(text: &str) -> Option<i64> {
    let mut rest = text.as_bytes();
    let year = number(&mut rest, 4, 9999)?;
    literal(&mut rest, b"-")?;
    let month = number(&mut rest, 2, 12)?;
    literal(&mut rest, b"-")?;
    let day = number(&mut rest, 2, 31)?;
    literal(&mut rest, b"Tt ")?;
    let hour = number(&mut rest, 2, 23)?;
    literal(&mut rest, b":")?;
    let minute = number(&mut rest, 2, 59)?;
    literal(&mut rest, b":")?;
    let second = number(&mut rest, 2, 59)?;
    if literal(&mut rest, b".").is_some() {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        rest = rest.get(digits.max(1)..)?;
    }
    let offset = offset_s(&mut rest)?;
    let days = days_from_civil(year, month, day);
    let exists = rest.is_empty() && civil_from_days(days) == (year, month, day);
    exists.then_some(days * DAY_S + hour * HOUR_S + minute * MINUTE_S + second - offset)
}

fn offset_s(rest: &mut &[u8]) -> Option<i64> {
    let sign = match literal(rest, b"Zz+-")? {
        b'+' => 1,
        b'-' => -1,
        _ => return Some(0),
    };
    let hours = number(rest, 2, 23)?;
    literal(rest, b":")?;
    Some(sign * (hours * HOUR_S + number(rest, 2, 59)? * MINUTE_S))
}

/// Removes one of the bytes from the front.
fn literal(rest: &mut &[u8], expected: &[u8]) -> Option<u8> {
    let (&first, others) = rest.split_first()?;
    expected.contains(&first).then(|| {
        *rest = others;
        first
    })
}

/// Removes a number with an exact count of digits from the front.
fn number(rest: &mut &[u8], digits: usize, highest: i64) -> Option<i64> {
    let (front, others) = rest.split_at_checked(digits)?;
    let mut value = 0;
    for byte in front {
        value = 10 * value + i64::from(byte.is_ascii_digit().then(|| byte - b'0')?);
    }
    *rest = others;
    (value <= highest).then_some(value)
}

/// Days since 1970-01-01 of a date in the Gregorian calendar. Years start in March here, so that
/// the leap day is the last day (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
const fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * DAYS_IN_400_YEARS + day_of_era - DAYS_TO_1970
}

/// Year, month and day; the inverse.
const fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + DAYS_TO_1970;
    let (era, day_of_era) =
        (days.div_euclid(DAYS_IN_400_YEARS), days.rem_euclid(DAYS_IN_400_YEARS));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + (month <= 2) as i64;
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, unix_s: i64, canonical: &str) {
        let moment: Moment = text.parse().unwrap();
        assert_eq!((moment.unix_s(), &*moment.to_string()), (unix_s, canonical));
    }

    #[test]
    fn moments() {
        check("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z");
        check("2000-02-29 23:59:59.999z", 951_868_799, "2000-02-29T23:59:59Z");
        check("2008-12-31T22:30:00-01:30", 1_230_768_000, "2009-01-01T00:00:00Z");
        check("1969-12-31t23:59:59Z", -1, "1969-12-31T23:59:59Z");
        check("0001-01-01T00:00:00Z", -62_135_596_800, "0001-01-01T00:00:00Z");
        check("9999-12-31T23:59:59Z", 253_402_300_799, "9999-12-31T23:59:59Z");
    }

    #[test]
    fn every_day_of_400_years() {
        let mut expected = Moment::from_str("1999-12-31T12:00:00Z").unwrap().unix_s();
        for (year, month) in (2000..2400).flat_map(|y| (1..=12).map(move |m| (y, m))) {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let length = [31, 28 + i64::from(leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            for day in 1..=length[month as usize - 1] {
                expected += DAY_S;
                check(
                    &format!("{year}-{month:02}-{day:02}T12:00:00Z"),
                    expected,
                    &format!("{year}-{month:02}-{day:02}T12:00:00Z"),
                );
            }
        }
    }

    #[test]
    fn not_moments() {
        for text in [
            "",
            "2008-03-01",
            "2008-03-01T19:15:00",
            "2008-03-01T19:15:00Zz",
            "2008-02-30T00:00:00Z",
            "2009-02-29T00:00:00Z",
            "2008-00-01T00:00:00Z",
            "2008-01-00T00:00:00Z",
            "2008-01-01T24:00:00Z",
            "2008-01-01T00:00:60Z",
            "2008-01-01T00:00:00.Z",
            "2008-01-01T00:00:00+0100",
            "+008-01-01T00:00:00Z",
            "0000-06-01T00:00:00Z",
            "0001-01-01T00:00:00+00:01",
            "９999-01-01T00:00:00Z",
        ] {
            assert_eq!(text.parse::<Moment>(), Err(NotAMoment), "{text}");
        }
    }
}
