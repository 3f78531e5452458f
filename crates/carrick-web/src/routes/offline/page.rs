//! The page that says what works without a network. It is the same for everybody.

use askama::Template;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use carrick_games::GameKind;

use super::hand_in;
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Game, games};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/offline", get(overview)).route("/offline/games", post(hand_in::hand_in))
}

#[derive(Template)]
#[template(path = "offline.html")]
pub(super) struct OfflinePage {
    frame: Frame,
    /// Why a game was not taken.
    said: String,
    games: [Game; GameKind::ALL.len()],
}

impl OfflinePage {
    pub(super) fn new(visitor: Option<&Visitor>, said: String) -> Self {
        let frame = Frame::new("Off line", visitor)
            .described("What works without a network: lessons and rules are kept in your browser.");
        Self { frame, said, games: games() }
    }
}

async fn overview(visitor: Option<Visitor>) -> Result<Response, Fault> {
    Ok(show(&OfflinePage::new(visitor.as_ref(), String::new()))?.into_response())
}
