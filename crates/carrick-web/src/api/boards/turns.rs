//! Commands sent by programs. They are carried out like those of pages, but are never text.

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

/// An API request that carries out an action.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    pub(crate) app: &'a App,
    pub(crate) caller: &'a Caller,
    pub(crate) delivery: IdempotencyKey,
}

impl Call<'_> {
    /// Carries out an action about a game, and returns the board it is about, if any.
    pub(crate) async fn of_game(
        self,
        scope: Scope,
        kind: GameKind,
        action: GameAction,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.carry_out(scope, Action::Game(kind, action), body).await
    }

    /// Carries out an action if the token's scope allows, and returns the board it is about, if
    /// any.
    pub(crate) async fn carry_out(
        self,
        scope: Scope,
        action: Action,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        let request = Request::by(self.caller.user.clone(), action);
        self.send(scope, Request { body, ..request }).await
    }

    /// Decides a request if the token's scope allows, and returns the board it is about, if any.
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
        // A key names a request of this user with this content; with other content it is another
        // request.
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
    /// Carries out an action about the board if the token's scope allows, and returns the board
    /// that resulted, if any. When there is no such board, the answer is 404 rather than 409.
    pub(crate) async fn carry_out(
        &self,
        scope: Scope,
        action: BoardAction,
        body: Option<String>,
    ) -> Result<Option<BoardId>, Refused> {
        self.as_seen(scope, action, body, None).await
    }

    /// Carries out an action on the generation of the board that the program has seen.
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
    /// When the token does not have this scope.
    pub(crate) fn may(&self, scope: Scope) -> Result<(), Refused> {
        self.caller.may(scope)
    }

    /// The board in its present state.
    pub(crate) async fn board(&self) -> Result<Json<BoardView>, Refused> {
        Ok(Json(show(&self.app, Some(&self.caller), &self.path.load(&self.app).await?)))
    }

    /// Answer with the board that resulted: 201 with its location.
    pub(crate) async fn created(&self, id: Option<BoardId>) -> Result<Response, Refused> {
        created(&self.app, &self.caller, id).await
    }
}

/// Answer to the creation of a board: 201 with its location.
pub(crate) async fn created(
    app: &App,
    caller: &Caller,
    id: Option<BoardId>,
) -> Result<Response, Refused> {
    let id = id.ok_or(Refused::NotFound("There is no such board any more."))?;
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
pub(crate) struct NewRemark {
    #[schema(example = "Good luck!", min_length = 1, max_length = 4000, pattern = "^[^\\x00]*$")]
    text: String,
}

/// Play a turn
///
/// The answer is the board after the turn, and after the conditional turn that answers it, if one
/// is queued. The same turn with the same number, sent again, gets the same answer.
#[utoipa::path(post, path = "/boards/{game}/{number}/turns", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewTurn,
    responses((status = 200, description = "The board after the turn", body = BoardView), Acts))]
async fn turn(on: BoardRequest, Body(new): Body<NewTurn>) -> Result<Json<BoardView>, Refused> {
    let is_turn = |text: &String| Move::named(text).is_none();
    let text = turn_text(&new.turn).filter(is_turn).ok_or_else(|| {
        let sentence = "turn is one of the board's legal turns, such as f4";
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
/// When there can be no turn of this number.
fn counted(number: Option<u32>) -> Result<(), Refused> {
    match number {
        Some(0) => Err(Refused::Meaningless("number", "number counts turns from 1 on".to_owned())),
        _ => Ok(()),
    }
}

/// Offer, answer, resign
///
/// Offers a draw, asks to take a turn back, answers such an offer or one of a game, or resigns.
/// Rejecting a game that was offered to you, resigning before your first turn, and resigning before
/// your opponent has accepted the game decline it: then the board is gone, and the answer is `204`.
#[utoipa::path(post, path = "/boards/{game}/{number}/actions", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewAction,
    responses((status = 200, description = "The board after it", body = BoardView),
        (status = 204, description = "The game was declined, and the board is gone"), Acts))]
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
/// Turns that answer those of your opponent. They replace the ones queued before.
#[utoipa::path(put, path = "/boards/{game}/{number}/queue", tag = "play",
    security(("token" = ["play"])), params(BoardPath), request_body = NewQueue,
    responses((status = 200, description = "The board", body = BoardView), Acts))]
async fn queue(on: BoardRequest, Body(new): Body<NewQueue>) -> Result<Json<BoardView>, Refused> {
    let line = line_text(&new.line).ok_or_else(|| {
        let sentence = "line has turns with blanks between, and commas between lines: d3 f4, e2 e3";
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

/// Say something
///
/// To the players and all watchers. A text sent twice in a row is said once.
#[utoipa::path(post, path = "/boards/{game}/{number}/remarks", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath), request_body = NewRemark,
    responses((status = 204, description = "It was said"), Acts))]
pub(crate) async fn say(
    on: BoardRequest,
    Body(new): Body<NewRemark>,
) -> Result<StatusCode, Refused> {
    on.carry_out(Scope::Chat, BoardAction::Chat, Some(new.text)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Watch a board
///
/// Every turn is mailed to you as well.
#[utoipa::path(put, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You watch it"), Acts))]
async fn watch(on: BoardRequest) -> Result<StatusCode, Refused> {
    subscribe(on, true).await
}

/// Watch it no more
#[utoipa::path(delete, path = "/boards/{game}/{number}/subscription", tag = "chat",
    security(("token" = ["chat"])), params(BoardPath),
    responses((status = 204, description = "You do not watch it"), Acts))]
async fn unwatch(on: BoardRequest) -> Result<StatusCode, Refused> {
    subscribe(on, false).await
}

async fn subscribe(on: BoardRequest, wanted: bool) -> Result<StatusCode, Refused> {
    on.carry_out(Scope::Chat, BoardAction::Subscribe(wanted), None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Play it again
///
/// Offers a new game between the same two, with the colours exchanged, or accepts it if your opponent
/// has offered it.
#[utoipa::path(post, path = "/boards/{game}/{number}/rematch", tag = "challenges",
    security(("token" = ["challenge"])), params(BoardPath),
    responses((status = 201, description = "The new board", body = BoardView,
        headers(("Location" = String, description = "The board's address"))), Acts))]
async fn rematch(on: BoardRequest) -> Result<Response, Refused> {
    let id = on.carry_out(Scope::Challenge, BoardAction::Rematch, None).await?;
    on.created(id).await
}

/// Data of an event `board`: the board has changed. Fetch it to see how.
#[derive(Debug, Serialize, ToSchema)]
struct BoardChanged {
    game: GameName,
    number: u32,
    /// The board's generation now. An offer, a remark or an end without a turn leaves it
    /// unchanged.
    generation: u32,
    /// The player to move; absent when the game is over, or gone because it was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    to_move: Option<String>,
}

/// Events of all your boards
///
/// A stream of server-sent events. `ready` comes first: from here on nothing is missed. `board`
/// says that one of your boards has changed, new ones included; its data is `BoardChanged`. Every
/// event has an id; sent back as `Last-Event-ID`, it brings the changes since. Several quick
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
/// Like the events of all your boards, for this one alone. Everybody may listen.
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
        Refused::Malformed("Last-Event-ID is the id of an event, a whole number".to_owned())
    })?;
    // Subscribed before the read: a change in between arrives twice and is sent once.
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

    /// Adds a change to the events, unless it was read already.
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
