//! Puzzles for pages and the API: finding them by number or day, and trying turns.

use carrick_coach::puzzle::{Answer, Collection, Puzzle};
use carrick_games::GameKind;
use carrick_server::Cost;
use carrick_service::day::{day_named, day_of};
use carrick_service::{PuzzleStep, PuzzleTry, PuzzleTurn, RatingRecord, Userid, day, solve};

use crate::app::App;
use crate::pages::fault::Fault;

/// A puzzle that a path names.
pub(crate) struct NamedPuzzle {
    pub(crate) puzzle: &'static Puzzle,
    /// The day, if it is the puzzle of a day.
    pub(crate) day: Option<u32>,
    /// Its name for people: "Today's Boche", "Boche puzzle 17".
    pub(crate) title: String,
}

impl NamedPuzzle {
    /// Finds a puzzle by its number, by `today`, or by a day such as `2026-11-24`.
    ///
    /// # Errors
    /// When there is no such puzzle or day.
    pub(crate) fn find(kind: GameKind, which: &str, today: u32) -> Result<Self, Fault> {
        let collection = Collection::of(kind);
        let game = kind.title();
        if let Ok(number) = which.parse() {
            let puzzle = collection
                .get(number)
                .filter(|puzzle| puzzle.number.to_string() == which)
                .ok_or(Fault::NotFound("There is no puzzle with this number."))?;
            return Ok(Self { puzzle, day: None, title: format!("{game} puzzle {number}") });
        }
        let (day, title) = match which {
            "today" => (today, format!("Today's {game}")),
            text => {
                let day = day_named(text).ok_or(Fault::PAGE)?;
                (day, format!("{game} of {}", day::in_words(day)))
            }
        };
        if day > today {
            return Err(Fault::NotFound("This day has not come yet; days begin at midnight, UTC."));
        }
        let puzzle = collection.of_day(day).ok_or(Fault::PAGE)?;
        Ok(Self { puzzle, day: Some(day), title })
    }
}

/// Price of the search that answers a wrong turn, in the unit of drawings.
pub(crate) const REFUTATION: Cost = 40;

/// Price of the searches that show how a solved puzzle ends.
pub(crate) const ENDING: Cost = 4 * REFUTATION;

/// Result of a turn; `None` for an illegal turn, which does not count as a try.
pub(crate) const fn what_came(answer: &Answer) -> Option<PuzzleTurn> {
    match answer {
        Answer::Right { .. } => Some(PuzzleTurn::Right),
        Answer::Solved { .. } => Some(PuzzleTurn::Solved),
        Answer::Wrong { .. } => Some(PuzzleTurn::Wrong),
        Answer::Refused { .. } => None,
    }
}

/// Records a member's turn at a puzzle of which they have already found some turns.
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

/// Sentences about a member's tries at a puzzle. `is_shown` says whether the page shows its
/// solution, so that there is nothing left to try.
pub(crate) fn in_words(
    kind: GameKind,
    tried: PuzzleTry,
    rating: Option<RatingRecord>,
    is_shown: bool,
) -> String {
    let tried = match tried {
        PuzzleTry { failed: false, solved: true, .. } => "You solved it at the first try.",
        PuzzleTry { solved: true, .. } => "You solved it, not at the first try.",
        PuzzleTry { failed: true, .. } if is_shown => "Your first try has counted.",
        PuzzleTry { failed: true, .. } => "Your first try has counted; you can go on trying.",
        PuzzleTry { .. } => "The first try counts for your rating.",
    };
    let rating = rating.map(|rating| {
        let (game, rating) = (kind.title(), rating.shown());
        format!(" Your rating as a solver of {game} is {rating}; each game has its own.")
    });
    format!("{tried}{}", rating.unwrap_or_default())
}
