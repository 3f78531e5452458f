//! Reads options, and finds the word at fault.

use crate::{AnyOptions, GameKind, OptionError, SizeLimits};

/// Options that a game refuses.
pub(super) struct BadOptions {
    /// The index of the word at fault; `None` if no single word is.
    pub(super) index: Option<usize>,
    pub(super) fault: OptionError,
}

/// Reads options for boards of all sizes.
pub(super) fn parse_options(kind: GameKind, words: &[&str]) -> Result<AnyOptions, BadOptions> {
    AnyOptions::parse(kind, words, SizeLimits::Scripts)
        .map_err(|fault| BadOptions { index: word_at_fault(&fault, words), fault })
}

fn word_at_fault(fault: &OptionError, words: &[&str]) -> Option<usize> {
    let name = match *fault {
        OptionError::Unknown { index, .. } => return Some(index),
        OptionError::NoValue { option, .. }
        | OptionError::UnexpectedValue { option }
        | OptionError::OutOfRange { option, .. }
        | OptionError::NotAChoice { option, .. }
        | OptionError::Repeated { option }
        | OptionError::NeedsSize { option, .. }
        | OptionError::Excludes { second: option, .. } => option,
    };
    // If an option is repeated, the second one is at fault.
    words.iter().rposition(|word| {
        word.split('=').next().is_some_and(|word| word.eq_ignore_ascii_case(name))
    })
}
