//! Questions as JSON, parsed once into types.

use carrick_engine::{Level, LevelError};
use carrick_position::{PositionError, PositionQuery};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum QuestionError {
    /// The position is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// There is no such level.
    #[error(transparent)]
    Level(#[from] LevelError),
    /// The game is over.
    #[error("the game is over: {sentence}")]
    Over {
        /// How it ended, without a full stop.
        sentence: String,
    },
    /// The game has no such lesson.
    #[error("the lesson has steps 1 to {steps}")]
    Step {
        /// Number of its steps.
        steps: usize,
    },
    /// The puzzle has no such turn.
    #[error("the puzzle has {own_turns} turns to find")]
    Found {
        /// Number of the solver's turns.
        own_turns: usize,
    },
    /// The question is not in the form that this program understands.
    #[error("the question is not in the form that was expected: {0}")]
    Form(#[from] serde_json::Error),
}

/// Parses a question.
pub(crate) fn asked<T: DeserializeOwned>(text: &str) -> Result<T, QuestionError> {
    Ok(serde_json::from_str(text)?)
}

/// Question for a turn of the computer.
#[derive(Debug, Deserialize)]
pub(crate) struct TurnQuestion {
    #[serde(flatten)]
    pub(crate) position: PositionQuery,
    /// `level3` or `novice1`.
    #[serde(default)]
    pub(crate) level: String,
    #[serde(default)]
    pub(crate) seed: u64,
    /// Maximum number of nodes; without it as many as the level has, and for the strongest level
    /// as many as there is time for.
    pub(crate) nodes: Option<u64>,
}

impl TurnQuestion {
    pub(crate) fn level(&self) -> Result<Level, QuestionError> {
        Ok(self.level.parse()?)
    }
}

/// Question for a report of a search.
#[derive(Debug, Deserialize)]
pub(crate) struct ReportQuestion {
    #[serde(flatten)]
    pub(crate) position: PositionQuery,
    #[serde(default)]
    pub(crate) seed: u64,
    pub(crate) nodes: u64,
}

/// Question for a judgement on a try in a lesson.
#[derive(Debug, Deserialize)]
pub(crate) struct Try {
    pub(crate) game: String,
    /// Number of the step, from 1.
    pub(crate) step: usize,
    /// The turn as it was typed.
    pub(crate) turn: String,
}
