//! Tries at puzzles: how a turn is answered, and what an account keeps of it.

use carrick_coach::puzzle::{Answer, Collection, Puzzle};
use carrick_engine::node_microseconds;
use carrick_server::Cost;
use carrick_service::{RatingRecord, Userid, rate_solver};
use carrick_store::{PuzzleStep, PuzzleTry, PuzzleTurn};

use super::day::day_of;
use crate::app::App;
use crate::pages::fault::Fault;

/// Time for the search that answers a wrong turn, in microseconds.
const REFUTATION_MICROSECONDS: u64 = 40_000;

/// Price of that search, in the unit of drawings.
pub(crate) const REFUTATION: Cost = 40;

/// The answer to a turn as it was typed, when so many were found before.
pub(crate) fn answer(puzzle: &Puzzle, found: usize, typed: &str) -> Answer {
    let nodes = REFUTATION_MICROSECONDS.div_ceil(node_microseconds(puzzle.start.options()));
    puzzle.answer(found, typed, nodes)
}

/// Result of a turn; `None` for a slip of the pen, which is no try.
pub(crate) const fn what_came(answer: &Answer) -> Option<PuzzleTurn> {
    match answer {
        Answer::Right { .. } => Some(PuzzleTurn::Right),
        Answer::Solved { .. } => Some(PuzzleTurn::Solved),
        Answer::Wrong { .. } => Some(PuzzleTurn::Wrong),
        Answer::Refused { .. } => None,
    }
}

/// Notes a member's turn at a puzzle, when so many were found before.
///
/// # Errors
/// When the database fails.
pub(crate) async fn note(
    app: &App,
    member: &Userid,
    puzzle: &Puzzle,
    found: usize,
    turn: PuzzleTurn,
) -> Result<PuzzleTry, Fault> {
    let (kind, today) = (puzzle.kind(), day_of(app.now()));
    let of_today = Collection::of(kind).of_day(today);
    let step = PuzzleStep {
        kind,
        number: puzzle.number,
        found: u32::try_from(found).unwrap_or(u32::MAX),
        turn,
        day: of_today.filter(|one| one.number == puzzle.number).map(|_| today),
        begins_at: RatingRecord { rating: puzzle.grade.rating(), ..RatingRecord::default() },
    };
    Ok(app.store.note_puzzle(member, &step, rate_solver).await?)
}
