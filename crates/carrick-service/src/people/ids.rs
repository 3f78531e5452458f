//! Names of users, boards and mailboxes, checked once and then trusted.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use carrick_games::GameKind;

/// A user's name: a letter and then 1 to 19 letters, digits or underscores, in lower case. Copies
/// share it.
///
/// ```
/// use carrick_service::Userid;
/// let user: Userid = "Camb".parse()?;
/// assert_eq!(user.as_str(), "camb");
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Userid(Arc<str>);

/// The word cannot be a userid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a userid is a letter followed by 1 to 19 letters, digits or underscores")]
pub struct UseridError;

impl Userid {
    /// The name in lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Userid {
    type Err = UseridError;

    fn from_str(word: &str) -> Result<Self, UseridError> {
        let mut bytes = word.bytes();
        let first_is_letter = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
        let rest_fits = bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if first_is_letter && rest_fits && (2..=20).contains(&word.len()) {
            Ok(Self(word.to_ascii_lowercase().into()))
        } else {
            Err(UseridError)
        }
    }
}

impl fmt::Display for Userid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A board's name: boards are numbered per game, from 101.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardId {
    /// Which game.
    pub kind: GameKind,
    /// The number within that game.
    pub number: u32,
}

impl BoardId {
    /// The number of every game's first board.
    pub const FIRST_NUMBER: u32 = 101;

    /// Reads the number as it is typed in a command.
    ///
    /// # Errors
    /// When it is not a number of up to nine digits that begins with 1 to 9.
    pub fn parse(kind: GameKind, word: &str) -> Result<Self, BoardIdError> {
        let digits = word.bytes().all(|byte| byte.is_ascii_digit());
        match word.parse() {
            Ok(number) if digits && word.len() <= 9 && !word.starts_with('0') => {
                Ok(Self { kind, number })
            }
            _ => Err(BoardIdError),
        }
    }
}

/// The word is not the number of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a board is a number such as 101")]
pub struct BoardIdError;

impl fmt::Display for BoardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} board {}", self.kind.title(), self.number)
    }
}

/// A mail address: one `@`, a local part and a domain of printable ASCII without blanks, at most
/// 254 characters. The domain is kept in lower case, the local part as it is written; two that
/// differ in nothing but the case of letters are equal, since no server tells them apart. Copies
/// share it.
#[derive(Debug, Clone)]
pub struct Address(Arc<str>);

/// The word cannot be a mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a mail address looks like name@example.org and has at most 254 characters")]
pub struct AddressError;

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Address {}

impl PartialOrd for Address {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Address {
    fn cmp(&self, other: &Self) -> Ordering {
        let lower = |address: &Self| address.0.to_ascii_lowercase();
        lower(self).cmp(&lower(other))
    }
}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.to_ascii_lowercase().hash(state);
    }
}

impl Address {
    /// The address.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part behind the `@`, in lower case.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.0.split_once('@').map_or("", |(_, domain)| domain)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(word: &str) -> Result<Self, AddressError> {
        let (local, domain) = word.split_once('@').ok_or(AddressError)?;
        let local_fits = (1..=64).contains(&local.len())
            && local
                .bytes()
                .all(|byte| byte.is_ascii_graphic() && !b"\"(),:;<>[\\]".contains(&byte))
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..");
        let domain_fits = word.len() <= 254
            && domain.split('.').all(|label| {
                (1..=63).contains(&label.len())
                    && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                    && !label.starts_with('-')
                    && !label.ends_with('-')
            });
        if local_fits && domain_fits {
            Ok(Self(format!("{local}@{}", domain.to_ascii_lowercase()).into()))
        } else {
            Err(AddressError)
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// `ann, bob and carol`.
pub(crate) fn and(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn userids() {
        for word in ["ab", "A_1", "camb", "a2345678901234567890"] {
            assert!(word.parse::<Userid>().is_ok(), "{word}");
        }
        for word in ["", "a", "1a", "_a", "a-b", "a b", "é2", "a23456789012345678901"] {
            assert!(word.parse::<Userid>().is_err(), "{word}");
        }
    }

    #[test]
    fn addresses() {
        assert_eq!(
            "Ann.B+x@EXAMPLE.org".parse::<Address>().unwrap().as_str(),
            "Ann.B+x@example.org"
        );
        for word in
            ["", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b..c", ".a@b", "a@-b", "a\r@b", "<a@b>"]
        {
            assert!(word.parse::<Address>().is_err(), "{word}");
        }
    }

    #[test]
    fn addresses_are_the_same_in_capitals() {
        let [small, large, other] = ["ann@example.org", "Ann@EXAMPLE.org", "anna@example.org"]
            .map(|word| word.parse::<Address>().unwrap());
        assert_eq!(small, large);
        assert_eq!(small.cmp(&large), Ordering::Equal);
        assert_ne!(large, other);
        assert!(large < other);
        assert_eq!(std::collections::HashSet::from([small, large, other]).len(), 2);
    }

    #[test]
    fn boards() {
        let kind = GameKind::Ankor;
        assert_eq!(BoardId::parse(kind, "101").unwrap().number, 101);
        for word in ["", "0", "0101", "-1", "+101", "1e3", "9999999999", "d3"] {
            assert!(BoardId::parse(kind, word).is_err(), "{word}");
        }
    }
}
