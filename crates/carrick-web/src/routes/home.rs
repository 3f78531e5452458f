//! The front page.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;

use crate::app::App;
use crate::fault::Fault;
use crate::page::{Frame, show};
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/", get(home))
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
}

async fn home(visitor: Option<Visitor>) -> Result<Html<String>, Fault> {
    show(&Home { frame: Frame::new("Four connection games", visitor.as_ref()) })
}

/// Whether the server and its database answer.
pub(super) async fn health(State(app): State<App>) -> Result<&'static str, Fault> {
    app.store.pending(1).await?;
    Ok("ok\n")
}
