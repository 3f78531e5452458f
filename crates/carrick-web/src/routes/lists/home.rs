//! Front page, liveness and readiness probes.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_store::{BoardList, Cursor, Part};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Entry, Game, entry, games};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/", get(home)).route("/healthz", get(health)).route("/readyz", get(ready))
}

/// Number of boards in play on the front page.
const SHOWN: u32 = 6;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
    games: [Game; GameKind::ALL.len()],
    boards: Vec<Entry>,
}

async fn home(State(app): State<App>, visitor: Option<Visitor>) -> Result<Response, Fault> {
    if visitor.as_ref().is_some_and(|visitor| !visitor.guest) {
        return Ok(Redirect::to("/boards").into_response());
    }
    let list = BoardList { parts: vec![Part::Begun], ..BoardList::default() };
    let boards = app.store.boards_page(&list, Cursor::Start, SHOWN).await?.rows;
    let page = Home {
        frame: Frame::new(title(), visitor.as_ref()),
        games: games(),
        boards: boards.iter().map(|board| entry(board, visitor.as_ref())).collect(),
    };
    Ok(show(&page)?.into_response())
}

/// Title of the page: "Four connection games".
fn title() -> String {
    let (first, rest) = GameKind::COUNT_WORD.split_at(1);
    format!("{}{rest} connection games", first.to_uppercase())
}

/// Liveness probe: the process answers, whatever the state of its database.
async fn health() -> &'static str {
    "ok\n"
}

/// Readiness probe: whether the database can be written; if not, the reason in a word.
async fn ready(State(app): State<App>) -> (StatusCode, String) {
    match app.store.ready().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(trouble) => (StatusCode::SERVICE_UNAVAILABLE, format!("{}\n", trouble.word())),
    }
}
