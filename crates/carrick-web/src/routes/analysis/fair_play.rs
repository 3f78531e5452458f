//! The page on fair play: what is allowed, what is not, and what the server checks.

use askama::Template;
use axum::Router;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/fair-play", get(fair_play))
}

#[derive(Template)]
#[template(path = "fair-play.html")]
struct FairPlay {
    frame: Frame,
}

async fn fair_play(visitor: Option<Visitor>) -> Result<Response, Fault> {
    let frame = Frame::new("Fair play", visitor.as_ref())
        .described("When an engine may help, when it may not, and what the server checks.");
    Ok(show(&FairPlay { frame })?.into_response())
}
