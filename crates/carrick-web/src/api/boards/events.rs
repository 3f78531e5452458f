//! Event streams of boards (server-sent events).

use std::collections::VecDeque;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::Event;
use carrick_service::{Needs, Scope};
use carrick_store::{CHANGES, Change};
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::board::BoardPath;
use crate::api::games::GameName;
use crate::api::request::{Caller, Mine, Named, Reads, Refused};
use crate::app::App;
use crate::network::client::Client;
use crate::network::stream::{self, ChangeFilter, STREAMS};

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(of_all)).routes(routes!(of_board))
}

/// Data of an event `board`: the board has changed. Fetch it to see how.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct BoardChanged {
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
