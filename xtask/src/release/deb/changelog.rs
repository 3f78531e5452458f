//! The changelog in Debian's form, made from `CHANGELOG.md`.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::package::MAINTAINER;
use crate::release::version::releases;

/// Maximum length of a line, in characters.
const COLUMNS: usize = 78;

/// Debian's changelog: an entry for each release, and one for `version` if that is none of them.
pub(super) fn debian(changelog: &str, version: &str, made: Timestamp) -> String {
    let mut entries = Vec::new();
    for release in releases(changelog) {
        let released = release.version.map(|released| format!("{released}-1"));
        let (name, time) = match released {
            Some(name) => (name, release.day.parse().map_or(made, noon)),
            None if version.contains('+') => (version.to_owned(), made),
            None => continue,
        };
        let time = time.to_zoned(TimeZone::UTC).strftime("%a, %d %b %Y %H:%M:%S %z");
        entries.push(format!(
            "carrick ({name}) unstable; urgency=medium\n\n{}\n -- {MAINTAINER}  {time}\n",
            body(release.text)
        ));
    }
    entries.join("\n")
}

fn noon(day: Date) -> Timestamp {
    day.at(12, 0, 0, 0)
        .to_zoned(TimeZone::UTC)
        .map_or(Timestamp::UNIX_EPOCH, |noon| noon.timestamp())
}

/// Headings in brackets, and items wrapped below them.
fn body(text: &str) -> String {
    let mut body = String::new();
    for block in blocks(text) {
        match block.strip_prefix("### ") {
            Some(heading) => body += &format!("  [ {heading} ]\n"),
            None => body += &wrapped(block.strip_prefix("* ").unwrap_or(&block)),
        }
    }
    body
}

/// Headings, items and paragraphs, each in one line.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let begins = line.starts_with("* ") || line.starts_with("### ");
        match blocks.last_mut() {
            Some(block) if goes_on && !begins && !line.is_empty() => {
                block.push(' ');
                block.push_str(line.trim());
            }
            _ if !line.is_empty() => blocks.push(line.to_owned()),
            _ => {}
        }
        goes_on = !line.is_empty() && !line.starts_with("### ");
    }
    blocks
}

/// An item in lines of at most [`COLUMNS`] characters.
fn wrapped(item: &str) -> String {
    let (mut text, mut line) = (String::new(), "  *".to_owned());
    for word in item.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > COLUMNS {
            text += &line;
            text.push('\n');
            "   ".clone_into(&mut line);
        }
        line.push(' ');
        line += word;
    }
    text + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n* Puzzles: positions in \
                             which exactly one turn wins,\n  a new one for each day of all.\n* More.\n\n\
                             ## [0.1.0] - 2026-11-23\n\nIn the beginning.\n";

    #[test]
    fn releases_become_entries() {
        let made = "2026-12-01T10:20:30Z".parse().expect("a time");
        let first = format!(
            "carrick (0.1.0-1) unstable; urgency=medium\n\n  * In the beginning.\n\n -- {MAINTAINER}  \
             Mon, 23 Nov 2026 12:00:00 +0000\n"
        );
        assert_eq!(debian(CHANGELOG, "0.1.0-1", made), first);
        let later = debian(CHANGELOG, "0.1.0+git1-1", made);
        let expected = format!(
            "carrick (0.1.0+git1-1) unstable; urgency=medium\n\n  [ Added ]\n  * Puzzles: positions in \
             which exactly one turn wins, a new one for each day\n    of all.\n  * More.\n\n -- {MAINTAINER}  \
             Tue, 01 Dec 2026 10:20:30 +0000\n\n{first}"
        );
        assert_eq!(later, expected);
    }
}
