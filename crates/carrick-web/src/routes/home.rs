//! The front page, and whether the server is well.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_service::{BoardFilter, Needs};

use super::begin::{Game, games};
use super::dashboard::{Entry, entry};
use crate::app::App;
use crate::fault::Fault;
use crate::page::{Frame, show};
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/", get(home)).route("/healthz", get(health))
}

/// How many boards in play the front page shows.
const SHOWN: usize = 6;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
    games: [Game; 4],
    boards: Vec<Entry>,
}

async fn home(State(app): State<App>, visitor: Option<Visitor>) -> Result<Response, Fault> {
    if visitor.as_ref().is_some_and(|visitor| !visitor.guest) {
        return Ok(Redirect::to("/boards").into_response());
    }
    let filter = BoardFilter { kind: None, player: None, running: true, ended_since: None };
    let needs = Needs { listed: vec![filter], ..Needs::default() };
    let mut boards = app.store.read(&needs).await?.summaries;
    boards.retain(|board| board.ply >= 2);
    boards.sort_by_key(|board| std::cmp::Reverse(board.touched));
    let page = Home {
        frame: Frame::new("Four connection games", visitor.as_ref()),
        games: games(),
        boards: boards.iter().take(SHOWN).map(|board| entry(board, visitor.as_ref())).collect(),
    };
    Ok(show(&page)?.into_response())
}

/// Whether the server and its database answer.
async fn health(State(app): State<App>) -> Result<&'static str, Fault> {
    app.store.last_change().await?;
    Ok("ok\n")
}
