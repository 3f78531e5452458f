//! Deadlines as an iCalendar file (RFC 5545).

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::site::SiteName;

/// Deadline of somebody's next turn.
#[derive(Debug, Clone)]
pub(super) struct Deadline {
    /// Unique and stable identifier (`UID`).
    pub(super) id: String,
    pub(super) at: Timestamp,
    pub(super) summary: String,
    pub(super) url: String,
    /// When the deadline last changed (`DTSTAMP`).
    pub(super) since: Timestamp,
}

/// Component of a calendar without events: it must have one (RFC 5545, 3.6).
const NOTHING_DUE: [&str; 8] = [
    "BEGIN:VTIMEZONE",
    "TZID:Etc/UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
];

/// Writes the file. Each event is a moment without a length, so that no calendar shows the time as
/// busy.
pub(super) fn write(site: &SiteName, deadlines: &[Deadline]) -> String {
    let mut file = String::new();
    let mut line = |text: &str| fold(text, &mut file);
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:-//Carrick//Turns//EN");
    line(&format!("X-WR-CALNAME:{}: my turns", escaped(&site.to_string())));
    for deadline in deadlines {
        line("BEGIN:VEVENT");
        line(&format!("UID:{}", deadline.id));
        line(&format!("DTSTAMP:{}", utc(deadline.since)));
        line(&format!("DTSTART:{}", utc(deadline.at)));
        line(&format!("SUMMARY:{}", escaped(&deadline.summary)));
        line(&format!("URL:{}", deadline.url));
        line("TRANSP:TRANSPARENT");
        line("END:VEVENT");
    }
    if deadlines.is_empty() {
        NOTHING_DUE.iter().for_each(|text| line(text));
    }
    line("END:VCALENDAR");
    file
}

fn utc(at: Timestamp) -> String {
    at.to_zoned_datetime(TimeZone::UTC).strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,")
}

/// Folds a line after 75 bytes: the rest goes on in lines that begin with a blank.
fn fold(text: &str, file: &mut String) {
    let mut width = 0;
    for c in text.chars() {
        if width + c.len_utf8() > 75 {
            file.push_str("\r\n ");
            width = 1;
        }
        file.push(c);
        width += c.len_utf8();
    }
    file.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_as_calendars_read_it() {
        let at = |text: &str| text.parse().unwrap();
        let url = format!("https://carrick.example/{}", "long/".repeat(14));
        let file = write(
            &SiteName::default(),
            &[Deadline {
                id: "ankor-101-4@carrick.example".into(),
                at: at("2008-05-22T12:00:00Z"),
                summary: "Ankor 101: turn 5, against bob".into(),
                url: url.clone(),
                since: at("2008-05-01T12:00:00Z"),
            }],
        );
        assert!(file.lines().all(|line| line.len() <= 75), "{file}");
        assert!(file.split("\r\n").all(|line| !line.contains('\n')));
        let unfolded = file.replace("\r\n ", "");
        for line in [
            "DTSTART:20080522T120000Z",
            "DTSTAMP:20080501T120000Z",
            "SUMMARY:Ankor 101: turn 5\\, against bob",
            &format!("URL:{url}"),
        ] {
            assert!(unfolded.contains(&format!("{line}\r\n")), "{line} in {unfolded}");
        }
    }

    /// Every calendar has a component, also one without deadlines.
    #[test]
    fn an_empty_calendar_has_a_component() {
        let file = write(&SiteName::default(), &[]);
        assert_eq!(file.matches("BEGIN:VTIMEZONE\r\n").count(), 1, "{file}");
        assert_eq!(file.matches("\r\nBEGIN:").count(), file.matches("\r\nEND:").count() - 1);
        assert!(!file.contains("VEVENT") && file.ends_with("END:VTIMEZONE\r\nEND:VCALENDAR\r\n"));
    }
}
