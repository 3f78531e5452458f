//! Errors of position queries.

use carrick_games::{Illegal, OptionError, TurnError, UnknownGame};
use serde::Serialize;

use super::request::{MAX_TURNS, SHOW_WORDS};

/// Reason why a query has no position.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PositionError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The options are not valid for the game.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// More turns than are replayed for strangers.
    #[error("these are {given} turns; a position is shown after at most {MAX_TURNS}")]
    TooManyTurns {
        /// Number of turns given.
        given: usize,
    },
    /// An illegal turn.
    #[error("turn {number} cannot be played: {reason}")]
    Turn {
        /// Its number, from 1 at the beginning of the game.
        number: usize,
        /// The parameter it stands in: `turns` or `then`.
        field: &'static str,
        /// The reason.
        reason: TurnError<Illegal>,
    },
    /// `ply` is no number of turns of the game.
    #[error("ply must be a number from 0 to {played}, the number of turns played")]
    Ply {
        /// Number of turns of the game.
        played: usize,
    },
    /// Nothing can be selected at the place.
    #[error("nothing can be chosen there: {why}")]
    Select {
        /// The reason.
        why: String,
    },
    /// An unknown word in `show`.
    #[error("word {number} of show is not known; the words are {SHOW_WORDS}")]
    Show {
        /// Its number, from 1.
        number: usize,
    },
    /// An unknown theme.
    #[error("theme is one of page, light and dark")]
    Theme,
}

impl PositionError {
    /// Refuses a selection in the games of stones, where a turn is a single choice.
    pub(crate) fn unless_unselected(select: Option<&str>) -> Result<(), Self> {
        match select {
            None => Ok(()),
            Some(_) => {
                Err(Self::Select { why: "a stone is played in one step, by its point".to_owned() })
            }
        }
    }

    /// The parameter at fault.
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

    /// The error as the endpoint's response.
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
    /// An error that is not about a parameter.
    #[must_use]
    pub const fn sentence(error: String) -> Self {
        Self { error, field: "", number: None, meant: None }
    }
}

/// An error as JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Explanation as a sentence.
    pub error: String,
    /// The parameter at fault; empty for none.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub field: &'static str,
    /// Number of the turn at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The turn that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
}
