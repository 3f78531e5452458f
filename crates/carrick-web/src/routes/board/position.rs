//! Position endpoint for games without a board on the server: exploring and hotseat.

use axum::Json;
use axum::Router;
use axum::extract::{Query as UrlQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_position::{PositionError, PositionView, Query};

use crate::app::App;
use crate::cost::cost_of_query;
use crate::pages::fault::Fault;
use crate::pages::payer::Payer;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/position", get(stateless))
}

async fn stateless(
    State(app): State<App>,
    payer: Payer,
    UrlQuery(query): UrlQuery<Query>,
) -> Result<Response, Fault> {
    // The rest of the answer costs as much as the picture.
    Ok(app
        .draw(&payer, 2 * cost_of_query(&query), move || answer(carrick_position::answer(&query)))
        .await?)
}

/// A position as JSON, or the problem with the query.
pub(in crate::routes) fn answer(view: Result<PositionView, PositionError>) -> Response {
    match view {
        Ok(view) => Json(view).into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, Json(error.problem())).into_response(),
    }
}
