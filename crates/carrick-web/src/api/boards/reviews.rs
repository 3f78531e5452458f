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
    /// The latest finished review; absent until there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<ReviewView>,
    /// The requested review, until it is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    under_way: Option<UnderWay>,
}

/// A review that is not finished.
#[derive(Debug, Serialize, ToSchema)]
struct UnderWay {
    /// Its time, as a multiple of the usual time.
    times: u8,
    /// Number of positions judged so far.
    judged: u32,
    /// Total number of positions.
    positions: usize,
    /// Number of reviews ahead of it in the queue.
    ahead: u32,
}

/// A review of a game.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewView {
    /// Its time, as a multiple of the usual time.
    times: u8,
    /// The course of the game in a few sentences, addressed to you if you played it.
    summary: String,
    /// Number of times the lead changed.
    changes: usize,
    /// Up to three turns at which the lead changed, those with the largest swings, in order.
    turning_points: Vec<PointView>,
    /// All turns.
    turns: Vec<ReviewTurn>,
}

/// A turn at which the lead changed.
#[derive(Debug, Serialize, ToSchema)]
struct PointView {
    /// Number of the turn, from 1.
    ply: usize,
    /// Difference between the values before and after, 0 to 1.
    swing: f32,
    /// What it changed and which turn was better, in two sentences.
    told: String,
}

/// A turn with its values, from its player's point of view.
#[derive(Debug, Serialize, ToSchema)]
struct ReviewTurn {
    /// Its number, from 1.
    ply: usize,
    turn: String,
    /// The colour that its player has at the end of the game.
    #[schema(example = "White")]
    colour: &'static str,
    before: Worth,
    after: Worth,
    /// How much value this turn lost compared with the best one, 0 to 1.
    loss: f32,
    /// The best turn, followed by the likely continuation.
    best: Vec<String>,
    /// The best reply, followed by the likely continuation.
    answer: Vec<String>,
}

/// A request for a review.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReview {
    /// Its time, as a multiple of the usual time.
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
/// The value of each turn, the turns at which the lead changed, and a summary. Games against the
/// computer are reviewed automatically, others on request.
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
/// The computer reviews the game when it has no turns to play. The answer is 202, or 409 with the
/// reason, for instance that the game is not over or that too many of your reviews are waiting. If
/// a review with at least as much time exists, it is kept.
#[utoipa::path(post, path = "/boards/{game}/{number}/review", tag = "boards",
    security(("token" = ["play"])), params(BoardPath), request_body = NewReview,
    responses((status = 202, description = "The review is queued, or already done"), Acts))]
async fn ask_for_review(
    on: BoardRequest,
    Body(new): Body<NewReview>,
) -> Result<StatusCode, Refused> {
    let times = Times::try_from(new.times)
        .map_err(|error| Refused::Meaningless("times", error.to_string()))?;
    on.carry_out(Scope::Play, BoardAction::Review(Some(times)), None).await?;
    Ok(StatusCode::ACCEPTED)
}

/// The hint requested for the current position of a board.
#[derive(Debug, Serialize, ToSchema)]
struct HintView {
    /// The board's generation when the hint was requested.
    generation: u32,
    /// Number of hints ahead of it in the queue; absent once it is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    ahead: Option<u32>,
    /// The last step given, 1 to 3; absent until the hint is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 3)]
    step: Option<u8>,
    /// The hint in words, one text per step; empty until it is found.
    told: Vec<String>,
    /// Step 1: the places to look at; empty if the turn has no place.
    places: Vec<String>,
    /// From step 2: the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    /// Step 3: the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

/// Reason for a hint. Values are from the player's point of view.
#[derive(Debug, Serialize, ToSchema)]
struct Why {
    /// The turn, followed by the likely continuation.
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

/// A request for a step of a hint.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewHint {
    /// 1 for where to look, 2 for the turn, 3 for the reason.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    step: u8,
}

/// The hint for the current position
///
/// The steps that you have asked for so far; 404 if you have not asked.
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
            "No hint was requested here. In a practice game, you can ask for one on your turn.",
        ));
    };
    let cost = board.cost();
    Ok(Json(app.draw(&payer, cost, move || HintView::new(&board.game, &asked)).await?))
}

/// Ask for a hint, or for its next step
///
/// In practice games, on your turn. The first request marks the game as played with hints, starts a
/// search and reveals step 1 of its hint; later requests reveal more of the same hint. The answer
/// is 202, or 409 with the reason.
#[utoipa::path(post, path = "/boards/{game}/{number}/hint", tag = "boards",
    security(("token" = ["play"])), params(BoardPath), request_body = NewHint,
    responses((status = 202, description = "The hint is being searched for, or the step is available"), Acts))]
async fn ask_for_hint(on: BoardRequest, Body(new): Body<NewHint>) -> Result<StatusCode, Refused> {
    let step = Step::try_from(new.step)
        .map_err(|error| Refused::Meaningless("step", error.to_string()))?;
    on.carry_out(Scope::Play, BoardAction::Hint(Some(step)), None).await?;
    Ok(StatusCode::ACCEPTED)
}
