//! Command passwords: read, hashed, verified; never shown.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::hashing;

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

    /// The PHC string, for the store alone.
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
