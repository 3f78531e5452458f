//! Hints in practice games.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use carrick_coach::hint::{Found, Hint, Step};
use carrick_games::AnyGame;
use carrick_service::{AskedHint, GameCommand, Scope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::act::OnBoard;
use super::board::BoardPath;
use crate::api::request::{Acts, Body, Named, Reads, Refused};
use crate::app::App;
use crate::pages::payer::Payer;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(hint, ask_for_hint))
}

/// The hint that was asked for in the present position of a board.
#[derive(Debug, Serialize, ToSchema)]
struct HintView {
    /// Generation of the board for which it was asked.
    generation: u32,
    /// Number of hints that come before it; absent when it is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    ahead: Option<u32>,
    /// The last step that is told, 1 to 3; absent until it is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 3)]
    step: Option<u8>,
    /// The hint in words, a text for each step; empty until it is found.
    told: Vec<String>,
    /// Step 1: the places to look at; empty for a turn without a place.
    places: Vec<String>,
    /// From step 2 on: the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    /// Step 3: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

/// Reason of a hint. Values are those to its player.
#[derive(Debug, Serialize, ToSchema)]
struct Why {
    /// The turn and those that are likely to follow.
    line: Vec<String>,
    before: FoundView,
    after: FoundView,
}

/// Value of a position, and the search that found it.
#[derive(Debug, Serialize, ToSchema)]
struct FoundView {
    /// 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    value: f32,
    /// Whether it is proved; then it is 0, one half or 1.
    proved: bool,
    /// Number of positions that were searched.
    nodes: u64,
}

impl From<Found> for FoundView {
    fn from(Found { value, proved, nodes }: Found) -> Self {
        Self { value, proved, nodes }
    }
}

impl HintView {
    fn new(game: &AnyGame, asked: &AskedHint) -> Self {
        let waits = Self {
            generation: asked.generation,
            ahead: Some(asked.ahead),
            step: None,
            told: Vec::new(),
            places: Vec::new(),
            turn: None,
            why: None,
        };
        match asked.shown() {
            None => waits,
            Some((hint, step)) => Self::found(game, hint, step, waits),
        }
    }

    fn found(game: &AnyGame, hint: &Hint, step: Step, waits: Self) -> Self {
        let why = || Why {
            line: hint.line.clone(),
            before: hint.before.into(),
            after: hint.after.into(),
        };
        Self {
            ahead: None,
            step: Some(step.number()),
            told: hint.told(game, step),
            places: hint.region(game),
            turn: (step >= Step::Turn).then(|| hint.turn().to_owned()),
            why: (step >= Step::Why).then(why),
            ..waits
        }
    }
}

/// Step of a hint to be told.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewHint {
    /// 1 says where to look, 2 which turn, 3 why.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    step: u8,
}

/// The hint in the present position
///
/// As far as it was asked for; 404 when none was.
#[utoipa::path(get, path = "/boards/{game}/{number}/hint", tag = "boards",
    security((), ("token" = [])), params(BoardPath),
    responses((status = 200, description = "The hint", body = HintView), Reads))]
async fn hint(
    State(app): State<App>,
    payer: Payer,
    Named(path): Named<BoardPath>,
) -> Result<Json<HintView>, Refused> {
    let board = path.load(&app).await?;
    let Some(asked) = board.hint.clone() else {
        return Err(Refused::NotFound(
            "No hint was asked for in this position; in a practice game it can be, on your turn.",
        ));
    };
    let cost = board.cost();
    Ok(Json(app.draw(&payer, cost, move || HintView::new(&board.game, &asked)).await?))
}

/// Ask for a hint, or for its next step
///
/// In practice games, on your turn. The first request marks the game and begins a search, whose
/// hint is told up to step 1; a later one tells more of the same hint. The answer is 202, or 409
/// with the reason.
#[utoipa::path(post, path = "/boards/{game}/{number}/hint", tag = "boards",
    security(("token" = ["play"])), params(BoardPath), request_body = NewHint,
    responses((status = 202, description = "It is looked for, or told"), Acts))]
async fn ask_for_hint(on: OnBoard, Body(new): Body<NewHint>) -> Result<StatusCode, Refused> {
    let step = Step::try_from(new.step)
        .map_err(|error| Refused::Meaningless("step", error.to_string()))?;
    let command = |board, who| GameCommand::Hint(board, who, Some(step));
    on.carry_out(Scope::Play, command, None).await?;
    Ok(StatusCode::ACCEPTED)
}
