//! Tries at puzzles: what a turn changes.

use super::rate_solver;
use crate::state::{PuzzleStanding, PuzzleStep, PuzzleTried, PuzzleTry, PuzzleTurn};

/// The effect of a turn at a puzzle; `None` when it changes nothing, as a turn that was found out
/// of order, or one at a puzzle that is solved.
///
/// The first try counts: the ratings change when somebody errs for the first time or solves it
/// without having erred.
///
/// ```
/// use carrick_games::GameKind;
/// use carrick_service::{PuzzleStanding, PuzzleStep, PuzzleTurn, RatingRecord, solve};
/// let step = PuzzleStep {
///     kind: GameKind::Boche,
///     number: 1,
///     found: 0,
///     turn: PuzzleTurn::Solved,
///     day: Some(14_000),
///     begins_at: RatingRecord::default(),
/// };
/// let tried = solve(&PuzzleStanding::default(), &step).unwrap();
/// assert!(tried.tried.solved && tried.day == Some(14_000));
/// assert!(tried.ratings.unwrap()[0].rating > 1500.0);
/// let standing = PuzzleStanding { tried: tried.tried, ..PuzzleStanding::default() };
/// assert_eq!(solve(&standing, &step), None);
/// ```
#[must_use]
pub fn solve(standing: &PuzzleStanding, step: &PuzzleStep) -> Option<PuzzleTried> {
    let before = standing.tried;
    let tried = after(before, step);
    if tried == before {
        return None;
    }
    let counts = tried.is_rated() && !before.is_rated();
    let ratings = counts.then(|| {
        let solver = standing.solver.unwrap_or_default();
        rate_solver([solver, standing.puzzle.unwrap_or(step.begins_at)], !tried.failed)
    });
    let day = step.day.filter(|_| tried.solved);
    Some(PuzzleTried { kind: step.kind, number: step.number, tried, day, ratings })
}

/// The tries after a turn.
fn after(before: PuzzleTry, step: &PuzzleStep) -> PuzzleTry {
    match step.turn {
        PuzzleTurn::Wrong => PuzzleTry { failed: before.failed || !before.solved, ..before },
        PuzzleTurn::Right | PuzzleTurn::Solved if step.found != before.found => before,
        PuzzleTurn::Right => PuzzleTry { found: before.found + 1, ..before },
        PuzzleTurn::Solved => PuzzleTry { found: before.found + 1, solved: true, ..before },
    }
}
