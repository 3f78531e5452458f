//! Actions on a board: turns, offers, chat, conditional turns, watching.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use carrick_service::command::{line_text, turn_text};
use carrick_service::{Action, GameCommand, Scope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::act::OnBoard;
use super::board::BoardPath;
use crate::api::request::{Acts, Body, Refused};
use crate::api::views::Board;
use crate::app::App;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
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
    /// The number the turn must have: `next` of the board as you saw it. A turn that comes late is
    /// refused, and one that comes twice is played once.
    #[schema(minimum = 1, maximum = 100_000, example = 5)]
    number: u32,
    /// The board's `generation` as you saw it. After an undo, numbers are used a second time; a
    /// turn without a generation is then refused, since it may be meant for a turn that was taken
    /// back.
    #[schema(example = 4)]
    generation: Option<u32>,
    /// One of the board's `legal` turns; `swap` and `pass` are turns too.
    #[schema(example = "f4", min_length = 1, max_length = 16)]
    turn: String,
    /// A remark to go with it; for that the token needs the scope `chat` too.
    #[schema(max_length = 4000, pattern = "^[^\\x00]*$")]
    remark: Option<String>,
}

/// Actions beside playing a turn.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ActionName {
    /// Offer a draw.
    Propose,
    /// Ask to take one's last turn back.
    Undo,
    /// Accept the opponent's offer.
    Accept,
    /// Reject the opponent's offer.
    Reject,
    /// Resign; before one's first turn this declines the game, and the board is gone.
    Resign,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAction {
    action: ActionName,
    /// The number of the next turn; the action is refused if the position is another one.
    #[schema(minimum = 1, maximum = 100_000, example = 5)]
    number: Option<u32>,
    /// The board's `generation` as you saw it; the action is refused if the board has another one
    /// now.
    #[schema(example = 4)]
    generation: Option<u32>,
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
pub(in crate::api) struct NewRemark {
    #[schema(example = "Good luck!", min_length = 1, max_length = 4000, pattern = "^[^\\x00]*$")]
    text: String,
}

/// Play a turn
///
/// The answer is the board after the turn, and after the conditional turn that answers it, if one
/// is queued. The same turn with the same number, sent again, gets the same answer.
#[utoipa::path(post, path = "/boards/{game}/{number}/turns", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewTurn,
    responses((status = 200, description = "The board after the turn", body = Board), Acts))]
async fn turn(on: OnBoard, Body(new): Body<NewTurn>) -> Result<Json<Board>, Refused> {
    let is_turn = |text: &String| Action::named(text).is_none();
    let text = turn_text(&new.turn).filter(is_turn).ok_or_else(|| {
        let sentence = "turn is one of the board's legal turns, such as f4";
        Refused::Meaningless("turn", sentence.to_owned())
    })?;
    counted(Some(new.number))?;
    if new.remark.is_some() {
        on.may(Scope::Chat)?;
    }
    let (action, number) = (Action::Play(text), Some(new.number));
    let command = |board, who| GameCommand::Move { board, who, action, number };
    on.as_seen(Scope::Play, command, new.remark, new.generation).await?;
    on.board().await
}

/// # Errors
/// When there can be no turn of this number.
fn counted(number: Option<u32>) -> Result<(), Refused> {
    match number {
        Some(0) => Err(Refused::Meaningless("number", "number counts turns from 1 on".to_owned())),
        _ => Ok(()),
    }
}

/// Offer, answer, resign
///
/// Offers a draw, asks to take a turn back, answers such an offer, or resigns. Resigning before
/// your first turn declines the game: then the board is gone, and the answer is `204`.
#[utoipa::path(post, path = "/boards/{game}/{number}/actions", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewAction,
    responses((status = 200, description = "The board after it", body = Board),
        (status = 204, description = "The game was declined, and the board is gone"), Acts))]
async fn action(on: OnBoard, Body(new): Body<NewAction>) -> Result<Response, Refused> {
    let action = match new.action {
        ActionName::Propose => Action::Propose,
        ActionName::Undo => Action::Undo,
        ActionName::Accept => Action::Accept,
        ActionName::Reject => Action::Reject,
        ActionName::Resign => Action::Resign,
    };
    counted(new.number)?;
    let resigns = action == Action::Resign;
    let command = |board, who| GameCommand::Move { board, who, action, number: new.number };
    on.as_seen(Scope::Play, command, None, new.generation).await?;
    match on.board().await {
        Err(Refused::NotFound(_)) if resigns => Ok(StatusCode::NO_CONTENT.into_response()),
        board => Ok(board?.into_response()),
    }
}

/// Queue conditional turns
///
/// Turns that answer those of your opponent. They replace the ones queued before.
#[utoipa::path(put, path = "/boards/{game}/{number}/queue", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewQueue,
    responses((status = 200, description = "The board", body = Board), Acts))]
async fn queue(on: OnBoard, Body(new): Body<NewQueue>) -> Result<Json<Board>, Refused> {
    let line = line_text(&new.line).ok_or_else(|| {
        let sentence = "line has turns with blanks between, and commas between lines: d3 f4, e2 e3";
        Refused::Meaningless("line", sentence.to_owned())
    })?;
    let command = |board, who| GameCommand::Queue(board, who, Some(line));
    on.carry_out(Scope::Play, command, None).await?;
    on.board().await
}

/// Clear the queue
#[utoipa::path(delete, path = "/boards/{game}/{number}/queue", tag = "play",
    security(("token" = ["play"])), params(BoardPath),
    responses((status = 200, description = "The board", body = Board), Acts))]
async fn unqueue(on: OnBoard) -> Result<Json<Board>, Refused> {
    let command = |board, who| GameCommand::Queue(board, who, None);
    on.carry_out(Scope::Play, command, None).await?;
    on.board().await
}

/// Say something
///
/// To the players and all watchers. A text sent twice in a row is said once.
#[utoipa::path(post, path = "/boards/{game}/{number}/remarks", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath), request_body = NewRemark,
    responses((status = 204, description = "It was said"), Acts))]
pub(in crate::api) async fn say(
    on: OnBoard,
    Body(new): Body<NewRemark>,
) -> Result<StatusCode, Refused> {
    on.carry_out(Scope::Chat, GameCommand::Chat, Some(new.text)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Watch a board
///
/// Every turn is mailed to you as well.
#[utoipa::path(put, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You watch it"), Acts))]
async fn watch(on: OnBoard) -> Result<StatusCode, Refused> {
    subscribe(on, true).await
}

/// Watch it no more
#[utoipa::path(delete, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You do not watch it"), Acts))]
async fn unwatch(on: OnBoard) -> Result<StatusCode, Refused> {
    subscribe(on, false).await
}

async fn subscribe(on: OnBoard, wanted: bool) -> Result<StatusCode, Refused> {
    let command = |board, who| GameCommand::Subscribe(Some(board), who, wanted);
    on.carry_out(Scope::Chat, command, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Play it again
///
/// A new board between the same two, with the colours exchanged.
#[utoipa::path(post, path = "/boards/{game}/{number}/rematch", tag = "challenges",
    security(("token" = ["challenge"])), params(BoardPath),
    responses((status = 201, description = "The new board", body = Board,
        headers(("Location" = String, description = "The board's address"))), Acts))]
async fn rematch(on: OnBoard) -> Result<Response, Refused> {
    let id = on.carry_out(Scope::Challenge, GameCommand::Rematch, None).await?;
    on.created(id).await
}
