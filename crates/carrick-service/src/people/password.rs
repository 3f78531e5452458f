//! Command passwords, and the scopes of tokens that stand in for them.
//!
//! A password is read, hashed and verified, and never shown.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::people::hashing;

/// A command password as it was typed: 4 to 64 characters, no blank, no control character.
///
/// Never shown: `Debug` prints dots, and there is no `Display`.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(Box<str>);

/// The word cannot be a command password. The word itself is not repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a password has 4 to 64 characters and no blank")]
pub struct PasswordError;

impl Password {
    /// How many characters one has.
    pub(crate) const LENGTHS: RangeInclusive<usize> = 4..=64;
}

impl FromStr for Password {
    type Err = PasswordError;

    fn from_str(word: &str) -> Result<Self, PasswordError> {
        let length = word.chars().count();
        let fits = Self::LENGTHS.contains(&length)
            && !word.chars().any(|c| c.is_whitespace() || c.is_control());
        if fits { Ok(Self(word.into())) } else { Err(PasswordError) }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// A password's Argon2id hash in PHC form, as the store keeps it.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

impl PasswordHash {
    /// Hashes a password as [`hashing::hash`] does. Takes tens of milliseconds on purpose; call it
    /// outside any transaction.
    #[must_use]
    pub fn new(password: &Password, salt: &[u8; 16]) -> Option<Self> {
        hashing::hash(password.0.as_bytes(), salt).map(Self)
    }

    /// A hash that no password has ([`hashing::hash_of_nobody`]).
    #[must_use]
    pub fn of_nobody() -> Self {
        Self(hashing::hash_of_nobody())
    }

    /// Whether a password is the one that was hashed. As slow as hashing.
    #[must_use]
    pub fn verifies(&self, password: &Password) -> bool {
        hashing::verifies(&self.0, password.0.as_bytes())
    }

    /// A hash read back from the store.
    #[must_use]
    pub const fn from_stored(phc: String) -> Self {
        Self(phc)
    }

    /// The PHC string, only for the store.
    #[must_use]
    pub fn as_stored(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

// Scopes of tokens: rights of a program in a user's name.

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
            Self::Read => {
                "see what only you can see: settings, queued lines, events on your \
                           boards"
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_knows_its_password_and_shows_nothing() {
        let password: Password = "hunter22".parse().unwrap();
        let hash = PasswordHash::new(&password, &[7; 16]).unwrap();
        assert!(hash.as_stored().starts_with("$argon2id$"));
        assert!(hash.verifies(&password));
        assert!(!hash.verifies(&"hunter23".parse().unwrap()));
        assert!(!PasswordHash::from_stored("nonsense".into()).verifies(&password));
        assert!(!PasswordHash::of_nobody().verifies(&password));
        let fields = |hash: &PasswordHash| hash.as_stored().split('$').nth(3).map(str::to_owned);
        assert_eq!(fields(&PasswordHash::of_nobody()), fields(&hash), "the costs must be equal");
        assert_eq!(format!("{password:?} {hash:?}"), "Password(…) PasswordHash(…)");
    }

    #[test]
    fn what_a_password_may_be() {
        for word in ["1234", "päss", &"x".repeat(64)] {
            assert!(word.parse::<Password>().is_ok(), "{word}");
        }
        for word in ["", "-", "123", "a b c d", "abc\u{7f}d", &"x".repeat(65)] {
            assert!(word.parse::<Password>().is_err(), "{word}");
        }
    }
}
