//! Answers as JSON.

use carrick_position::QueryProblem;
use serde::Serialize;

use crate::asked::QuestionError;

/// An answer or a fault as JSON.
pub(crate) fn json<T: Serialize>(answer: Result<T, QuestionError>) -> String {
    let written = match answer {
        Ok(answer) => serde_json::to_string(&answer),
        Err(fault) => serde_json::to_string(&problem(&fault)),
    };
    // No type that is written here has a map whose keys are no texts, or fails otherwise.
    written.unwrap_or_else(|_| r#"{"error":"the answer could not be written"}"#.to_owned())
}

fn problem(fault: &QuestionError) -> QueryProblem {
    match fault {
        QuestionError::Position(error) => error.problem(),
        other => QueryProblem::sentence(other.to_string()),
    }
}
