//! Footers that telephones and mail services add to what was written.

use super::phrases::{DEVICES, EXCUSES, FOOTERS, OF_FOOTERS, OF_MINE};

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
