//! Rules, engine and coach for a web page: functions that take and return JSON.
//!
//! `cargo xtask wasm` builds this crate for `wasm32-unknown-unknown`; a worker of the page
//! (`assets/engine/worker.js` in `carrick-web`) calls it. On other targets it is an ordinary
//! library, so that tests can check that both play alike: the same seed and nodes give the same
//! turn.
//!
//! Every answer is a JSON object. If it has the field `error`, that explains in a sentence why
//! there is no answer, as in answers of the position endpoint.
//!
//! ```
//! let asked = r#"{ "game": "antipod", "turns": "f14 f9", "level": "level2", "seed": 7 }"#;
//! let turn = carrick_wasm::turn(asked, &|| false);
//! assert!(turn.starts_with(r#"{"turn":""#), "{turn}");
//! let refused = carrick_wasm::turn(r#"{ "game": "chess" }"#, &|| false);
//! assert!(refused.starts_with(r#"{"error":""#), "{refused}");
//! ```

mod analysing;
#[cfg(target_arch = "wasm32")]
pub mod bridge;
mod lessons;
mod puzzles;
mod thinking;

pub use analysing::RunningAnalysis;
pub use lessons::judge;
pub use puzzles::solve;
pub use thinking::{report, turn};

use carrick_engine::LevelError;
use carrick_position::{PositionError, PositionQuery, QueryProblem};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The position of a query, as the position endpoint returns it.
///
/// ```
/// let view = carrick_wasm::position(r#"{ "game": "ankor", "turns": "d3" }"#);
/// assert!(view.contains(r#""said":"Turn 2: X to move.""#), "{view}");
/// ```
#[must_use]
pub fn position(query: &str) -> String {
    answer(query, |query: PositionQuery| Ok(carrick_position::answer(&query)?))
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
enum QuestionError {
    /// The query does not describe a position.
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
    /// The lesson has no such step.
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
    /// The question does not have the expected form.
    #[error("the question is not in the form that was expected: {0}")]
    Form(#[from] serde_json::Error),
}

/// Answers a question, both as JSON.
fn answer<Q: DeserializeOwned, A: Serialize>(
    question: &str,
    of: impl FnOnce(Q) -> Result<A, QuestionError>,
) -> String {
    json(serde_json::from_str(question).map_err(QuestionError::from).and_then(of))
}

/// An answer or a fault as JSON.
fn json<A: Serialize>(answer: Result<A, QuestionError>) -> String {
    let written = match answer {
        Ok(answer) => serde_json::to_string(&answer),
        Err(QuestionError::Position(error)) => serde_json::to_string(&error.problem()),
        Err(other) => serde_json::to_string(&QueryProblem::sentence(other.to_string())),
    };
    // Serialising can't fail: all keys of maps in these types are strings.
    written.unwrap_or_else(|_| r#"{"error":"the answer could not be written"}"#.to_owned())
}
