//! Turns in puzzles, judged as on the site.

use carrick_coach::puzzle::{Answer, WinningLine, said};
use carrick_position::PositionQuery;
use serde::{Deserialize, Serialize};

use crate::{QuestionError, answer};

/// Question for a judgement on a turn in a puzzle.
#[derive(Debug, Deserialize)]
struct SolvingQuestion {
    /// The position from which the puzzle starts, after its `turns`.
    #[serde(flatten)]
    position: PositionQuery,
    /// The turns of the solution, separated by blanks.
    solution: String,
    /// Number of the solver's turns found so far.
    found: usize,
    /// The turn as typed; empty to ask only for the position.
    #[serde(default)]
    turn: String,
}

/// Judgement on a turn in a puzzle.
#[derive(Debug, Serialize)]
struct PuzzleJudgement {
    /// `right`, `solved`, `wrong` or `refused`; `untried` before the first turn.
    verdict: &'static str,
    /// The comment on it, as sentences; empty before the first turn.
    said: String,
    /// Number of turns found now.
    found: usize,
    /// The turns that lead to the position from which to continue.
    turns: String,
}

/// Judges a turn in a puzzle: `{ "game", "options", "turns", "solution", "found", "turn" }`, as in
/// the puzzle's line in its collection. The answer has `verdict` (`right`, `solved`, `wrong` or
/// `refused`), `said`, the new number `found`, and the `turns` that lead to the position after the
/// best defence. Without a turn it describes the position in which `found` turns have been found.
///
/// ```
/// let asked = r#"{ "game": "anchor", "turns": "A1", "solution": "B2 C3 D4",
///     "found": 0, "turn": "b2" }"#;
/// let solving = carrick_wasm::solve(asked);
/// let right = r#"{"verdict":"right","said":"B2 it is. "#;
/// assert!(solving.starts_with(right) && solving.contains(r#""turns":"A1 B2 C3""#), "{solving}");
/// let refused = carrick_wasm::solve(&asked.replace("D4", "C3"));
/// assert!(refused.starts_with(r#"{"error":"turn 4 cannot be played"#), "{refused}");
/// ```
#[must_use]
pub fn solve(question: &str) -> String {
    answer(question, solving)
}

fn solving(asked: SolvingQuestion) -> Result<PuzzleJudgement, QuestionError> {
    let SolvingQuestion { position, solution, found, turn } = asked;
    let start = position.game()?;
    let whole =
        PositionQuery { turns: format!("{} {solution}", position.turns), ..position }.game()?;
    let turns = whole.turn_names().split_off(start.ply());
    let line = WinningLine { start: &start, turns: &turns };
    let own_turns = line.own_turns();
    if found > own_turns || (found == own_turns && !turn.is_empty()) {
        return Err(QuestionError::Found { own_turns });
    }
    if turn.is_empty() {
        return Ok(standing(line, found));
    }
    let still = |verdict, said| PuzzleJudgement { verdict, said, ..standing(line, found) };
    Ok(match line.judge(found, &turn) {
        Answer::Right { .. } | Answer::Solved { .. } => standing(line, found + 1),
        Answer::Refused { reason } => still("refused", said::refused(&reason)),
        Answer::Wrong { after, refutation } => {
            let tried = after.last_turn().unwrap_or_default();
            still("wrong", said::refuted(&tried, line, refutation.as_ref()))
        }
    })
}

/// The position after `found` of the solver's turns.
fn standing(line: WinningLine<'_>, found: usize) -> PuzzleJudgement {
    PuzzleJudgement {
        verdict: match found {
            0 => "untried",
            found if found == line.own_turns() => "solved",
            _ => "right",
        },
        said: match found == line.own_turns() && line.after(found).outcome().is_none() {
            true => format!("{} {}", said::found(line, found), said::why(line, &line.ending())),
            false => said::found(line, found),
        },
        found,
        turns: line.after(found).turn_names().join(" "),
    }
}
