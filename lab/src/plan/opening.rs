//! How the games of a cell are opened.

use std::fmt;
use std::str::FromStr;

use crate::arena::Openings;

/// Openings of a cell: the players' own, random turns, or turns that keep the game even.
///
/// ```
/// use carrick_lab::plan::Opening;
/// assert_eq!("random:4".parse(), Ok(Opening::Random(4)));
/// assert_eq!(Opening::Even(8).to_string(), "even:8");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The players open themselves, swap included.
    Own,
    /// A number of random turns.
    Random(u32),
    /// A number of turns chosen so that random games stay even.
    Even(u32),
}

/// Error of a text that names no openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("own, random:4 or even:4 is expected, with a number of turns from 1 to 200")]
pub struct OpeningTextError;

impl Opening {
    /// The openings as matches know them.
    #[must_use]
    pub const fn openings(self) -> Openings {
        match self {
            Self::Own => Openings { turns: 0, even: false },
            Self::Random(turns) => Openings { turns, even: false },
            Self::Even(turns) => Openings { turns, even: true },
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("own"),
            Self::Random(turns) => write!(f, "random:{turns}"),
            Self::Even(turns) => write!(f, "even:{turns}"),
        }
    }
}

impl FromStr for Opening {
    type Err = OpeningTextError;

    fn from_str(text: &str) -> Result<Self, OpeningTextError> {
        let turns = |text: &str| {
            let turns = text.parse().ok().filter(|turns| (1..=200).contains(turns));
            turns.ok_or(OpeningTextError)
        };
        match text.split_once(':') {
            None if text == "own" => Ok(Self::Own),
            Some(("random", text)) => Ok(Self::Random(turns(text)?)),
            Some(("even", text)) => Ok(Self::Even(turns(text)?)),
            _ => Err(OpeningTextError),
        }
    }
}
