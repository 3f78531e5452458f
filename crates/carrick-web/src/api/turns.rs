//! What can be done on a board.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_service::command::{line_text, turn_text};
use carrick_service::{Action, BoardId, GameCommand, Scope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::act::Call;
use super::board_view::Board;
use super::boards::{BoardPath, show};
use super::caller::Caller;
use super::extract::{Body, Delivery, Named};
use super::problem::{Acts, Refused};
use crate::app::App;
use crate::board;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(turn))
        .routes(routes!(action))
        .routes(routes!(queue, unqueue))
        .routes(routes!(watch, unwatch))
        .routes(routes!(rematch))
}

/// A turn to play.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTurn {
    /// The number the turn must have: `next` of the board as it was seen. A turn that comes late is
    /// refused, and one that comes twice is played once.
    #[schema(minimum = 1, maximum = 100_000, example = 5)]
    number: u32,
    /// One of the board's `legal` turns; `swap` and `pass` are turns too.
    #[schema(example = "f4", min_length = 1, max_length = 16)]
    turn: String,
    /// Something to say with it.
    #[schema(max_length = 4000, pattern = "^[^\\x00]*$")]
    remark: Option<String>,
}

/// What is done on a board beside playing a turn.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ActionName {
    /// Offer a draw.
    Propose,
    /// Ask to take one's last turn back.
    Undo,
    /// Accept what the opponent offers.
    Accept,
    /// Reject it.
    Reject,
    /// Resign; before one's first turn this declines the game, and the board is gone.
    Resign,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAction {
    action: ActionName,
    /// The number of the next turn, if what is asked for is meant for this position and no other.
    #[schema(minimum = 1, maximum = 100_000, example = 5)]
    number: Option<u32>,
}

/// Conditional turns.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewQueue {
    /// `d3 f4, e2 e3`: if d3 then f4, if e2 then e3.
    #[schema(example = "d3 f4, e2 e3", min_length = 1, max_length = 1000)]
    line: String,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewRemark {
    #[schema(example = "Good luck!", min_length = 1, max_length = 4000, pattern = "^[^\\x00]*$")]
    text: String,
}

/// The board after something was done on it.
async fn after(app: &App, caller: &Caller, path: BoardPath) -> Result<Json<Board>, Refused> {
    Ok(Json(show(app, Some(caller), &path.load(app).await?)))
}

/// A board that was just made, and where it is.
pub(super) async fn created(
    app: &App,
    caller: &Caller,
    id: Option<BoardId>,
) -> Result<Response, Refused> {
    let id = id.ok_or(Refused::NotFound("There is no such board any more."))?;
    let loaded = board::load(app, id.kind.name(), &id.number.to_string()).await?;
    let place = format!("/api/v1/boards/{}/{}", id.kind, id.number);
    let body = Json(show(app, Some(caller), &loaded));
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], body).into_response())
}

/// Play a turn
///
/// The answer is the board after it, and after what was queued in answer to it. The same turn with the
/// same number, sent again, is answered as the first was.
#[utoipa::path(post, path = "/boards/{game}/{number}/turns", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewTurn,
    responses((status = 200, description = "The board after the turn", body = Board), Acts))]
async fn turn(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
    Body(new): Body<NewTurn>,
) -> Result<Json<Board>, Refused> {
    caller.may(Scope::Play)?;
    path.load(&app).await?;
    let text = turn_text(&new.turn).filter(|text| !is_action(text)).ok_or_else(|| {
        let sentence = "turn is one of the board's legal turns, such as f4";
        Refused::Meaningless("turn", sentence.to_owned())
    })?;
    let call = Call { app: &app, caller: &caller, delivery };
    let command = GameCommand::Move {
        board: path.id(),
        who: call.who(),
        action: Action::Play(text),
        number: Some(new.number),
    };
    call.of_game(Scope::Play, path.game.into(), command, new.remark).await?;
    after(&app, &caller, path).await
}

/// Whether a word is that of an action, which is no turn.
fn is_action(text: &str) -> bool {
    matches!(text, "propose" | "undo" | "accept" | "reject" | "resign")
}

/// Offer, answer, resign
///
/// Offers a draw, asks to take a turn back, answers such an offer, or resigns. Who resigns before his
/// first turn declines the game: then the board is gone, and the answer is `204`.
#[utoipa::path(post, path = "/boards/{game}/{number}/actions", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewAction,
    responses((status = 200, description = "The board after it", body = Board),
        (status = 204, description = "The game was declined, and the board is gone"), Acts))]
async fn action(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
    Body(new): Body<NewAction>,
) -> Result<Response, Refused> {
    caller.may(Scope::Play)?;
    path.load(&app).await?;
    let action = match new.action {
        ActionName::Propose => Action::Propose,
        ActionName::Undo => Action::Undo,
        ActionName::Accept => Action::Accept,
        ActionName::Reject => Action::Reject,
        ActionName::Resign => Action::Resign,
    };
    let resigns = action == Action::Resign;
    let call = Call { app: &app, caller: &caller, delivery };
    let command =
        GameCommand::Move { board: path.id(), who: call.who(), action, number: new.number };
    call.of_game(Scope::Play, path.game.into(), command, None).await?;
    match after(&app, &caller, path).await {
        Err(Refused::NotFound(_)) if resigns => Ok(StatusCode::NO_CONTENT.into_response()),
        board => Ok(board?.into_response()),
    }
}

/// Queue conditional turns
///
/// What you answer to turns of your opponent. It replaces what was queued before.
#[utoipa::path(put, path = "/boards/{game}/{number}/queue", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewQueue,
    responses((status = 200, description = "The board", body = Board), Acts))]
async fn queue(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
    Body(new): Body<NewQueue>,
) -> Result<Json<Board>, Refused> {
    caller.may(Scope::Play)?;
    path.load(&app).await?;
    let line = line_text(&new.line).ok_or_else(|| {
        let sentence = "line has turns with blanks between, and commas between lines: d3 f4, e2 e3";
        Refused::Meaningless("line", sentence.to_owned())
    })?;
    let call = Call { app: &app, caller: &caller, delivery };
    let command = GameCommand::Queue(path.id(), call.who(), Some(line));
    call.of_game(Scope::Play, path.game.into(), command, None).await?;
    after(&app, &caller, path).await
}

/// Clear the queue
#[utoipa::path(delete, path = "/boards/{game}/{number}/queue", tag = "play",
    security(("token" = ["play"])), params(BoardPath),
    responses((status = 200, description = "The board", body = Board), Acts))]
async fn unqueue(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
) -> Result<Json<Board>, Refused> {
    caller.may(Scope::Play)?;
    path.load(&app).await?;
    let call = Call { app: &app, caller: &caller, delivery };
    let command = GameCommand::Queue(path.id(), call.who(), None);
    call.of_game(Scope::Play, path.game.into(), command, None).await?;
    after(&app, &caller, path).await
}

/// Say something
///
/// To the players and to everybody who watches. The same text twice in a row is said once.
#[utoipa::path(post, path = "/boards/{game}/{number}/remarks", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath), request_body = NewRemark,
    responses((status = 204, description = "It was said"), Acts))]
pub(super) async fn say(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
    Body(new): Body<NewRemark>,
) -> Result<StatusCode, Refused> {
    caller.may(Scope::Chat)?;
    path.load(&app).await?;
    let call = Call { app: &app, caller: &caller, delivery };
    let command = GameCommand::Chat(path.id(), call.who());
    call.of_game(Scope::Chat, path.game.into(), command, Some(new.text)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Watch a board
///
/// Every turn is mailed to you as well.
#[utoipa::path(put, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You watch it"), Acts))]
async fn watch(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
) -> Result<StatusCode, Refused> {
    subscribe(&app, &caller, path, delivery, true).await
}

/// Watch it no more
#[utoipa::path(delete, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You do not watch it"), Acts))]
async fn unwatch(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
) -> Result<StatusCode, Refused> {
    subscribe(&app, &caller, path, delivery, false).await
}

async fn subscribe(
    app: &App,
    caller: &Caller,
    path: BoardPath,
    delivery: Delivery,
    on: bool,
) -> Result<StatusCode, Refused> {
    caller.may(Scope::Chat)?;
    path.load(app).await?;
    let call = Call { app, caller, delivery };
    let command = GameCommand::Subscribe(Some(path.id()), call.who(), on);
    call.of_game(Scope::Chat, path.game.into(), command, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Play it again
///
/// A new board between the same two, with the colours exchanged.
#[utoipa::path(post, path = "/boards/{game}/{number}/rematch", tag = "challenges",
    security(("token" = ["challenge"])), params(BoardPath),
    responses((status = 201, description = "The new board", body = Board,
        headers(("Location" = String, description = "The board's address"))), Acts))]
async fn rematch(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<BoardPath>,
    delivery: Delivery,
) -> Result<Response, Refused> {
    caller.may(Scope::Challenge)?;
    path.load(&app).await?;
    let call = Call { app: &app, caller: &caller, delivery };
    let command = GameCommand::Rematch(path.id(), call.who());
    let id = call.of_game(Scope::Challenge, path.game.into(), command, None).await?;
    created(&app, &caller, id).await
}
