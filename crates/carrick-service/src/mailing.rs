//! How a user is told by mail of what he did not ask for.

use std::fmt;
use std::str::FromStr;

/// How often a user gets mail that answers none of his own: turns, reminders, letters, news. Answers, and
/// links that he asked for, come in any case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mailing {
    /// A mail for each thing that happens.
    #[default]
    Each,
    /// One mail a day with all that has happened.
    Daily,
    /// None.
    Never,
}

impl Mailing {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Each, Self::Daily, Self::Never];

    /// The word by which it is chosen.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Each => "each",
            Self::Daily => "daily",
            Self::Never => "never",
        }
    }
}

/// The word names no way to get mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("mail is set as mail=each, mail=daily or mail=never")]
pub struct UnknownMailing;

impl FromStr for Mailing {
    type Err = UnknownMailing;

    fn from_str(word: &str) -> Result<Self, UnknownMailing> {
        Self::ALL.into_iter().find(|one| one.word() == word).ok_or(UnknownMailing)
    }
}

impl fmt::Display for Mailing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
