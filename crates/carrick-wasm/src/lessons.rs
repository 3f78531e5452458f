//! Tries in lessons, judged as on the site.

use carrick_games::GameKind;
use carrick_lessons::{Lesson, TryVerdict};
use carrick_position::PositionError;
use serde::{Deserialize, Serialize};

use crate::{QuestionError, answer};

/// Question for a judgement on a try in a lesson.
#[derive(Debug, Deserialize)]
struct Try {
    game: String,
    /// Number of the step, from 1.
    step: usize,
    /// The turn as typed.
    turn: String,
}

/// Judgement on a try.
#[derive(Debug, Serialize)]
struct TryJudgement {
    /// `right`, `wrong` or `refused`.
    verdict: &'static str,
    /// The comment on it, as sentences.
    said: String,
    /// Whether the try is right and completes the last step.
    last: bool,
}

/// Judges a try: `{ "game": "ankor", "step": 2, "turn": "c2" }`. The answer has `verdict` (`right`,
/// `wrong` or `refused`), `said` and `last`.
///
/// ```
/// let judged = carrick_wasm::judge(r#"{ "game": "ankor", "step": 2, "turn": "c2" }"#);
/// assert!(judged.starts_with(r#"{"verdict":"right","said":""#), "{judged}");
/// ```
#[must_use]
pub fn judge(question: &str) -> String {
    answer(question, |tried| judged(&tried))
}

fn judged(Try { game, step, turn }: &Try) -> Result<TryJudgement, QuestionError> {
    let kind: GameKind = game.parse().map_err(PositionError::from)?;
    let steps = &Lesson::of(kind).steps;
    let here = step.checked_sub(1).and_then(|index| steps.get(index));
    let here = here.ok_or(QuestionError::Step { steps: steps.len() })?;
    Ok(match here.judge(turn) {
        TryVerdict::Right { .. } => {
            let (said, last) = (here.praise.clone(), *step == steps.len());
            TryJudgement { verdict: "right", said, last }
        }
        TryVerdict::Wrong { said } => TryJudgement { verdict: "wrong", said, last: false },
        TryVerdict::Refused { said } => TryJudgement { verdict: "refused", said, last: false },
    })
}
