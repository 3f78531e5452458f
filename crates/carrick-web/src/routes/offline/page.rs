//! The page that says what works without a network. It is the same for everybody.

use askama::Template;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::GameKind;

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Game, games};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/offline", get(overview))
}

#[derive(Template)]
#[template(path = "offline.html")]
struct OfflinePage {
    frame: Frame,
    games: [Game; GameKind::ALL.len()],
}

async fn overview(visitor: Option<Visitor>) -> Result<Response, Fault> {
    let frame = Frame::new("Off line", visitor.as_ref())
        .described("What works without a network: lessons and rules are kept in your browser.");
    Ok(show(&OfflinePage { frame, games: games() })?.into_response())
}
