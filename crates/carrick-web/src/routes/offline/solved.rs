//! Handing in answers to a puzzle that were given off line: they are judged here, and count as if
//! they were given now.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use carrick_coach::puzzle::{Collection, Puzzle};
use carrick_games::GameKind;
use carrick_position::Problem;
use carrick_server::Budget;
use carrick_service::PuzzleTurn;
use carrick_service::day::day_of;
use serde::Serialize;

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::session::Visitor;
use crate::puzzles;

/// Maximum number of turns that are handed in together.
const MOST_TRIES: usize = 200;

/// A turn that was tried.
#[derive(Debug)]
struct Tried {
    /// Number of turns that were found before.
    found: usize,
    came: PuzzleTurn,
}

/// Answer to a form whose turns were taken.
#[derive(Debug, Serialize)]
struct Taken {
    /// Sentences for the reader.
    said: String,
}

pub(super) async fn hand_in(
    State(app): State<App>,
    visitor: Option<Visitor>,
    fields: Fields,
) -> Result<Response, Fault> {
    let Some(member) = visitor.filter(|visitor| !visitor.guest) else {
        let said = "Nobody with an account is signed in here; sign in, and your answers are \
                    handed in.";
        return Ok(refused(StatusCode::UNAUTHORIZED, said.to_owned()));
    };
    // Each is stored; ten count as one turn on a board.
    let count = 1 + fields.text("tries").split_whitespace().count() / 10;
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    app.charge_all(&[(Budget::Act, member.id().as_str())], count)?;
    let (puzzle, tries) = match answers(&fields) {
        Ok(answers) => answers,
        Err(said) => return Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, said)),
    };
    let kind = puzzle.kind();
    for Tried { found, came } in tries {
        puzzles::note(&app, member.id(), puzzle, found, came).await?;
    }
    let tried = app.store.puzzle_tries(member.id(), kind).await?;
    let tried = tried.get(&puzzle.number).copied().unwrap_or_default();
    let rating = app.store.solver_ratings(member.id()).await?.get(&kind).copied();
    let today = Collection::of(kind).of_day(day_of(app.now()));
    let streak = match today.is_some_and(|today| today.number == puzzle.number) {
        _ if !tried.solved => "",
        true => " It counts for your streak.",
        false => " Its day is over, so your streak is as it was.",
    };
    // Without a turn the last of them gave up, and has seen the solution.
    let is_shown = fields.text("tries").trim_end().ends_with(':');
    let said = format!("Handed in. {}{streak}", puzzles::in_words(tried, rating, is_shown));
    Ok(Json(Taken { said }).into_response())
}

fn refused(status: StatusCode, said: String) -> Response {
    (status, Json(Problem::sentence(said))).into_response()
}

/// The puzzle and the turns of a form, judged.
///
/// # Errors
/// A sentence that says what is wrong.
fn answers(fields: &Fields) -> Result<(&'static Puzzle, Vec<Tried>), String> {
    let game = fields.text("game");
    let kind: GameKind =
        game.parse().map_err(|error| format!("The answers were not taken: {error}."))?;
    let puzzle = fields.text("number").parse().ok().and_then(|n| Collection::of(kind).get(n));
    let puzzle = puzzle.ok_or_else(|| {
        format!("There is no puzzle of {} of this number, so nothing was taken.", kind.title())
    })?;
    let words: Vec<&str> = fields.text("tries").split_whitespace().collect();
    if words.is_empty() || words.len() > MOST_TRIES {
        return Err(format!("Between 1 and {MOST_TRIES} turns can be handed in at a time."));
    }
    let tries: Result<Vec<_>, String> =
        words.into_iter().map(|word| judged(puzzle, word)).collect();
    Ok((puzzle, tries?))
}

/// A turn after the number of turns that were found before it, such as `0:c3`; without a turn the
/// reader gave up there.
fn judged(puzzle: &Puzzle, word: &str) -> Result<Tried, String> {
    let malformed =
        || "A turn that is handed in follows the number of turns found before it, as in 0:c3.";
    let (found, turn) = word.split_once(':').ok_or_else(malformed)?;
    let found: usize = found.parse().map_err(|_| malformed())?;
    let own_turns = puzzle.own_turns();
    if found >= own_turns {
        return Err(format!("This puzzle has {own_turns} turns to find, and no more."));
    }
    if turn.is_empty() {
        return Ok(Tried { found, came: PuzzleTurn::Wrong });
    }
    let (_, is_right) = puzzle.line().tried(found, turn).map_err(|reason| {
        format!("{turn} cannot be played where it was tried, so nothing was taken: {reason}.")
    })?;
    let came = match is_right {
        true if found + 1 == own_turns => PuzzleTurn::Solved,
        true => PuzzleTurn::Right,
        false => PuzzleTurn::Wrong,
    };
    Ok(Tried { found, came })
}
