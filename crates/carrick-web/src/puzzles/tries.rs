//! Tries at puzzles: what an account keeps of a turn.

use carrick_coach::puzzle::{Answer, Collection, Puzzle};
use carrick_server::Cost;
use carrick_service::day::day_of;
use carrick_service::{PuzzleStep, PuzzleTry, PuzzleTurn, RatingRecord, Userid, solve};

use crate::app::App;
use crate::pages::fault::Fault;

/// Price of the search that answers a wrong turn, in the unit of drawings.
pub(crate) const REFUTATION: Cost = 40;

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
        begins_at: RatingRecord {
            rating: puzzle.grade.rating(puzzle.start.kind()),
            ..RatingRecord::default()
        },
    };
    Ok(app.store.note_puzzle(member, &step, solve).await?)
}

/// Sentences about a member's tries at a puzzle; `is_shown` says whether its solution stands beside
/// them, so that there is nothing left to try.
pub(crate) fn in_words(tried: PuzzleTry, rating: Option<RatingRecord>, is_shown: bool) -> String {
    let tried = match tried {
        PuzzleTry { failed: false, solved: true, .. } => "You solved it at the first try.",
        PuzzleTry { solved: true, .. } => "You solved it, not at the first try.",
        PuzzleTry { failed: true, .. } if is_shown => "Your first try has counted.",
        PuzzleTry { failed: true, .. } => "Your first try has counted; you can go on trying.",
        PuzzleTry { .. } => "The first try counts for your rating.",
    };
    let rating = rating.map(|rating| format!(" Your rating as a solver is {}.", rating.shown()));
    format!("{tried}{}", rating.unwrap_or_default())
}
