//! The accounts of the computer.
//!
//! It plays as `novice1` and those above it, of which each game has its own number, and as `level1`
//! to `level9`: accounts without a password that are there from the beginning. To this crate a
//! level is a name; how well it plays, the engine knows.

use std::fmt;
use std::str::FromStr;

use carrick_games::GameKind;

use super::Userid;

/// Level at which the computer plays: one for beginners, or one of nine.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::ComputerLevel;
/// let level: ComputerLevel = "3".parse()?;
/// assert_eq!(level.name(), "level3");
/// let novice: ComputerLevel = "novice3".parse()?;
/// assert!(novice < level);
/// assert!(novice.check(GameKind::Antipod).is_ok());
/// assert!(novice.check(GameKind::Boche).is_err());
/// # Ok::<(), carrick_service::ComputerLevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ComputerLevel {
    /// Its place in [`NAMES`].
    place: u8,
}

/// The names of all levels, the weakest first: those for beginners, then the nine.
const NAMES: [&str; NOVICES as usize + 9] = [
    "novice1", "novice2", "novice3", "novice4", "novice5", "novice6", "novice7", "novice8",
    "novice9", "novice10", "novice11", "level1", "level2", "level3", "level4", "level5", "level6",
    "level7", "level8", "level9",
];

/// Number of levels for beginners, in the game that has most.
const NOVICES: u8 = GameKind::MOST_NOVICES;

/// Words that start the names of levels; a number follows. No one else can have such a userid.
pub(crate) const LEVEL_WORDS: [&str; 2] = ["level", "novice"];

/// Why a text does not name a level of the computer, or of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ComputerLevelError {
    /// No game has a level of this name.
    #[error("levels are 1 to 9, and for beginners novice1 to novice{NOVICES}, fewer in some games")]
    Unknown,
    /// The game does not have this level.
    #[error(
        "{} has no {level}; its levels are {}, and 1 to 9",
        kind.title(),
        kind.novices_in_words()
    )]
    NotInGame {
        /// The level.
        level: ComputerLevel,
        /// The game.
        kind: GameKind,
    },
}

impl ComputerLevel {
    /// The weakest.
    pub const MIN: Self = Self { place: 0 };
    /// The strongest.
    pub const MAX: Self = Self { place: NAMES.len() as u8 - 1 };
    /// The middle one of the nine, for a player about whom nothing is known.
    pub const MIDDLE: Self = Self { place: NOVICES + 4 };

    /// One of the nine, by its number; `None` for other numbers.
    #[must_use]
    pub const fn numbered(number: u8) -> Option<Self> {
        match number {
            1..=9 => Some(Self { place: NOVICES - 1 + number }),
            _ => None,
        }
    }

    /// Its number, 1 to 9; `None` for one of those for beginners.
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        match self.place {
            0..NOVICES => None,
            place => Some(place + 1 - NOVICES),
        }
    }

    /// All levels that any game has, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..NAMES.len() as u8).map(|place| Self { place })
    }

    /// The levels of a game, the weakest first.
    pub fn all_of(kind: GameKind) -> impl DoubleEndedIterator<Item = Self> {
        Self::all().filter(move |level| level.is_in(kind))
    }

    /// Whether a game has this level.
    #[must_use]
    pub const fn is_in(self, kind: GameKind) -> bool {
        self.place < kind.facts().novices || self.place >= NOVICES
    }

    /// Refuses a game that does not have this level.
    ///
    /// # Errors
    /// [`ComputerLevelError::NotInGame`].
    pub const fn check(self, kind: GameKind) -> Result<(), ComputerLevelError> {
        match self.is_in(kind) {
            true => Ok(()),
            false => Err(ComputerLevelError::NotInGame { level: self, kind }),
        }
    }

    /// This level, or the strongest for beginners of a game that does not have it: so it is played
    /// where it was chosen when the game had more of them.
    #[must_use]
    pub const fn nearest_in(self, kind: GameKind) -> Self {
        match self.is_in(kind) {
            true => self,
            false => Self { place: kind.facts().novices - 1 },
        }
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

    /// The level of a game that is some steps stronger than this one; the strongest if there are
    /// too few.
    #[must_use]
    pub fn stronger(self, kind: GameKind, steps: usize) -> Self {
        let above = Self::all_of(kind).filter(|&level| level > self);
        above.take(steps).last().unwrap_or(self)
    }

    /// The level of a game that is some steps weaker than this one; the weakest if there are
    /// too few.
    #[must_use]
    pub fn weaker(self, kind: GameKind, steps: usize) -> Self {
        let below = Self::all_of(kind).rev().filter(|&level| level < self);
        below.take(steps).last().unwrap_or(self)
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
        Self::all().find(named).ok_or(ComputerLevelError::Unknown)
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

/// No one can sign in as the computer or change its accounts, not even the administrator: they only
/// play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0} is one of the computer's players: it only plays, and no one can sign in as it or change \
     its account"
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
            ["", "0", "10", "01", "level0", "level10", "novice", "novice0", "novice99", "l1"]
        {
            assert_eq!(typed.parse::<ComputerLevel>(), Err(ComputerLevelError::Unknown), "{typed}");
        }
    }

    #[test]
    fn every_level_has_an_account_and_its_neighbours() {
        assert_eq!(computer_accounts().count(), ComputerLevel::all().len());
        for level in ComputerLevel::all() {
            assert_eq!(account(level).as_ref().and_then(computer_level), Some(level));
            assert_eq!(level.number().and_then(ComputerLevel::numbered).unwrap_or(level), level);
        }
        assert_eq!(ComputerLevel::MIDDLE.number(), Some(5));
        assert_eq!(ComputerLevel::MAX.number(), Some(9));
        assert_eq!(ComputerLevel::MIN.name(), "novice1");
    }

    #[test]
    fn every_game_has_its_own_beginners_and_all_nine_levels() {
        for kind in GameKind::ALL {
            let levels: Vec<_> = ComputerLevel::all_of(kind).collect();
            let novices = usize::from(kind.facts().novices);
            assert_eq!(levels.len(), novices + 9, "{kind}");
            assert_eq!(levels[0], ComputerLevel::MIN, "{kind}");
            let first = ComputerLevel::numbered(1).unwrap();
            assert_eq!(levels[novices], first, "{kind}");
            for pair in levels.windows(2) {
                assert_eq!(pair[0].stronger(kind, 1), pair[1], "{kind}");
                assert_eq!(pair[1].weaker(kind, 1), pair[0], "{kind}");
            }
            assert_eq!(ComputerLevel::MAX.stronger(kind, 2), ComputerLevel::MAX);
            assert_eq!(ComputerLevel::MIN.weaker(kind, 2), ComputerLevel::MIN);
            for level in ComputerLevel::all() {
                let near = level.nearest_in(kind);
                assert!(near.is_in(kind) && (near == level) == level.is_in(kind), "{kind} {level}");
                assert!(near <= level && near.number() == level.number(), "{kind} {level}");
            }
        }
    }

    #[test]
    fn a_refusal_names_the_levels_that_a_game_has() {
        let novice: ComputerLevel = "novice3".parse().unwrap();
        let refused = novice.check(GameKind::Boche).unwrap_err();
        let sentence = "Boche has no novice3; its levels are novice1, novice2, and 1 to 9";
        assert_eq!(refused.to_string(), sentence);
    }
}
