//! Puzzles: positions in which exactly one turn wins, and turns that are tried.

use axum::Json;
use axum::extract::State;
use carrick_coach::puzzle::{Answer, Puzzle, said};
use carrick_games::GameKind;
use carrick_service::day::day_of;
use carrick_service::{PuzzleTry, RatingRecord, Scope};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::games::GameName;
use crate::api::request::{Acts, Body, Caller, Named, Reads, Refused};
use crate::app::App;
use crate::pages::payer::Payer;
use crate::puzzles::{self, REFUTATION};

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(puzzle)).routes(routes!(try_turn))
}

/// Names a puzzle.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct PuzzlePath {
    #[param(inline)]
    game: GameName,
    /// A puzzle's number, `today`, or a day so far such as `2026-11-24`, which begins at midnight,
    /// UTC.
    #[param(example = "today", pattern = "^(today|[0-9]{1,6}|[0-9]{4}-[0-9]{2}-[0-9]{2})$")]
    which: String,
}

/// A puzzle, without its solution.
#[derive(Debug, Serialize, ToSchema)]
struct PuzzleView {
    game: GameName,
    #[schema(minimum = 1, example = 17)]
    number: u32,
    #[schema(example = "-size=4")]
    options: String,
    /// The turns up to the position.
    turns: Vec<String>,
    /// The colour that the solver plays.
    #[schema(example = "Light")]
    to_move: &'static str,
    /// Number of turns to find; the best defence is answered after each but the last.
    #[schema(minimum = 1, maximum = 5, example = 2)]
    own_turns: usize,
    /// The weakest level of the computer that finds the solution, or `beyond`.
    #[schema(example = "level3")]
    grade: String,
    /// Whether it is proved that no other turn wins.
    proved: bool,
    /// Rating of the puzzle; absent until somebody has tried it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// The caller's tries at it; absent without a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    mine: Option<TryView>,
}

/// The caller's tries at a puzzle.
#[derive(Debug, Serialize, ToSchema)]
struct TryView {
    /// Number of turns that were found.
    found: u32,
    /// Whether a wrong turn came before it was solved; the first try counts for the rating.
    failed: bool,
    solved: bool,
}

impl From<PuzzleTry> for TryView {
    fn from(PuzzleTry { found, failed, solved }: PuzzleTry) -> Self {
        Self { found, failed, solved }
    }
}

/// A turn that is tried.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TriedTurn {
    /// Number of turns that were found before; 0 at the beginning.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 4, example = 0)]
    found: u32,
    /// The turn.
    #[schema(example = "f4", min_length = 1, max_length = 16)]
    turn: String,
}

/// Result of a tried turn.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Came {
    /// It is right, and there is more to find.
    Right,
    /// It is right, and nothing more is to be found.
    Solved,
    /// It is legal, and does not win.
    Wrong,
}

/// Answer to a tried turn.
#[derive(Debug, Serialize, ToSchema)]
struct TriedView {
    came: Came,
    /// The opponent's turn after it: the best defence, or what refutes a wrong turn; absent where
    /// the puzzle or the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "e5")]
    reply: Option<String>,
    /// Consequence of a wrong turn, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// The caller's tries at it; absent without a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    mine: Option<TryView>,
}

fn find(app: &App, path: &PuzzlePath) -> Result<&'static Puzzle, Refused> {
    let today = day_of(app.now());
    Ok(puzzles::Named::find(GameKind::from(path.game), &path.which, today)?.puzzle)
}

/// A puzzle
///
/// A position in which exactly one turn wins: by number, or that of a day.
#[utoipa::path(get, path = "/puzzles/{game}/{which}", tag = "puzzles",
    security((), ("token" = [])), params(PuzzlePath),
    responses((status = 200, description = "The puzzle", body = PuzzleView), Reads))]
async fn puzzle(
    State(app): State<App>,
    caller: Option<Caller>,
    Named(path): Named<PuzzlePath>,
) -> Result<Json<PuzzleView>, Refused> {
    let puzzle = find(&app, &path)?;
    let kind = puzzle.kind();
    let rating = app.store.puzzle_ratings(kind).await?.get(&puzzle.number).copied();
    let mine = match caller {
        Some(caller) => {
            let tries = app.store.puzzle_tries(&caller.user, kind).await?;
            Some(tries.get(&puzzle.number).copied().unwrap_or_default().into())
        }
        None => None,
    };
    Ok(Json(PuzzleView {
        game: path.game,
        number: puzzle.number,
        options: puzzle.start.options().to_string(),
        turns: puzzle.start.turn_names(),
        to_move: puzzle.start.colour_to_move().map_or("", |colour| kind.colour_name(colour)),
        own_turns: puzzle.own_turns(),
        grade: puzzle.grade.to_string(),
        proved: puzzle.certainty.is_proved(),
        rating: rating.map(|RatingRecord { rating, .. }| rating.round()),
        mine,
    }))
}

/// Try a turn
///
/// With a token that may play, the first try counts for the caller's rating as a solver. A turn
/// that the rules do not allow is refused and is no try.
#[utoipa::path(post, path = "/puzzles/{game}/{which}/turns", tag = "puzzles",
    security((), ("token" = ["play"])), params(PuzzlePath), request_body = TriedTurn,
    responses((status = 200, description = "What it came to", body = TriedView), Acts))]
async fn try_turn(
    State(app): State<App>,
    caller: Option<Caller>,
    payer: Payer,
    Named(path): Named<PuzzlePath>,
    Body(tried): Body<TriedTurn>,
) -> Result<Json<TriedView>, Refused> {
    if let Some(caller) = &caller {
        caller.may(Scope::Play)?;
    }
    let puzzle = find(&app, &path)?;
    let found = tried.found as usize;
    if found >= puzzle.own_turns() {
        let said = format!("this puzzle has {} turns to find", puzzle.own_turns());
        return Err(Refused::Meaningless("found", said));
    }
    let typed: String = tried.turn.chars().take(40).collect();
    let answer = app.draw(&payer, REFUTATION, move || puzzle.judge(found, &typed)).await?;
    let mine = match (puzzles::what_came(&answer), &caller) {
        (Some(turn), Some(caller)) => {
            Some(puzzles::note(&app, &caller.user, puzzle, found, turn).await?.into())
        }
        _ => None,
    };
    let (came, reply, said) = match answer {
        Answer::Right { reply, .. } => (Came::Right, Some(reply), None),
        Answer::Solved { .. } => (Came::Solved, None, None),
        Answer::Wrong { after, refutation } => {
            let turn = after.last_turn().unwrap_or_default();
            let said = said::refuted(&turn, puzzle.line(), refutation.as_ref());
            (Came::Wrong, refutation.map(|refutation| refutation.turn), Some(said))
        }
        Answer::Refused { reason } => return Err(Refused::Conflict(said::refused(&reason))),
    };
    Ok(Json(TriedView { came, reply, said, mine }))
}
