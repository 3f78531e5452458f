//! Why a command was refused, and the way on.

use std::fmt;

/// A refusal: what was wrong and what was expected, in a sentence; then the usage line.
///
/// It repeats only words that are commands, games, options, places, board numbers or the names of
/// users who exist: a left-out word must never push a password into an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    sentence: String,
    usage: Option<&'static str>,
}

impl Refusal {
    /// A refusal of one sentence, written without its full stop.
    #[must_use]
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), usage: None }
    }

    /// The same with the usage line of the command that was meant.
    #[must_use]
    pub const fn with_usage(mut self, usage: &'static str) -> Self {
        self.usage = Some(usage);
        self
    }
}

impl fmt::Display for Refusal {
    /// The sentence with a capital letter and a full stop, then the usage on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)?;
        if !self.sentence.ends_with(['.', '?', '!']) {
            f.write_str(".")?;
        }
        if let Some(usage) = self.usage {
            write!(f, "\nUsage: {usage}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
