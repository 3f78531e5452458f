//! What is wrong with a line that is not a command. The sentences are in the modules that read the
//! words.

use std::borrow::Cow;
use std::fmt;

use crate::refusal::Sentence;

/// A line that is not a command: a sentence that names the fault and suggests what to do, then the
/// usage line.
///
/// It repeats only words that are commands, games, options, places or board numbers: a left-out
/// word must never push a password into an answer.
///
/// ```
/// let error = carrick_service::command::parse("signoff").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "The userid and the password are missing.\nUsage: signoff userid password"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    sentence: Cow<'static, str>,
    usage: Option<Cow<'static, str>>,
}

impl SyntaxError {
    /// An error of one sentence, written without its capital letter and its full stop.
    pub(super) fn new(sentence: impl Into<Cow<'static, str>>) -> Self {
        Self { sentence: sentence.into(), usage: None }
    }

    /// Adds the usage line of the command that was meant.
    pub(super) fn with_usage(self, usage: impl Into<Cow<'static, str>>) -> Self {
        Self { usage: Some(usage.into()), ..self }
    }

    /// The sentence, without its capital letter and its full stop.
    pub(crate) fn sentence(&self) -> &str {
        &self.sentence
    }
}

impl fmt::Display for SyntaxError {
    /// Writes the sentence, then the usage on a separate line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Sentence(&self.sentence).fmt(f)?;
        match &self.usage {
            Some(usage) => write!(f, "\nUsage: {usage}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SyntaxError {}

/// The end of a sentence that suggests the nearest known word, or else lists the choices.
pub(super) fn did_you_mean(nearest: Option<&str>, otherwise: &str) -> String {
    nearest.map_or_else(|| otherwise.to_owned(), |word| carrick_games::did_you_mean(Some(word)))
}
