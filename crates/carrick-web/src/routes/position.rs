//! Positions as data, for boards that are not on the server: exploring, and games on one screen.

use axum::Json;
use axum::Router;
use axum::extract::Query as UrlQuery;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::position::{self, PositionError, PositionView, Query};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/position", get(stateless))
}

async fn stateless(UrlQuery(query): UrlQuery<Query>) -> Response {
    answer(position::answer(&query))
}

/// A position, or what was wrong with the question.
pub(super) fn answer(view: Result<PositionView, PositionError>) -> Response {
    match view {
        Ok(view) => Json(view).into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, Json(error.problem())).into_response(),
    }
}
