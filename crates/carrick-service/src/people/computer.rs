//! The accounts that the computer plays for.
//!
//! It plays as `novice1` to `novice3` and `level1` to `level9`, accounts without a password that
//! are there from the beginning. To this crate a level is a name; how well it plays, the engine
//! knows.

use std::fmt;
use std::str::FromStr;

use super::Userid;

/// Level at which the computer plays: one of three for beginners, or one of nine.
///
/// ```
/// use carrick_service::ComputerLevel;
/// let level: ComputerLevel = "3".parse()?;
/// assert_eq!(level.name(), "level3");
/// assert!("novice3".parse::<ComputerLevel>()? < level);
/// assert!("10".parse::<ComputerLevel>().is_err());
/// # Ok::<(), carrick_service::ComputerLevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComputerLevel {
    /// Its place in [`NAMES`].
    place: u8,
}

/// The names of all levels, the weakest first: the three for beginners, then the nine.
const NAMES: [&str; 12] = [
    "novice1", "novice2", "novice3", "level1", "level2", "level3", "level4", "level5", "level6",
    "level7", "level8", "level9",
];

/// Words that begin the names of levels; a number follows. Nobody else can have such a userid.
pub(crate) const LEVEL_WORDS: [&str; 2] = ["level", "novice"];

/// A text names no level of the computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("levels are 1 to 9, and for beginners novice1 to novice3")]
pub struct ComputerLevelError;

impl ComputerLevel {
    /// Number of levels for beginners.
    const NOVICES: u8 = 3;

    /// The weakest.
    pub const MIN: Self = Self { place: 0 };
    /// The strongest.
    pub const MAX: Self = Self { place: NAMES.len() as u8 - 1 };
    /// The one in the middle of the nine, for a player of whom nothing is known.
    pub const MIDDLE: Self = Self { place: Self::NOVICES + 4 };

    /// One of the nine, by its number; `None` for other numbers.
    #[must_use]
    pub const fn numbered(number: u8) -> Option<Self> {
        match number {
            1..=9 => Some(Self { place: Self::NOVICES - 1 + number }),
            _ => None,
        }
    }

    /// Its number, 1 to 9; `None` for one of those for beginners.
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        match self.place {
            0..Self::NOVICES => None,
            place => Some(place + 1 - Self::NOVICES),
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..NAMES.len() as u8).map(|place| Self { place })
    }

    /// The name, which is the userid of its account.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.place as usize]
    }

    /// Short name, as people type it: the number alone, or the name of one for beginners.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.name().trim_start_matches("level")
    }

    /// The next stronger one; `None` above the strongest.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::all().find(|&level| level > self)
    }

    /// The next weaker one; `None` below the weakest.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        Self::all().rev().find(|&level| level < self)
    }

    /// Number of steps to another level.
    #[must_use]
    pub const fn steps_to(self, other: Self) -> u8 {
        self.place.abs_diff(other.place)
    }
}

impl fmt::Debug for ComputerLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for ComputerLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ComputerLevel {
    type Err = ComputerLevelError;

    /// Reads `novice2`, `level3` or, as people type it, `3`; capitals do not matter.
    fn from_str(text: &str) -> Result<Self, ComputerLevelError> {
        let named = |level: &Self| {
            let name = level.name();
            let number = name.strip_prefix("level");
            name.eq_ignore_ascii_case(text) || number == Some(text)
        };
        Self::all().find(named).ok_or(ComputerLevelError)
    }
}

/// The level of an account that the computer plays for; `None` for people's.
///
/// ```
/// use carrick_service::computer_level;
/// let level = computer_level(&"level3".parse()?);
/// assert_eq!(level.map(|level| level.to_string()).as_deref(), Some("level3"));
/// assert_eq!(computer_level(&"alice".parse()?), None);
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
#[must_use]
pub fn computer_level(user: &Userid) -> Option<ComputerLevel> {
    ComputerLevel::all().find(|level| level.name() == user.as_str())
}

/// Nobody signs in as the computer or changes its accounts, not even the administrator: they play,
/// and that is all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is one of the computer's players: it plays, and nobody can sign in as it or change anything about its account"
)]
pub struct IsComputer(Userid);

/// Whether an account is a person's, to sign in to and to change.
///
/// # Errors
/// The computer plays for it.
///
/// ```
/// use carrick_service::must_be_a_person;
/// assert!(must_be_a_person(&"alice".parse()?).is_ok());
/// assert!(must_be_a_person(&"level3".parse()?).is_err());
/// # Ok::<(), carrick_service::UseridError>(())
/// ```
pub fn must_be_a_person(user: &Userid) -> Result<(), IsComputer> {
    match computer_level(user) {
        Some(_) => Err(IsComputer(user.clone())),
        None => Ok(()),
    }
}

/// All accounts that the computer plays for, the weakest first.
pub(crate) fn computer_accounts() -> impl Iterator<Item = Userid> {
    ComputerLevel::all().filter_map(account)
}

/// The account of a level.
pub(crate) fn account(level: ComputerLevel) -> Option<Userid> {
    level.name().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_read() {
        for (typed, name) in [
            ("1", "level1"),
            ("9", "level9"),
            ("level5", "level5"),
            ("Level5", "level5"),
            ("novice1", "novice1"),
            ("NOVICE3", "novice3"),
        ] {
            assert_eq!(typed.parse().map(ComputerLevel::name), Ok(name), "{typed}");
        }
        for typed in
            ["", "0", "10", "01", "level0", "level10", "novice", "novice0", "novice4", "l1"]
        {
            assert_eq!(typed.parse::<ComputerLevel>(), Err(ComputerLevelError), "{typed}");
        }
    }

    #[test]
    fn every_level_has_an_account_and_its_neighbours() {
        assert_eq!(computer_accounts().count(), ComputerLevel::all().len());
        for level in ComputerLevel::all() {
            assert_eq!(account(level).as_ref().and_then(computer_level), Some(level));
            assert_eq!(level.next().and_then(ComputerLevel::previous).unwrap_or(level), level);
            assert_eq!(level.number().and_then(ComputerLevel::numbered).unwrap_or(level), level);
        }
        assert_eq!(ComputerLevel::MIDDLE.number(), Some(5));
        assert_eq!(ComputerLevel::MAX.number(), Some(9));
        assert_eq!(ComputerLevel::MIN.name(), "novice1");
        let numbers: Vec<_> = ComputerLevel::all().map(ComputerLevel::number).collect();
        assert_eq!(numbers[..4], [None, None, None, Some(1)]);
    }
}
