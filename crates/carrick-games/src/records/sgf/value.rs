//! Values of SGF properties: escaping, and the private forms.

use crate::records::Clocks;

/// Takes the backslashes out: a line break after one disappears, any other character stays.
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

/// Escapes brackets that would end the value, and backslashes.
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
