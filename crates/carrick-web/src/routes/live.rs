//! Events: a page hears that a board has changed, and fetches what is new itself.

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_service::{BoardId, Userid};
use carrick_store::Change;
use futures_util::stream;
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::board;
use crate::fault::Fault;
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/{game}/{number}/events", get(of_board)).route("/events", get(of_player))
}

/// How often an idle stream says that it lives, so that no proxy cuts it off.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// Whose changes a stream tells.
enum Wanted {
    Board(BoardId),
    Player(Userid),
}

async fn of_board(
    State(app): State<App>,
    Path((kind, number)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let id = BoardId::parse(kind, &number).map_err(|_| Fault::BOARD)?;
    events(app, Wanted::Board(id)).await
}

async fn of_player(State(app): State<App>, visitor: Visitor) -> Result<Response, Fault> {
    events(app, Wanted::Player(visitor.id().clone())).await
}

async fn events(app: App, wanted: Wanted) -> Result<Response, Fault> {
    let changes = app.feed.subscribe();
    // What changed between the page and this stream, the page sees by this number.
    let last = app.store.last_change().await?;
    let first = Event::default().event("ready").data(last.to_string());
    let start = (app, wanted, changes, Some(first));
    let stream = stream::unfold(start, async |(app, wanted, mut changes, first)| {
        if let Some(first) = first {
            return Some((Ok::<_, Infallible>(first), (app, wanted, changes, None)));
        }
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                () = app.closed() => return None,
            };
            let event = match change {
                Ok(change) if concerns(&wanted, &change) => Some(told(&change)),
                Ok(_) => None,
                // Whoever missed something looks anew.
                Err(RecvError::Lagged(_)) => Some(Event::default().event("change").data("")),
                Err(RecvError::Closed) => return None,
            };
            if let Some(event) = event {
                return Some((Ok(event), (app, wanted, changes, None)));
            }
        }
    });
    let headers = [
        (header::CACHE_CONTROL, "no-store"),
        // Proxies that gather answers would keep events back.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let events = Sse::new(stream).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    Ok((headers, events).into_response())
}

fn told(change: &Change) -> Event {
    let path = board::path(change.board);
    Event::default()
        .event("change")
        .id(change.number.to_string())
        .data(format!("{path} {}", change.generation))
}

fn concerns(wanted: &Wanted, change: &Change) -> bool {
    match wanted {
        Wanted::Board(board) => *board == change.board,
        Wanted::Player(user) => change.players.contains(user),
    }
}
