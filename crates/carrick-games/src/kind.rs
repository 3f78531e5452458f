//! The four games, as values of an enum.

use std::fmt;
use std::str::FromStr;

use crate::mistyped::{did_you_mean, nearest_word};

/// One of the four games Carrick plays.
///
/// ```
/// use carrick_games::{Colour, GameKind};
/// let kind: GameKind = "ANTIPOD".parse()?;
/// assert_eq!(kind, GameKind::Antipod);
/// assert_eq!(kind.colour_name(Colour::Dark), "Black");
/// # Ok::<(), carrick_games::UnknownGame>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameKind {
    /// Cameron Browne, 2008: tilted cubes that may move; join the three sides.
    Ankor,
    /// Cameron Browne, 2008: cubes painted with arcs; enclose, or join the three sides.
    Boche,
    /// Cameron Browne, 2003: Hex on a sphere; join the centres, or draw a ring between them.
    Antipod,
    /// Steven Meyers, 2000: territory, with life decided by connection to the sides.
    Anchor,
}

impl GameKind {
    /// All games, in the order in which they are listed everywhere.
    pub const ALL: [Self; 4] = [Self::Ankor, Self::Boche, Self::Antipod, Self::Anchor];
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The word is not the name of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there is no such game; the games are {}{}", GameKind::listed("and"),
    did_you_mean(*.nearest))]
pub struct UnknownGame {
    /// The game whose name is spelled much like it.
    pub nearest: Option<GameKind>,
}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(word: &str) -> Result<Self, UnknownGame> {
        let called = |name: &str| Self::ALL.into_iter().find(|kind| name == kind.name());
        called(&word.to_ascii_lowercase()).ok_or_else(|| UnknownGame {
            nearest: nearest_word(word, Self::ALL.map(Self::name)).and_then(called),
        })
    }
}
