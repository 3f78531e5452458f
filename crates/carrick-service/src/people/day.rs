//! Days, counted from 1970-01-01, by which the puzzles of the day are known; and streaks of them.

use jiff::civil::Date;
use jiff::{Span, Timestamp};

/// Day 0.
const EPOCH: Date = Date::constant(1970, 1, 1);

/// Day of a moment in UTC, counted from 1970-01-01; 0 for earlier ones.
///
/// ```
/// use carrick_service::day::{date_of, day_of, in_words};
/// let day = day_of("2026-11-24T23:59:59Z".parse().unwrap());
/// assert_eq!(date_of(day).to_string(), "2026-11-24");
/// assert_eq!(in_words(day), "24 November 2026");
/// ```
#[must_use]
pub fn day_of(at: Timestamp) -> u32 {
    u32::try_from(at.as_second().div_euclid(24 * 3600)).unwrap_or(0)
}

/// Day of a date, counted from 1970-01-01; 0 for earlier ones.
#[must_use]
pub fn of_date(date: Date) -> u32 {
    let days = date.since(EPOCH).map_or(0, |span| span.get_days());
    u32::try_from(days).unwrap_or(0)
}

/// Date of a day.
#[must_use]
pub fn date_of(day: u32) -> Date {
    EPOCH.checked_add(Span::new().days(i64::from(day.min(1_000_000)))).unwrap_or(EPOCH)
}

/// Day that a date names, written as in `2026-11-24`.
#[must_use]
pub fn day_named(text: &str) -> Option<u32> {
    let date: Date = text.parse().ok().filter(|date: &Date| date.to_string() == text)?;
    (date >= EPOCH).then(|| of_date(date))
}

/// A day as people write it: "24 November 2026".
#[must_use]
pub fn in_words(day: u32) -> String {
    date_of(day).strftime("%-d %B %Y").to_string()
}

/// Number of days in a row, up to today or yesterday, on which a puzzle of the day was solved;
/// `days` has the latest first, each once.
#[must_use]
pub fn streak(days: &[u32], today: u32) -> usize {
    let Some(&latest) = days.first().filter(|&&latest| latest + 1 >= today) else { return 0 };
    days.iter()
        .zip(0..)
        .take_while(|&(&day, before)| latest.checked_sub(before) == Some(day))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_named_as_they_are_written() {
        let day = day_of("2026-11-24T23:59:59Z".parse().unwrap());
        assert_eq!(
            (date_of(day).to_string().as_str(), in_words(day).as_str()),
            ("2026-11-24", "24 November 2026")
        );
        assert_eq!(day_named("2026-11-24"), Some(day));
        for text in ["2026-11-31", "24 November 2026", "20261124", "1969-12-31", ""] {
            assert_eq!(day_named(text), None, "{text}");
        }
    }

    #[test]
    fn a_streak_ends_with_the_first_day_left_out() {
        assert_eq!(streak(&[20, 19, 18, 15], 20), 3);
        assert_eq!(streak(&[20, 19, 18, 15], 21), 3, "today may still come");
        assert_eq!(streak(&[20, 19], 22), 0);
        assert_eq!(streak(&[], 22), 0);
    }
}
