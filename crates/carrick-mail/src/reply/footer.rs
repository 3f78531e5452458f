//! Footers that telephones and mail services add to what was written.

use super::phrases::{DEVICES, EXCUSES, FOOTERS, OF_MINE};

/// Whether a line is such as telephones and mail services add, and names one of them; a sentence
/// that goes on is the player's.
pub(super) fn is_a_machines(line: &str) -> bool {
    /// The longest, in bytes.
    const LONGEST: usize = 120;
    /// The most words behind the device.
    const MOST_WORDS: usize = 4;
    if line.len() > LONGEST {
        return false;
    }
    let typed = line.trim_matches([' ', '*', '_', '<', '[', '(']);
    let line = typed.to_lowercase().replace('\u{2019}', "'");
    let Some(footer) = FOOTERS.iter().find(|footer| line.starts_with(**footer)) else {
        return false;
    };
    if DEVICES.iter().any(|device| footer.contains(device)) {
        return true;
    }
    let rest = &line[footer.len()..];
    let end = [", ", ". ", "! ", "? ", "; ", ": ", " – ", " - "]
        .iter()
        .filter_map(|end| rest.find(end))
        .min();
    let (named, more) = rest.split_at(end.unwrap_or(rest.len()));
    let device =
        DEVICES.iter().filter_map(|device| Some(named.rfind(device)? + device.len())).max();
    // The name of a device that nobody has told us: `Sent from my Alcatel Flash2`.
    let last = typed.rsplit(' ').next().unwrap_or_default();
    let has_name = last.contains(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
    let is_named = match device {
        Some(end) => named[end..].split_whitespace().count() <= MOST_WORDS,
        None => {
            OF_MINE.iter().any(|mine| line.starts_with(mine))
                && has_name
                && named.split_whitespace().count() <= 5
        }
    };
    let excuses = more.split_whitespace().count() <= 1
        || EXCUSES.iter().any(|excuse| more.contains(excuse))
        || device.is_some() && DEVICES.iter().any(|device| more.contains(device));
    is_named && excuses
}
