//! Reviews of finished games.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use carrick_coach::hint::{Found, Hint, Step};
use carrick_coach::review::{Review, Times, View, Worth};
use carrick_games::{AnyGame, Seat};
use carrick_service::{AskedHint, BoardAction, DoneReview, ReviewUnderWay, Scope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::board::BoardPath;
use super::turns::BoardRequest;
use crate::api::request::{Acts, Body, Caller, Named, Reads, Refused, Withheld};
use crate::app::App;
use crate::board::{self, Loaded};
use crate::pages::session::Payer;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(review, ask_for_review)).routes(routes!(hint, ask_for_hint))
}

/// Reviews of a board.
#[derive(Debug, Serialize, ToSchema)]
struct Reviews {
    /// The review there is; absent before the first is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<ReviewView>,
    /// The review that was asked for and is not done.
    #[serde(skip_serializing_if = "Option::is_none")]
    under_way: Option<UnderWay>,
}

/// A review that is not done.
#[derive(Debug, Serialize, ToSchema)]
struct UnderWay {
    /// Its share of the usual time.
    times: u8,
    /// Number of positions that are judged.
    judged: u32,
    /// Number of positions in all.
    positions: usize,
    /// Number of reviews that come before it.
    ahead: u32,
}

/// A review of a game.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewView {
    /// Its share of the usual time.
    times: u8,
    /// The course of the game in a few sentences, to you if you played it.
    summary: String,
    /// How often the game changed hands.
    changes: usize,
    /// The turns at which it did, those with the greatest swings, three at most, in order.
    turning_points: Vec<PointView>,
    /// All turns.
    turns: Vec<ReviewTurn>,
}

/// A turn at which the game changed hands.
#[derive(Debug, Serialize, ToSchema)]
struct PointView {
    /// Number of the turn, from 1.
    ply: usize,
    /// Distance between the values before and after, 0 to 1.
    swing: f32,
    /// Its effect and the better turn, in two sentences.
    told: String,
}

/// A turn with its values, which are those to its player.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewTurn {
    /// Its number, from 1.
    ply: usize,
    turn: String,
    /// Colour that its player holds at the end.
    #[schema(example = "White")]
    colour: &'static str,
    before: Worth,
    after: Worth,
    /// Loss of value by this turn instead of the best one, 0 to 1.
    loss: f32,
    /// The best turn, and those that are likely to follow.
    best: Vec<String>,
    /// The best answer, and the turns that are likely to follow it.
    answer: Vec<String>,
}

/// A review to be made.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReview {
    /// Share of the usual time.
    #[schema(minimum = 1, maximum = 8, example = 1)]
    times: u8,
}

impl UnderWay {
    fn new(under_way: &ReviewUnderWay, board: &Loaded) -> Self {
        let ReviewUnderWay { times, judged, ahead, .. } = under_way;
        let positions = board.record.turns.len() + 1;
        Self { times: times.get(), judged: *judged, positions, ahead: *ahead }
    }
}

impl ReviewView {
    fn new(board: &Loaded, done: &DoneReview, seat: Option<Seat>) -> Option<Self> {
        let review = Review::of(&board.game, &done.judged).ok()?;
        let view = seat.map_or(View::Onlooker, View::Player);
        let points = review.turning_points.iter().map(|point| PointView {
            ply: point.ply,
            swing: point.swing,
            told: review.told(point, view),
        });
        let turns = review.turns.iter().map(|turn| ReviewTurn {
            ply: turn.ply,
            turn: turn.turn.clone(),
            colour: review.colour(turn.seat),
            before: turn.before,
            after: turn.after,
            loss: turn.loss(),
            best: turn.best.clone(),
            answer: turn.answer.clone(),
        });
        Some(Self {
            times: done.times.get(),
            summary: review.summary(view),
            changes: review.changes(),
            turning_points: points.collect(),
            turns: turns.collect(),
        })
    }
}

/// The review of a finished game
///
/// Value of each turn, the turns at which the game changed hands, and a summary. Games against the
/// computer are reviewed by themselves; others when somebody asks.
#[utoipa::path(get, path = "/boards/{game}/{number}/review", tag = "boards",
    security((), ("token" = [])), params(BoardPath),
    responses((status = 200, description = "The reviews", body = Reviews), Withheld, Reads))]
async fn review(
    State(app): State<App>,
    caller: Option<Caller>,
    payer: Payer,
    Named(path): Named<BoardPath>,
) -> Result<Json<Reviews>, Refused> {
    let board = path.load(&app).await?;
    let user = caller.as_ref().map(|caller| &caller.user);
    let Some(found) = board::reviews(&app, &payer, user, &board).await? else {
        return Err(Refused::NotFound(
            "There is no review: a game can be reviewed when it is over and has a turn.",
        ));
    };
    let now = found.map_err(Refused::Conflict)?;
    let seat = board.seat_of(user);
    let cost = board.cost();
    let view = move || Reviews {
        done: now.done.as_ref().and_then(|done| ReviewView::new(&board, done, seat)),
        under_way: now.under_way.as_ref().map(|under_way| UnderWay::new(under_way, &board)),
    };
    Ok(Json(app.draw(&payer, cost, view).await?))
}

/// Ask for a review
///
/// The computer goes through the game when it owes no turn; the answer is 202, or 409 with the
/// reason when the game is not over or too many of your reviews wait. A review that is done with as
/// much time is not made again.
#[utoipa::path(post, path = "/boards/{game}/{number}/review", tag = "boards",
    security(("token" = ["play"])), params(BoardPath), request_body = NewReview,
    responses((status = 202, description = "It is under way, or done"), Acts))]
async fn ask_for_review(
    on: BoardRequest,
    Body(new): Body<NewReview>,
) -> Result<StatusCode, Refused> {
    let times = Times::try_from(new.times)
        .map_err(|error| Refused::Meaningless("times", error.to_string()))?;
    on.carry_out(Scope::Play, BoardAction::Review(Some(times)), None).await?;
    Ok(StatusCode::ACCEPTED)
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
    before: Found,
    after: Found,
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
        let why = || Why { line: hint.line.clone(), before: hint.before, after: hint.after };
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
async fn ask_for_hint(on: BoardRequest, Body(new): Body<NewHint>) -> Result<StatusCode, Refused> {
    let step = Step::try_from(new.step)
        .map_err(|error| Refused::Meaningless("step", error.to_string()))?;
    on.carry_out(Scope::Play, BoardAction::Hint(Some(step)), None).await?;
    Ok(StatusCode::ACCEPTED)
}
