//! The games, as values of an enum.

use std::fmt;
use std::str::FromStr;

use crate::text::mistyped::{did_you_mean, nearest_word};
use crate::{Notation as _, PASS, SWAP, match_kind};

macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident $($variant:ident $module:ident,)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, serde::Serialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $name {
            $(#[doc = concat!("The game of the module [`", stringify!($module), "`](crate::", stringify!($module), ").")]
            $variant,)*
        }

        impl $name {
            /// All games, in the order in which they are always listed.
            pub const ALL: [Self; [$(stringify!($module)),*].len()] = [$(Self::$variant),*];
        }
    };
}

games!(kinds! {
    /// One of the games Carrick plays.
    ///
    /// ```
    /// use carrick_games::{Colour, GameKind};
    /// let kind: GameKind = "ANTIPOD".parse()?;
    /// assert_eq!(kind, GameKind::Antipod);
    /// assert_eq!(kind.colour_name(Colour::Dark), "Black");
    /// # Ok::<(), carrick_games::UnknownGame>(())
    /// ```
    GameKind
});

impl GameKind {
    /// Whether a word has the form of a turn of the game, and so is unlikely to be a password. It
    /// must have been [normalised](crate::normalise).
    ///
    /// ```
    /// use carrick_games::GameKind;
    /// assert!(GameKind::Antipod.has_form("a3+") && GameKind::Antipod.has_form("swap"));
    /// assert!(!GameKind::Antipod.has_form("secret"));
    /// ```
    #[must_use]
    pub fn has_form(self, word: &str) -> bool {
        matches!(word, PASS | SWAP) || match_kind!(self, B => B::has_form(word))
    }
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
    /// The game with a similar name.
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
