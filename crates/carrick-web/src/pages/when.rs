//! Moments on pages: in the reader's zone, and how long ago or from now they are. A script puts
//! them into the browser's zone where the reader has chosen none.

use carrick_service::Zone;
use jiff::{SignedDuration, Timestamp};

/// A moment as a `<time>` element shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct When {
    /// In RFC 3339, for programs.
    pub(crate) machine: String,
    /// Date and time in the reader's zone: "14 December 2026, 18:22 UTC".
    pub(crate) shown: String,
    /// Distance from now: "in 3 days", "2 hours ago".
    pub(crate) distance: String,
    /// Whether the zone is only the usual one, so that the browser's is better.
    pub(crate) movable: bool,
}

impl When {
    /// A moment for a reader in this zone.
    pub(crate) fn new(at: Timestamp, now: Timestamp, zone: &Zone) -> Self {
        Self {
            machine: at.to_string(),
            shown: zone.show_in_words(at),
            distance: distance(at.duration_since(now)),
            movable: *zone == Zone::default(),
        }
    }
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A time from now in words; a negative one is in the past.
fn distance(from_now: SignedDuration) -> String {
    let seconds = from_now.as_secs();
    let away = seconds.abs();
    let count = |unit: i64| (away + unit / 2) / unit;
    let (count, unit) = match away {
        0..MINUTE => return "just now".to_owned(),
        _ if count(MINUTE) < 60 => (count(MINUTE), "minute"),
        // A day and a half is told in hours: it may be due tomorrow.
        _ if count(HOUR) < 36 => (count(HOUR), "hour"),
        _ if count(DAY) < 60 => (count(DAY), "day"),
        _ => (away / (30 * DAY), "month"),
    };
    let plural = if count == 1 { "" } else { "s" };
    match seconds < 0 {
        true => format!("{count} {unit}{plural} ago"),
        false => format!("in {count} {unit}{plural}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_told_in_the_unit_that_fits() {
        for (seconds, said) in [
            (5, "just now"),
            (-59, "just now"),
            (89, "in 1 minute"),
            (HOUR - 1, "in 1 hour"),
            (DAY - 1, "in 24 hours"),
            (21 * DAY - 1, "in 21 days"),
            (-7200, "2 hours ago"),
            (30 * HOUR, "in 30 hours"),
            (3 * DAY + 5, "in 3 days"),
            (-75 * DAY, "2 months ago"),
        ] {
            assert_eq!(distance(SignedDuration::from_secs(seconds)), said);
        }
    }

    #[test]
    fn moments_are_shown_in_the_readers_zone() {
        let at: Timestamp = "2008-05-01T12:00:00Z".parse().unwrap();
        let paris = When::new(at, at, &"Europe/Paris".parse().unwrap());
        assert_eq!(paris.shown, "1 May 2008, 14:00 CEST");
        assert!(!paris.movable, "a chosen zone stays");
        assert!(When::new(at, at, &Zone::default()).movable);
    }
}
