//! Actions requested by programs. They have the same effect as those of pages, but are never text.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use carrick_games::GameKind;
use carrick_server::{At, Budget, CommandRequest, GAME, carry_out};
use carrick_service::command::{line_text, turn_text};
use carrick_service::{
    Action, BoardAction, BoardId, GameAction, Keeps, Message, Move, Needs, Refusal, Request, Scope,
};
use carrick_store::{CHANGES, Change};
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::board::{BoardPath, show};
use crate::api::games::GameName;
use crate::api::request::{Acts, Body, Caller, IdempotencyKey, Mine, Named, Reads, Refused};
use crate::api::views::BoardView;
use crate::app::App;
use crate::board;
use crate::network::client::Client;
use crate::network::stream::{self, ChangeFilter, STREAMS};
use crate::pages::fault::Fault;
use crate::site::address::sha256;

/// An API request that performs an action.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) app: &'a App,
    pub(crate) caller: &'a Caller,
    pub(crate) delivery: IdempotencyKey,
}

impl Call<'_> {
    /// Performs an action about a game, and returns the board that it concerns, if any.
    pub(crate) async fn of_game(
        self,
        scope: Scope,
        kind: GameKind,
        action: GameAction,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.carry_out(scope, Action::Game(kind, action), body).await
    }

    /// Performs an action if the token's scope allows it, and returns the board that it concerns,
    /// if any.
    pub(crate) async fn carry_out(
        self,
        scope: Scope,
        action: Action,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        let request = Request::by(self.caller.user.clone(), action);
        self.send(scope, Request { body, ..request }).await
    }

    /// Decides a request if the token's scope allows it, and returns the board that it concerns, if
    /// any.
    pub(crate) async fn send(
        self,
        scope: Scope,
        request: Request,
    ) -> Result<Option<BoardId>, Refused> {
        let Self { app, caller, delivery } = self;
        caller.may(scope)?;
        if request.action.begins_a_game() {
            app.charge(&[(Budget::Games, &caller.address, GAME)]).map_err(Fault::from)?;
        }
        let now = app.now();
        // A key identifies a request of this user together with its content.
        let id = delivery.0.map(|key| {
            let seen = request.seen.map(|seen| format!("@{seen}")).unwrap_or_default();
            let body = request.body.as_deref().unwrap_or_default();
            let content = format!("{}{seen}\n{body}", request.line());
            format!("api/{}/{key}/{}", caller.user, sha256(&content))
        });
        let request = CommandRequest { request, id, keeps: Keeps::default() };
        let at = At { gate: &app.gate, sender: &caller.address, place: None };
        let committed = carry_out(&app.store, Some(at), request, now).await.map_err(Fault::from)?;
        let is_mine = |message: &Message| message.to.user().is_none_or(|user| *user == caller.user);
        let mine = committed.messages.into_iter().find(is_mine);
        match (committed.refused, committed.refusal) {
            (false, _) => Ok(mine.and_then(|message| message.board)),
            (true, Some(refusal)) => Err(Refused::Refusal(Box::new(refusal))),
            (true, None) => Err(Refused::Conflict("This was refused.".to_owned())),
        }
    }
}

/// Extractor: a request about the board in its path, by a caller with a token.
#[derive(Debug)]
pub(crate) struct BoardRequest {
    app: App,
    caller: Caller,
    path: BoardPath,
    delivery: IdempotencyKey,
}

impl FromRequestParts<App> for BoardRequest {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let caller = <Caller as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        let Named(path) = Named::from_request_parts(parts, app).await?;
        let delivery = IdempotencyKey::from_request_parts(parts, app).await?;
        Ok(Self { app: app.clone(), caller, path, delivery })
    }
}

impl BoardRequest {
    /// Performs an action about the board if the token's scope allows it, and returns the resulting
    /// board, if any. If there is no such board, the answer is 404 instead of 409.
    pub(crate) async fn carry_out(
        &self,
        scope: Scope,
        action: BoardAction,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.as_seen(scope, action, body, None).await
    }

    /// Performs an action on the generation of the board that the program has seen.
    pub(crate) async fn as_seen(
        &self,
        scope: Scope,
        action: BoardAction,
        body: Option<String>,
        seen: Option<u32>,
    ) -> Result<Option<BoardId>, Refused> {
        let Self { app, caller, path, delivery } = self;
        let call = Call { app, caller, delivery: delivery.clone() };
        let request = Request::by(caller.user.clone(), Action::Board(path.id(), action));
        let done = call.send(scope, Request { body, seen, ..request }).await;
        if let Err(Refused::Refusal(refusal)) = &done
            && matches!(**refusal, Refusal::NoSuchBoard(_))
        {
            path.load(app).await?;
        }
        done
    }

    pub(crate) fn kind(&self) -> GameKind {
        self.path.id().kind
    }

    /// # Errors
    /// If the token does not have this scope.
    pub(crate) fn may(&self, scope: Scope) -> Result<(), Refused> {
        self.caller.may(scope)
    }

    /// The current state of the board.
    pub(crate) async fn board(&self) -> Result<Json<BoardView>, Refused> {
        Ok(Json(show(&self.app, Some(&self.caller), &self.path.load(&self.app).await?)))
    }

    /// Answers with the resulting board: 201 with its location.
    pub(crate) async fn created(&self, id: Option<BoardId>) -> Result<Response, Refused> {
        created(&self.app, &self.caller, id).await
    }
}

/// Answers that a board was created: 201 with its location.
pub(crate) async fn created(
    app: &App,
    caller: &Caller,
    id: Option<BoardId>,
) -> Result<Response, Refused> {
    let id = id.ok_or(Refused::NotFound("This board no longer exists."))?;
    let loaded = board::load(app, id).await?;
    let place = format!("/api/v1/boards/{}/{}", id.kind, id.number);
    let body = Json(show(app, Some(caller), &loaded));
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], body).into_response())
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(turn))
        .routes(routes!(action))
        .routes(routes!(queue, unqueue))
        .routes(routes!(watch, unwatch))
        .routes(routes!(rematch))
        .routes(routes!(of_all))
        .routes(routes!(of_board))
}

/// A turn to play.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTurn {
    /// The number that the turn must have: `next` of the board as you saw it. A late turn is
    /// refused, and a repeated one is played once.
    #[schema(minimum = 1, maximum = 100_000, example = 5)]
    number: u32,
    /// The board's `generation` as you saw it. After an undo, numbers are used again; a turn
    /// without a generation is then refused, because it may be meant for a position that was taken
    /// back.
    #[schema(example = 4)]
    generation: Option<u32>,
    /// One of the board's `legal` turns, including `swap` and `pass`.
    #[schema(example = "f4", min_length = 1, max_length = 16)]
    turn: String,
    /// A remark to send with the turn; your token also needs the scope `chat`.
    #[schema(max_length = 4000, pattern = "^[^\\x00]*$")]
    remark: Option<String>,
}

/// Actions other than playing a turn.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ActionName {
    /// Offer a draw.
    Propose,
    /// Ask to take back your last turn.
    Undo,
    /// Accept the opponent's offer.
    Accept,
    /// Reject the opponent's offer.
    Reject,
    /// Resign. Before your first turn, this declines the game and deletes the board.
    Resign,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewAction {
    action: ActionName,
    /// Number of the next turn. The action is refused if the board has another one now.
    #[schema(minimum = 1, maximum = 100_000, example = 5)]
    number: Option<u32>,
    /// The board's `generation` as you saw it. The action is refused if the board has another one
    /// now.
    #[schema(example = 4)]
    generation: Option<u32>,
}

/// Conditional turns.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewQueue {
    /// `d3 f4, e2 e3` means: if d3 then f4, and if e2 then e3.
    #[schema(example = "d3 f4, e2 e3", min_length = 1, max_length = 1000)]
    line: String,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRemark {
    #[schema(example = "Good luck!", min_length = 1, max_length = 4000, pattern = "^[^\\x00]*$")]
    text: String,
}

/// Play a turn
///
/// The answer is the board after the turn, and after the conditional turn that answers it, if one
/// is queued. If you send the same turn with the same number again, you get the same answer.
#[utoipa::path(post, path = "/boards/{game}/{number}/turns", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewTurn,
    responses((status = 200, description = "The board after the turn", body = BoardView), Acts))]
async fn turn(on: BoardRequest, Body(new): Body<NewTurn>) -> Result<Json<BoardView>, Refused> {
    let is_turn = |text: &String| Move::named(text).is_none();
    let text = turn_text(&new.turn).filter(is_turn).ok_or_else(|| {
        let sentence = "turn must be one of the board's legal turns, such as f4";
        Refused::Meaningless("turn", sentence.to_owned())
    })?;
    counted(Some(new.number))?;
    if new.remark.is_some() {
        on.may(Scope::Chat)?;
    }
    let turn = BoardAction::Move(Move::Play(text), Some(new.number));
    on.as_seen(Scope::Play, turn, new.remark, new.generation).await?;
    on.board().await
}

/// # Errors
/// If no turn can have this number.
fn counted(number: Option<u32>) -> Result<(), Refused> {
    match number {
        Some(0) => Err(Refused::Meaningless("number", "number must be at least 1".to_owned())),
        _ => Ok(()),
    }
}

/// Offer, answer, resign
///
/// Offers a draw, asks to take a turn back, answers an offer, or resigns. Rejecting a game that was
/// offered to you, resigning before your first turn, or resigning before your opponent has accepted
/// the game declines it: the board is then deleted, and the answer is `204`.
#[utoipa::path(post, path = "/boards/{game}/{number}/actions", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewAction,
    responses((status = 200, description = "The board after the action", body = BoardView),
        (status = 204, description = "The game was declined, and the board is deleted"), Acts))]
async fn action(on: BoardRequest, Body(new): Body<NewAction>) -> Result<Response, Refused> {
    let chosen = match new.action {
        ActionName::Propose => Move::Propose,
        ActionName::Undo => Move::Undo,
        ActionName::Accept => Move::Accept,
        ActionName::Reject => Move::Reject,
        ActionName::Resign => Move::Resign,
    };
    counted(new.number)?;
    let declines = matches!(chosen, Move::Resign | Move::Reject);
    let chosen = BoardAction::Move(chosen, new.number);
    on.as_seen(Scope::Play, chosen, None, new.generation).await?;
    match on.board().await {
        Err(Refused::NotFound(_)) if declines => Ok(StatusCode::NO_CONTENT.into_response()),
        board => Ok(board?.into_response()),
    }
}

/// Queue conditional turns
///
/// Your replies to expected turns of your opponent. They replace the ones that were queued.
#[utoipa::path(put, path = "/boards/{game}/{number}/queue", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewQueue,
    responses((status = 200, description = "The board", body = BoardView), Acts))]
async fn queue(on: BoardRequest, Body(new): Body<NewQueue>) -> Result<Json<BoardView>, Refused> {
    let line = line_text(&new.line).ok_or_else(|| {
        let sentence =
            "line must have turns separated by spaces, and lines separated by commas: d3 f4, e2 e3";
        Refused::Meaningless("line", sentence.to_owned())
    })?;
    on.carry_out(Scope::Play, BoardAction::Queue(Some(line)), None).await?;
    on.board().await
}

/// Clear the queue
#[utoipa::path(delete, path = "/boards/{game}/{number}/queue", tag = "play",
    security(("token" = ["play"])), params(BoardPath),
    responses((status = 200, description = "The board", body = BoardView), Acts))]
async fn unqueue(on: BoardRequest) -> Result<Json<BoardView>, Refused> {
    on.carry_out(Scope::Play, BoardAction::Queue(None), None).await?;
    on.board().await
}

/// Send a remark
///
/// All players and watchers get it. If you send the same text twice in a row, it appears once.
#[utoipa::path(post, path = "/boards/{game}/{number}/remarks", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath), request_body = NewRemark,
    responses((status = 204, description = "The remark was sent"), Acts))]
pub(crate) async fn say(
    on: BoardRequest,
    Body(new): Body<NewRemark>,
) -> Result<StatusCode, Refused> {
    on.carry_out(Scope::Chat, BoardAction::Chat, Some(new.text)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Watch a board
///
/// Every turn is also emailed to you.
#[utoipa::path(put, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You are watching the board"), Acts))]
async fn watch(on: BoardRequest) -> Result<StatusCode, Refused> {
    subscribe(on, true).await
}

/// Stop watching a board
#[utoipa::path(delete, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You are not watching the board"), Acts))]
async fn unwatch(on: BoardRequest) -> Result<StatusCode, Refused> {
    subscribe(on, false).await
}

async fn subscribe(on: BoardRequest, wanted: bool) -> Result<StatusCode, Refused> {
    on.carry_out(Scope::Chat, BoardAction::Subscribe(wanted), None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Offer a rematch
///
/// Offers a new game to the same opponent with colours exchanged, or accepts it if your opponent
/// has already offered one.
#[utoipa::path(post, path = "/boards/{game}/{number}/rematch", tag = "challenges",
    security(("token" = ["challenge"])), params(BoardPath),
    responses((status = 201, description = "The new board", body = BoardView,
        headers(("Location" = String, description = "URL of the board"))), Acts))]
async fn rematch(on: BoardRequest) -> Result<Response, Refused> {
    let id = on.carry_out(Scope::Challenge, BoardAction::Rematch, None).await?;
    on.created(id).await
}

/// Data of an event `board`: the board has changed. Fetch it to see how.
#[derive(Debug, Serialize, ToSchema)]
struct BoardChanged {
    game: GameName,
    number: u32,
    /// The board's current generation. An offer, a remark or an end without a turn leaves it
    /// unchanged.
    generation: u32,
    /// The player to move; absent when the game is over or was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<String>,
}

/// Events of all your boards
///
/// A stream of server-sent events. The first is `ready`; you miss nothing from then on. An event
/// `board` means that one of your boards has changed or was created; its data is `BoardChanged`.
/// Every event has an id: send it back as `Last-Event-ID` to get the changes since. Several quick
/// changes of a board may be sent as one event.
#[utoipa::path(get, path = "/events", tag = "events", security(("token" = ["read"])),
    params(("Last-Event-ID" = Option<u64>, Header, description = "The id of the last event seen")),
    responses((status = 200, description = "Events", body = BoardChanged,
        content_type = "text/event-stream"), Mine))]
async fn of_all(
    State(app): State<App>,
    caller: Caller,
    client: Client,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    caller.may(Scope::Read)?;
    events(app, &client, ChangeFilter::Player(caller.user), &headers).await
}

/// Events of one board
///
/// Like the events of all your boards, but for this board only. Anyone can listen.
#[utoipa::path(get, path = "/boards/{game}/{number}/events", tag = "events",
    security((), ("token" = [])),
    params(BoardPath, ("Last-Event-ID" = Option<u64>, Header, description = "The id of the last event seen")),
    responses((status = 200, description = "Events", body = BoardChanged,
        content_type = "text/event-stream"), Reads))]
async fn of_board(
    State(app): State<App>,
    _: Option<Caller>,
    client: Client,
    Named(path): Named<BoardPath>,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    path.load(&app).await?;
    events(app, &client, ChangeFilter::Board(path.id()), &headers).await
}

/// State of an event stream.
struct Listening {
    app: App,
    filter: ChangeFilter,
    changes: Receiver<Arc<Change>>,
    /// Number of the last change that was read.
    seen: u64,
    /// Events to send before new ones.
    before: VecDeque<Event>,
}

async fn events(
    app: App,
    client: &Client,
    filter: ChangeFilter,
    headers: &HeaderMap,
) -> Result<Response, Refused> {
    let slot = app.listen(client).ok_or(Refused::TooOften(STREAMS))?;
    let last = headers.get("last-event-id").map(|value| value.to_str().unwrap_or_default().parse());
    let last: Option<u64> = last.transpose().map_err(|_| {
        Refused::Malformed("Last-Event-ID must be the id of an event, a whole number".to_owned())
    })?;
    // Subscribed before the read: a change between the two arrives twice and is sent once.
    let changes = app.feed.subscribe();
    let seen = app.store.last_change().await?;
    let mut listening = Listening {
        app,
        filter,
        changes,
        seen: last.unwrap_or(seen).min(seen),
        before: VecDeque::new(),
    };
    listening.before.push_back(Event::default().event("ready").id(seen.to_string()).data("{}"));
    listening.catch_up().await?;
    let events = unfold(listening, async |mut listening| {
        let event = listening.next().await?;
        Some((event, listening))
    });
    Ok(stream::answer(slot, events))
}

impl Listening {
    /// Reads the changes since the last one that was read.
    async fn catch_up(&mut self) -> Result<(), Refused> {
        loop {
            let changes = self.app.store.changes_since(self.seen).await?;
            for change in &changes {
                self.hear(change).await;
            }
            if changes.len() < CHANGES {
                return Ok(());
            }
        }
    }

    /// Adds a change to the events, unless it has already been read.
    async fn hear(&mut self, change: &Change) {
        if change.number <= self.seen {
            return;
        }
        self.seen = change.number;
        if !self.filter.concerns(change) {
            return;
        }
        let needs = Needs { boards: [change.board].into(), ..Needs::default() };
        let Ok(state) = self.app.store.read(&needs).await else { return };
        let Some(board) = state.boards.get(&change.board) else { return };
        let mover = match (&board.ended, board.game()) {
            (None, Ok(game)) => game.seat_to_move(),
            _ => None,
        };
        let data = BoardChanged {
            game: change.board.kind.into(),
            number: change.board.number,
            generation: change.generation,
            to_move: mover.map(|seat| board.players[seat.index()].to_string()),
        };
        let event = Event::default().event("board").id(change.number.to_string());
        // Numbers and names always serialize.
        let Ok(event) = event.json_data(&data) else { return };
        self.before.push_back(event);
    }

    /// The next event; `None` when the server stops.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.before.pop_front() {
                return Some(event);
            }
            let change = tokio::select! {
                change = self.changes.recv() => change,
                () = self.app.closed() => return None,
            };
            match change {
                Ok(change) => self.hear(&change).await,
                Err(RecvError::Lagged(_)) => self.catch_up().await.ok()?,
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
