//! Server-sent events for pages: a page learns that a board has changed, and fetches the changes
//! itself.

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use axum::routing::get;
use carrick_store::Change;
use futures_util::stream::unfold;
use tokio::sync::broadcast::error::RecvError;

use crate::app::App;
use crate::board::{self, PathBoard};
use crate::network::client::Client;
use crate::network::stream::{self, ChangeFilter, STREAMS};
use crate::pages::fault::Fault;
use crate::pages::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}/events", get(of_board))
        .route("/events", get(of_player))
        .route("/seeks/events", get(of_seeks))
}

async fn of_board(
    State(app): State<App>,
    client: Client,
    PathBoard(id): PathBoard,
) -> Result<Response, Fault> {
    events(app, &client, ChangeFilter::Board(id)).await
}

async fn of_player(
    State(app): State<App>,
    client: Client,
    visitor: Visitor,
) -> Result<Response, Fault> {
    events(app, &client, ChangeFilter::Player(visitor.id().clone())).await
}

/// Reports that the open seeks have changed; the page fetches them.
async fn of_seeks(State(app): State<App>, client: Client) -> Result<Response, Fault> {
    let slot = app.listen(&client).ok_or(Fault::TooOften(STREAMS))?;
    let mut changes = app.feed.seeks();
    changes.mark_unchanged();
    let first = Event::default().event("ready").data(app.store.seek_changes().await?.to_string());
    let events = unfold((app, changes, Some(first)), async |(app, mut changes, first)| {
        if let Some(first) = first {
            return Some((first, (app, changes, None)));
        }
        let number = tokio::select! {
            changed = changes.changed() => changed.ok().map(|()| *changes.borrow_and_update())?,
            () = app.closed() => return None,
        };
        let number = number.to_string();
        let event = Event::default().event("change").id(&number).data(&number);
        Some((event, (app, changes, None)))
    });
    Ok(stream::answer(slot, events))
}

async fn events(app: App, client: &Client, filter: ChangeFilter) -> Result<Response, Fault> {
    let slot = app.listen(client).ok_or(Fault::TooOften(STREAMS))?;
    let changes = app.feed.subscribe();
    // The page compares this number with its own to learn of changes before the stream began.
    let last = app.store.last_change().await?;
    let first = Event::default().event("ready").data(last.to_string());
    let start = (app, filter, changes, Some(first));
    let events = unfold(start, async |(app, filter, mut changes, first)| {
        if let Some(first) = first {
            return Some((first, (app, filter, changes, None)));
        }
        loop {
            let change = tokio::select! {
                change = changes.recv() => change,
                () = app.closed() => return None,
            };
            let event = match change {
                Ok(change) if filter.concerns(&change) => Some(told(&change)),
                Ok(_) => None,
                // A stream that missed changes makes its page reload them.
                Err(RecvError::Lagged(_)) => Some(Event::default().event("change").data("")),
                Err(RecvError::Closed) => return None,
            };
            if let Some(event) = event {
                return Some((event, (app, filter, changes, None)));
            }
        }
    });
    Ok(stream::answer(slot, events))
}

fn told(change: &Change) -> Event {
    let path = board::path(change.board);
    Event::default()
        .event("change")
        .id(change.number.to_string())
        .data(format!("{path} {}", change.generation))
}
