//! Positions without a board, their analyses, and puzzles.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_coach::puzzle::{Answer, Puzzle, said};
use carrick_games::GameKind;
use carrick_position::{PositionError, PositionQuery, PositionView};
use carrick_service::day::day_of;
use carrick_service::{PuzzleTry, RatingRecord, Scope};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::games::GameName;
use crate::api::request::{Acts, AskBoth, Body, Caller, Named, PATH, Reads, Refused, Unclear};
use crate::app::App;
use crate::board::analysis::{self, Asker, NotAnalysed, PositionToAnalyse, Progress};
use crate::cost::cost_of_query;
use crate::pages::labels;
use crate::pages::session::Payer;
use crate::puzzles::{self, REFUTATION};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(stateless))
        .routes(routes!(ask))
        .routes(routes!(look, stop))
        .routes(routes!(puzzle))
        .routes(routes!(try_turn))
}

/// Colours of a picture.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ThemeName {
    #[default]
    Page,
    Light,
    Dark,
}

impl ThemeName {
    fn word(self) -> String {
        match self {
            Self::Page => "page",
            Self::Light => "light",
            Self::Dark => "dark",
        }
        .to_owned()
    }
}

/// A game, given by its turns.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedGame {
    #[param(inline)]
    game: GameName,
    /// Options, written as in a challenge and separated by spaces.
    #[serde(default)]
    #[param(example = "-radius=4", max_length = 200)]
    options: String,
    /// All turns from the first, separated by spaces or commas.
    #[serde(default)]
    #[param(example = "f4 swap", max_length = 10_000)]
    turns: String,
}

/// Query for a position and its picture.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WantedLook {
    /// Number of turns after which to show the game, even if it was resigned or agreed later. If
    /// left out, the position after all turns, including how the game ended.
    #[param(minimum = 0, maximum = 1000)]
    ply: Option<u32>,
    /// Further turns to try from there, as a preview.
    #[serde(default)]
    #[param(max_length = 1000)]
    then: String,
    /// The place of a cube to move (Ankor) or of a spot to fill (Boche).
    #[serde(default)]
    #[param(max_length = 10)]
    select: String,
    /// Overlays of the picture: words from `overlays` in the answer, separated by spaces or commas.
    /// `solid` adds the coordinates of the places in space.
    #[serde(default)]
    #[param(max_length = 200)]
    show: String,
    #[serde(default)]
    #[param(inline)]
    theme: ThemeName,
}

impl WantedLook {
    /// The query without the game.
    pub(crate) fn query(self) -> PositionQuery {
        PositionQuery {
            ply: self.ply.map(|ply| ply.to_string()).unwrap_or_default(),
            then: self.then,
            select: self.select,
            show: self.show,
            theme: self.theme.word(),
            ..PositionQuery::default()
        }
    }
}

/// A position
///
/// Everything about a position without a board: legal turns, groups, links, the count, how the game
/// ended, and the picture.
#[utoipa::path(get, path = "/position", tag = "games", security((), ("token" = [])),
    params(WantedGame, WantedLook),
    responses((status = 200, description = "The position", body = PositionView), Unclear, Reads))]
async fn stateless(
    State(app): State<App>,
    _: Option<Caller>,
    payer: Payer,
    AskBoth(wanted, look): AskBoth<WantedGame, WantedLook>,
) -> Result<Response, Refused> {
    let query = PositionQuery {
        game: carrick_games::GameKind::from(wanted.game).name().to_owned(),
        options: wanted.options,
        turns: wanted.turns,
        ..look.query()
    };
    Ok(app
        .draw(&payer, 2 * cost_of_query(&query), move || answer(carrick_position::answer(&query)))
        .await?)
}

/// A position as JSON, or what is wrong with the query.
pub(crate) fn answer(view: Result<PositionView, PositionError>) -> Response {
    let refused = |error: PositionError| Refused::Meaningless(error.field(), error.to_string());
    view.map(Json).map_err(refused).into_response()
}

/// A position to analyse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WantedAnalysis {
    game: GameName,
    /// Options, written as in a challenge and separated by spaces.
    #[serde(default)]
    #[schema(example = "-size=4", max_length = 200)]
    options: String,
    /// All turns from the first, separated by spaces or commas.
    #[serde(default)]
    #[schema(example = "d3 c1", max_length = 10_000)]
    turns: String,
    /// Number of best turns to return; 3 if left out.
    #[schema(minimum = 1, maximum = 10)]
    lines: Option<u32>,
    /// Number of positions to search. If left out or too high, the server's limit for boards of
    /// this size applies.
    #[schema(minimum = 1)]
    nodes: Option<u64>,
}

/// An analysis.
#[derive(Debug, Serialize, ToSchema)]
struct AnalysisView {
    /// Name of the analysis. Use it to look at the analysis again.
    name: String,
    #[serde(flatten)]
    progress: Progress,
}

/// Name of an analysis in a path.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct AnalysisPath {
    /// The `name` from the answer to the request.
    #[param(pattern = "^[0-9a-f]{32}$")]
    name: String,
}

const GONE: Refused = Refused::NotFound(
    "This analysis no longer exists: it was cancelled, or it finished long ago. Ask again.",
);

/// Analyse a position
///
/// Queues a search of the position. Fetch it by its name until its state is `done`. Only a few
/// analyses run at the same time, and they give way to the computer's turns. Each program can have
/// one; a new one replaces the previous one. If you send a token, positions of your own running
/// games are not analysed.
#[utoipa::path(post, path = "/analyses", tag = "games", security((), ("token" = [])),
    request_body = WantedAnalysis,
    responses((status = 201, description = "The analysis is queued", body = AnalysisView,
        headers(("Location" = String, description = "URL of the analysis"))), Acts))]
async fn ask(
    State(app): State<App>,
    caller: Option<Caller>,
    payer: Payer,
    Body(wanted): Body<WantedAnalysis>,
) -> Result<Response, Refused> {
    payer.pay(&app, 5).map_err(Refused::TooOften)?;
    let query = PositionQuery {
        game: carrick_games::GameKind::from(wanted.game).name().to_owned(),
        options: wanted.options,
        turns: wanted.turns,
        ..PositionQuery::default()
    };
    let lines = wanted.lines.map(|lines| lines as usize);
    let question = PositionToAnalyse { query, lines, nodes: wanted.nodes };
    let asker = Asker { user: caller.map(|caller| caller.user), is_program: true };
    let name = analysis::ask(&app, &payer, &asker, question).await?;
    let progress = app.analyses.look(&name).ok_or(GONE)?.into();
    let location = [(header::LOCATION, format!("{}/analyses/{name}", PATH))];
    Ok((StatusCode::CREATED, location, Json(AnalysisView { name, progress })).into_response())
}

/// An analysis
///
/// Its place in the queue while it waits, the findings so far while it runs, and finally all
/// findings with a map.
#[utoipa::path(get, path = "/analyses/{name}", tag = "games", security((), ("token" = [])),
    params(AnalysisPath),
    responses((status = 200, description = "The current state of the analysis", body = AnalysisView), Reads))]
async fn look(
    State(app): State<App>,
    _: Option<Caller>,
    Named(AnalysisPath { name }): Named<AnalysisPath>,
) -> Result<Json<AnalysisView>, Refused> {
    let progress = app.analyses.look(&name).ok_or(GONE)?.into();
    Ok(Json(AnalysisView { name, progress }))
}

/// Cancel an analysis
///
/// A finished analysis stays as it is.
#[utoipa::path(delete, path = "/analyses/{name}", tag = "games", security((), ("token" = [])),
    params(AnalysisPath),
    responses((status = 204, description = "The analysis is cancelled"), Acts))]
async fn stop(
    State(app): State<App>,
    _: Option<Caller>,
    Named(AnalysisPath { name }): Named<AnalysisPath>,
) -> Result<StatusCode, Refused> {
    app.analyses.look(&name).ok_or(GONE)?;
    app.analyses.stop(&name);
    Ok(StatusCode::NO_CONTENT)
}

impl From<NotAnalysed> for Refused {
    fn from(not: NotAnalysed) -> Self {
        match not {
            NotAnalysed::Position(error) => Self::Meaningless(error.field(), error.to_string()),
            NotAnalysed::Over(_) => Self::Meaningless("turns", labels::sentence(&not)),
            NotAnalysed::Running(_) => Self::Conflict(labels::sentence(&not)),
            NotAnalysed::Away(away) => away.into(),
            NotAnalysed::Failed(fault) => fault.into(),
        }
    }
}

#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct PuzzlePath {
    #[param(inline)]
    game: GameName,
    /// A puzzle's number, `today`, or a past day such as `2026-11-24`. Days begin at midnight UTC.
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
    /// Number of turns to find. After each of them except the last, the answer contains the best
    /// defence.
    #[schema(minimum = 1, maximum = 5, example = 2)]
    own_turns: usize,
    /// The weakest level of the computer that finds the solution, or `beyond` if none does.
    #[schema(example = "level3")]
    grade: String,
    /// Whether it is proved that no other turn wins.
    proved: bool,
    /// Rating of the puzzle; absent until someone has tried it.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<f64>,
    /// The caller's progress; absent without a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    mine: Option<TryView>,
}

/// The caller's progress with a puzzle.
#[derive(Debug, Serialize, ToSchema)]
struct TryView {
    /// Number of turns found so far.
    found: u32,
    /// Whether the caller played a wrong turn before solving it; only the first try counts for the
    /// rating.
    failed: bool,
    solved: bool,
}

impl From<PuzzleTry> for TryView {
    fn from(PuzzleTry { found, failed, solved }: PuzzleTry) -> Self {
        Self { found, failed, solved }
    }
}

/// A turn to try.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TriedTurn {
    /// Number of turns found before this one; 0 at the start.
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
    /// The turn is right, and there are more to find.
    Right,
    /// The turn is right, and the puzzle is solved.
    Solved,
    /// The turn is legal but does not win.
    Wrong,
}

/// Answer to a tried turn.
#[derive(Debug, Serialize, ToSchema)]
struct TriedView {
    came: Came,
    /// The opponent's reply: the best defence, or the refutation of a wrong turn; absent if the
    /// puzzle or the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "e5")]
    reply: Option<String>,
    /// What a wrong turn leads to, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// The caller's progress; absent without a token.
    #[serde(skip_serializing_if = "Option::is_none")]
    mine: Option<TryView>,
}

fn find(app: &App, path: &PuzzlePath) -> Result<&'static Puzzle, Refused> {
    let today = day_of(app.now());
    Ok(puzzles::NamedPuzzle::find(GameKind::from(path.game), &path.which, today)?.puzzle)
}

/// A puzzle
///
/// A position in which exactly one turn wins. Name it by its number or by a day.
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
/// If your token may play, the first try counts for your rating as a solver. A turn that the rules
/// do not allow is refused and does not count as a try.
#[utoipa::path(post, path = "/puzzles/{game}/{which}/turns", tag = "puzzles",
    security((), ("token" = ["play"])), params(PuzzlePath), request_body = TriedTurn,
    responses((status = 200, description = "The result of the turn", body = TriedView), Acts))]
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
