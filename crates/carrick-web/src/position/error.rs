//! Why there is no position to show.

use carrick_games::{Illegal, OptionError, TurnError, UnknownGame};
use serde::Serialize;

use super::query::{MAX_TURNS, SHOW_WORDS};

/// Why there is no position to show.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PositionError {
    /// The game is not one of the four.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The options are not the game's.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// More turns than are replayed for a stranger.
    #[error("these are {given} turns; a position is shown after at most {MAX_TURNS}")]
    TooManyTurns {
        /// How many there are.
        given: usize,
    },
    /// A turn that cannot be played.
    #[error("turn {number} cannot be played: {reason}")]
    Turn {
        /// Which one, counted from 1 at the beginning of the game.
        number: usize,
        /// Whether it stands in `turns` or in `then`.
        field: &'static str,
        /// Why not.
        reason: TurnError<Illegal>,
    },
    /// `ply` is not a number of turns that have been played.
    #[error("ply must be a number from 0 to {played}, the number of turns played")]
    Ply {
        /// How many turns there are.
        played: usize,
    },
    /// Nothing can be chosen at the place.
    #[error("nothing can be chosen there: {why}")]
    Select {
        /// Why not.
        why: String,
    },
    /// A word of `show` that means nothing.
    #[error("word {number} of show is not known; the words are {SHOW_WORDS}")]
    Show {
        /// Which one, counted from 1.
        number: usize,
    },
    /// A theme that there is not.
    #[error("theme is one of page, light and dark")]
    Theme,
}

impl PositionError {
    /// Where stones are played, nothing is chosen first.
    pub(super) fn unless_unselected(select: Option<&str>) -> Result<(), Self> {
        match select {
            None => Ok(()),
            Some(_) => {
                Err(Self::Select { why: "a stone is played in one step, by its point".to_owned() })
            }
        }
    }

    /// The parameter that is at fault.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Game(_) => "game",
            Self::Options(_) => "options",
            Self::TooManyTurns { .. } => "turns",
            Self::Turn { field, .. } => field,
            Self::Ply { .. } => "ply",
            Self::Select { .. } => "select",
            Self::Show { .. } => "show",
            Self::Theme => "theme",
        }
    }

    /// The error as the endpoint answers it.
    #[must_use]
    pub fn problem(&self) -> Problem {
        let (number, meant) = match self {
            Self::Turn { number, reason, .. } => (Some(*number), reason.meant()),
            _ => (None, None),
        };
        let meant = meant.map(str::to_owned);
        Problem { error: self.to_string(), field: self.field(), number, meant }
    }
}

impl Problem {
    /// A sentence about nothing in the question.
    pub(crate) const fn sentence(error: String) -> Self {
        Self { error, field: "", number: None, meant: None }
    }
}

/// An error as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// A sentence for a person.
    pub error: String,
    /// The parameter that is at fault; empty where none is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub field: &'static str,
    /// The number of the turn that is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The turn that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
}
