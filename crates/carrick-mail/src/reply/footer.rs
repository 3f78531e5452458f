//! Footers that telephones and mail services add to what was written.

use super::phrases::{
    DEVICES, EXCUSES, FOOTERS, OF_FOOTERS, OF_MINE, SCANNED, SCANNERS, VIRUS_FREE,
};

/// Whether a line is such as telephones and mail services add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Footer {
    No,
    /// It is nothing but names of devices and services, and words that belong to them.
    Yes,
    /// It names a device or service among other words.
    Perhaps,
}

/// Whether a line is the footer of a telephone or mail service.
pub(super) fn footer(line: &str) -> Footer {
    /// The longest, in bytes.
    const LONGEST: usize = 120;
    match of_scanner(line) {
        Footer::No => {}
        found => return found,
    }
    if line.len() > LONGEST {
        return Footer::No;
    }
    let typed = line.trim_matches([' ', '*', '_', '<', '[', '(']).replace('\u{2019}', "'");
    // On a day it is a sentence.
    let typed = typed.replace(" on Android", " Android").replace(" on iPhone", " iPhone");
    let line = typed.to_lowercase();
    let Some(begin) = FOOTERS.iter().find(|begin| line.starts_with(**begin)) else {
        return Footer::No;
    };
    let last = typed.rsplit(' ').next().unwrap_or_default();
    let mut typed = typed.split(' ').skip(begin.trim_end().split(' ').count());
    match (names_device(&line, begin, last), typed.all(is_of_footer)) {
        (false, _) => Footer::No,
        (true, true) => Footer::Yes,
        (true, false) => Footer::Perhaps,
    }
}

/// Whether a line is what a program that looks for viruses adds: a sentence with its name, or a
/// link. That there are no viruses may be a player's word where no link follows.
fn of_scanner(line: &str) -> Footer {
    /// The longest, in bytes: links are long.
    const LONGEST: usize = 600;
    /// The most words of a sentence.
    const MOST_WORDS: usize = 16;
    if line.len() > LONGEST {
        return Footer::No;
    }
    let line = line.to_lowercase();
    let line = line.trim_matches(|letter: char| " *_-<>[]()|".contains(letter));
    let is_named = |text: &str| {
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        words.any(|word| SCANNERS.contains(&word))
    };
    let is_link = |text: &str| !text.is_empty() && text.split(' ').all(is_link);
    if line.strip_prefix('#').is_some_and(|id| id.len() == 36 && id.chars().all(is_of_id)) {
        return Footer::Yes;
    }
    if is_link(line) && is_named(line) {
        return Footer::Yes;
    }
    if let Some(rest) = VIRUS_FREE.iter().find_map(|phrase| line.strip_prefix(phrase)) {
        let rest = rest.trim_start_matches(['.', '!', '。', ' ']);
        return match rest.is_empty() {
            true => Footer::Perhaps,
            false if is_link(rest) && is_named(rest) => Footer::Yes,
            false => Footer::No,
        };
    }
    let is_said = SCANNED.iter().any(|phrase| line.starts_with(phrase))
        && is_named(line)
        && line.split_whitespace().count() <= MOST_WORDS
        && (line.contains("vir") || line.contains("вирус") || line.contains("www."));
    let is_of_avg = line.starts_with("version: ") && line.contains("virus database: ")
        || ["no virus found in this message", "no virus found in this outgoing message"]
            .contains(&line.trim_end_matches('.'));
    if is_said || is_of_avg { Footer::Yes } else { Footer::No }
}

/// Whether a word is a link, or the name of a site with one.
fn is_link(word: &str) -> bool {
    let word = word.trim_start_matches(['<', '(', '[']);
    ["http://", "https://", "www."].iter().any(|begin| word.starts_with(begin))
}

const fn is_of_id(letter: char) -> bool {
    letter.is_ascii_hexdigit() || letter == '-'
}

/// Whether a line is one that a program that looks for viruses adds. That there are none, and a
/// divider, are known by the line below.
pub(super) fn belongs_to_scanner(line: &str, below: Option<&str>) -> bool {
    let is_divider = line.len() > 2 && line.chars().all(|letter| matches!(letter, '-' | '_'));
    match of_scanner(line) {
        Footer::Yes => true,
        found => {
            (is_divider || found == Footer::Perhaps)
                && below.is_some_and(|below| of_scanner(below) != Footer::No)
        }
    }
}

/// Whether a word is the name of a device or service, or one that goes with such.
fn is_of_footer(word: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let lower = word.to_lowercase();
    let is_foreign = !word.contains(|letter: char| letter.is_ascii_alphabetic());
    is_foreign
        || is_name(word) && !word.contains('\'')
        || lower.contains("://")
        || DEVICES.iter().any(|device| lower.contains(device))
        || OF_FOOTERS.contains(&lower.as_str())
        || EXCUSES.iter().any(|excuse| lower.contains(excuse))
}

fn is_name(word: &str) -> bool {
    word.contains(|letter: char| letter.is_uppercase() || letter.is_ascii_digit())
}

/// Whether a line that begins as footers do names a device or service; a sentence that goes on is
/// the player's.
fn names_device(line: &str, begin: &str, last: &str) -> bool {
    /// The most words behind the device.
    const MOST_WORDS: usize = 4;
    if DEVICES.iter().any(|device| begin.contains(device)) {
        return true;
    }
    let rest = &line[begin.len()..];
    let end = [", ", ". ", "! ", "? ", "; ", ": ", " – ", " - "]
        .iter()
        .filter_map(|end| rest.find(end))
        .min();
    let (named, more) = rest.split_at(end.unwrap_or(rest.len()));
    let device =
        DEVICES.iter().filter_map(|device| Some(named.rfind(device)? + device.len())).max();
    let is_named = match device {
        Some(end) => named[end..].split_whitespace().count() <= MOST_WORDS,
        // The name of a device that nobody has told us: `Sent from my Alcatel Flash2`.
        None => {
            OF_MINE.iter().any(|mine| line.starts_with(mine))
                && is_name(last)
                && named.split_whitespace().count() <= 5
        }
    };
    let excuses = more.split_whitespace().count() <= 1
        || EXCUSES.iter().any(|excuse| more.contains(excuse))
        || device.is_some() && DEVICES.iter().any(|device| more.contains(device));
    is_named && excuses
}
