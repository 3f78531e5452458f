//! Why a command was refused, and the way on.

use std::borrow::Cow;
use std::fmt;

use carrick_games::{Illegal, TurnError};

use crate::people::IsComputer;

/// A refusal: a sentence that names the fault and a way on; then the usage line.
///
/// It repeats only words that are commands, games, options, places, board numbers or the names of
/// users who exist: a left-out word must never push a password into an answer.
///
/// ```
/// use carrick_service::Refusal;
/// let refusal = Refusal::new("the password is missing").with_usage("signoff userid password");
/// assert_eq!(
///     refusal.to_string(),
///     "The password is missing.\nUsage: signoff userid password"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    sentence: String,
    is_about_words: bool,
    usage: Option<Cow<'static, str>>,
}

impl Refusal {
    /// A refusal of one sentence, written without its capital letter and its full stop.
    #[must_use]
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), is_about_words: false, usage: None }
    }

    /// A refusal of a command in which a word names nothing: no user, board, seek, turn or place.
    /// The answer adds the command's usage line.
    #[must_use]
    pub fn of_words(sentence: impl Into<String>) -> Self {
        Self { is_about_words: true, ..Self::new(sentence) }
    }

    /// A refusal of a turn: its word is at fault if it is no turn of the game at all.
    #[must_use]
    pub(crate) fn of_turn(sentence: impl Into<String>, reason: &TurnError<Illegal>) -> Self {
        Self { is_about_words: reason.is_notation(), ..Self::new(sentence) }
    }

    /// Adds the usage line where a word was at fault and the line is not there yet.
    #[must_use]
    pub(crate) fn with_usage_if_needed(self, usage: impl FnOnce() -> String) -> Self {
        if self.is_about_words && self.usage.is_none() { self.with_usage(usage()) } else { self }
    }

    /// Adds the usage line of the command that was meant.
    #[must_use]
    pub fn with_usage(mut self, usage: impl Into<Cow<'static, str>>) -> Self {
        self.usage = Some(usage.into());
        self
    }
}

impl fmt::Display for Refusal {
    /// The sentence with a capital letter and a full stop, then the usage on a line of its own. A
    /// sentence that begins with a place (`d3`) keeps its small letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = self.sentence.split_at(self.first_letter());
        write!(f, "{}{rest}", first.to_ascii_uppercase())?;
        if !self.sentence.ends_with(['.', '?', '!']) {
            f.write_str(".")?;
        }
        if let Some(usage) = &self.usage {
            write!(f, "\nUsage: {usage}")?;
        }
        Ok(())
    }
}

impl Refusal {
    /// The length of the part to capitalise: one when the first word is a plain word, else none.
    fn first_letter(&self) -> usize {
        let word = self.sentence.split(' ').next().unwrap_or("");
        let plain = word.bytes().all(|byte| byte.is_ascii_alphabetic() || b"',;:".contains(&byte));
        usize::from(plain && !word.is_empty())
    }
}

impl std::error::Error for Refusal {}

/// The end of a sentence that suggests the nearest known word, or else lists the choices.
pub(super) fn did_you_mean(nearest: Option<&str>, otherwise: &str) -> String {
    nearest.map_or_else(|| otherwise.to_owned(), |word| carrick_games::did_you_mean(Some(word)))
}

impl From<IsComputer> for Refusal {
    fn from(is_computer: IsComputer) -> Self {
        Self::new(is_computer.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences() {
        for (sentence, shown) in [
            ("the move is missing", "The move is missing."),
            ("d3 is taken", "d3 is taken."),
            ("-size takes a whole number", "-size takes a whole number."),
            ("did you mean ankor?", "Did you mean ankor?"),
            ("é is no place", "é is no place."),
            ("", "."),
        ] {
            assert_eq!(Refusal::new(sentence).to_string(), shown);
        }
    }
}
