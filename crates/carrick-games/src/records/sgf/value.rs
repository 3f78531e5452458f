//! Values of SGF properties: escaping, and the private forms.

use crate::records::{Clocks, Moment};

/// Removes the backslashes: a line break after one disappears, any other character stays.
pub(super) fn unescape(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('\n') => drop(chars.next_if_eq(&'\r')),
            Some('\r') => drop(chars.next_if_eq(&'\n')),
            Some(c) => text.push(c),
            None => {}
        }
    }
    text
}

/// Escapes backslashes, and brackets that would end the value.
pub(super) fn escape(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ']') {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}

/// Writes clocks: `turn-days=21 total-days=60 increment-hours=12 seconds-left=86400,3600`.
pub(super) fn clock_words(clocks: Clocks) -> String {
    let number = |name: &str, value: Option<u16>| value.map(|value| format!("{name}={value}"));
    let words = [
        number("turn-days", clocks.turn_days),
        number("nag-days", clocks.nag_days),
        number("total-days", clocks.total_days),
        number("increment-hours", clocks.increment_hours),
        clocks.left_s.map(|[first, second]| format!("seconds-left={first},{second}")),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Reads the dates of `DT`, as the starts of the days: `2008-05-01,02,06-03`. A part that is
/// missing at the front is taken from the previous date, and one that is missing at the end is 1.
/// Texts that are not dates are skipped, because programs write many things there.
pub(super) fn parse_dates(dates: &str) -> Vec<Moment> {
    let mut last: Option<(&str, &str)> = None;
    let mut days = Vec::new();
    for date in dates.split(',') {
        // Some programs write the time after the date.
        let date = date.trim().split([' ', 'T']).next().unwrap_or_default();
        let parts: Vec<&str> = date.split('-').collect();
        let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !parts.iter().all(is_number) {
            continue;
        }
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        let (year, month, day) = match (&*lengths, &*parts, last) {
            ([4, 2, 2], &[year, month, day], _) => (year, month, day),
            ([4, 2], &[year, month], _) => (year, month, "01"),
            ([4], &[year], _) => (year, "01", "01"),
            ([2, 2], &[month, day], Some((year, _))) => (year, month, day),
            ([2], &[day], Some((year, month))) => (year, month, day),
            _ => continue,
        };
        last = Some((year, month));
        days.extend(format!("{year}-{month}-{day}T00:00:00Z").parse::<Moment>());
    }
    days
}

/// Reads clocks.
pub(super) fn parse_clocks(text: &str) -> Option<Clocks> {
    let mut clocks = Clocks::default();
    for word in text.split_ascii_whitespace() {
        let (name, value) = word.split_once('=')?;
        match name {
            "turn-days" => clocks.turn_days = Some(value.parse().ok()?),
            "nag-days" => clocks.nag_days = Some(value.parse().ok()?),
            "total-days" => clocks.total_days = Some(value.parse().ok()?),
            "increment-hours" => clocks.increment_hours = Some(value.parse().ok()?),
            "seconds-left" => {
                let (first, second) = value.split_once(',')?;
                clocks.left_s = Some([first.parse().ok()?, second.parse().ok()?]);
            }
            _ => return None,
        }
    }
    Some(clocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_on_which_a_game_was_played() {
        for (dates, days) in [
            ("2008-05-01", "2008-05-01"),
            ("2008-05-01,2008-05-03", "2008-05-01 2008-05-03"),
            ("2008-05-01,02,06-03", "2008-05-01 2008-05-02 2008-06-03"),
            ("2008-12-31, 2009-01-01", "2008-12-31 2009-01-01"),
            ("2008-05-01 20:15:00", "2008-05-01"),
            ("2008-05", "2008-05-01"),
            ("1960", "1960-01-01"),
            ("2008-02-30", ""),
            ("May 2008", ""),
            ("01", ""),
            ("", ""),
        ] {
            let read = parse_dates(dates);
            let read: Vec<String> = read.iter().map(|day| day.date().to_string()).collect();
            assert_eq!(read.join(" "), days, "{dates}");
        }
    }
}
