//! Scopes of tokens: rights of a program in a user's name.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// One of the powers that a token can carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// See what only the user sees: settings, queued lines, events that concern them.
    Read,
    /// Play turns, make and answer offers, resign, queue lines.
    Play,
    /// Challenge others and the computer, seek games and take them.
    Challenge,
    /// Talk on boards, and watch them.
    Chat,
    /// Change settings, vacations and who is blocked; make and revoke tokens.
    Account,
}

impl Scope {
    /// Every scope, in the order in which they are listed.
    pub const ALL: [Self; 5] = [Self::Read, Self::Play, Self::Challenge, Self::Chat, Self::Account];

    /// Its word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Play => "play",
            Self::Challenge => "challenge",
            Self::Chat => "chat",
            Self::Account => "account",
        }
    }

    /// The right it gives, in words.
    #[must_use]
    pub const fn means(self) -> &'static str {
        match self {
            Self::Read => "see what only you see: settings, queued lines, events of your boards",
            Self::Play => "play turns, make and answer offers, resign, queue lines",
            Self::Challenge => "challenge people and the computer, seek games and take them",
            Self::Chat => "talk on boards and watch them",
            Self::Account => "change settings, vacations and blocks; make and revoke tokens",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The word is not a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a scope is one of read, play, challenge, chat and account")]
pub struct UnknownScope;

impl FromStr for Scope {
    type Err = UnknownScope;

    fn from_str(word: &str) -> Result<Self, UnknownScope> {
        Self::ALL.into_iter().find(|scope| scope.name() == word).ok_or(UnknownScope)
    }
}

/// A set of scopes.
///
/// ```
/// use carrick_service::{Scope, Scopes};
/// let scopes: Scopes = "play read".parse()?;
/// assert!(scopes.contains(Scope::Play) && !scopes.contains(Scope::Chat));
/// assert_eq!(scopes.to_string(), "read play");
/// # Ok::<(), carrick_service::UnknownScope>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scopes(BTreeSet<Scope>);

impl Scopes {
    /// Whether this scope is among them.
    #[must_use]
    pub fn contains(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    /// The scopes in their order.
    pub fn iter(&self) -> impl Iterator<Item = Scope> {
        self.0.iter().copied()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<T: IntoIterator<Item = Scope>>(scopes: T) -> Self {
        Self(scopes.into_iter().collect())
    }
}

impl fmt::Display for Scopes {
    /// Writes their words with blanks between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, scope) in self.iter().enumerate() {
            write!(f, "{}{scope}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl FromStr for Scopes {
    type Err = UnknownScope;

    fn from_str(words: &str) -> Result<Self, UnknownScope> {
        words.split_whitespace().map(str::parse).collect()
    }
}
