//! Choices of a user about mail of events that they did not cause.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How often a user gets mail that answers none of their own: turns, reminders, letters, news.
/// Answers, and links that they asked for, come in any case.
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

/// In which mails the board is a picture beside its drawing in letters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pictures {
    /// In all but the copy of one's own turn.
    #[default]
    Usual,
    /// In all.
    All,
    /// In none.
    None,
}

impl Pictures {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Usual, Self::All, Self::None];

    /// The word by which it is chosen.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::All => "all",
            Self::None => "none",
        }
    }
}

/// The word names no choice of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "pictures is set as pictures=usual (not in the copy of your own turn), pictures=all or pictures=none"
)]
pub struct UnknownPictures;

impl FromStr for Pictures {
    type Err = UnknownPictures;

    fn from_str(word: &str) -> Result<Self, UnknownPictures> {
        Self::ALL.into_iter().find(|one| one.word() == word).ok_or(UnknownPictures)
    }
}

impl fmt::Display for Pictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// How often the puzzle of the day comes by mail to those who want it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleMail {
    /// Every day.
    Daily,
    /// On Mondays.
    Weekly,
}

impl PuzzleMail {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Daily, Self::Weekly];

    /// The word by which it is chosen.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
        }
    }

    /// Whether a puzzle comes on a day, counted from 1970-01-01, a Thursday.
    ///
    /// ```
    /// use carrick_service::{PuzzleMail, day};
    /// let monday = day::day_named("2026-11-23").unwrap();
    /// assert!(PuzzleMail::Weekly.comes_on(monday) && !PuzzleMail::Weekly.comes_on(monday + 1));
    /// ```
    #[must_use]
    pub const fn comes_on(self, day: u32) -> bool {
        match self {
            Self::Daily => true,
            Self::Weekly => day % 7 == 4,
        }
    }
}

/// The word names no way to get puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("puzzles is set as puzzles=off, puzzles=daily or puzzles=weekly (on Mondays)")]
pub struct UnknownPuzzleMail;

impl FromStr for PuzzleMail {
    type Err = UnknownPuzzleMail;

    fn from_str(word: &str) -> Result<Self, UnknownPuzzleMail> {
        Self::ALL.into_iter().find(|one| one.word() == word).ok_or(UnknownPuzzleMail)
    }
}

impl fmt::Display for PuzzleMail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
