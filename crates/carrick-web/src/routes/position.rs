//! Positions as data, for boards that are not on the server: exploring, and games on one screen.

use axum::Json;
use axum::Router;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Query as UrlQuery};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::client::Client;
use crate::limits::Kind;
use crate::position::{self, PositionError, PositionView, Query};
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/position", get(stateless))
}

async fn stateless(_: Look, UrlQuery(query): UrlQuery<Query>) -> Response {
    answer(position::answer(&query))
}

/// One of the positions that an address may ask for: each is as much work as one of the API's.
pub(super) struct Look;

impl FromRequestParts<App> for Look {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let Ok(client) = Client::from_request_parts(parts, app).await;
        let now = app.now();
        if app.limits.allows(Kind::Stranger, &client.address, now) {
            return Ok(Self);
        }
        // Whoever has a session is not held back by others at his address.
        let found = <Visitor as OptionalFromRequestParts<App>>::from_request_parts(parts, app);
        if let Ok(Some(visitor)) = found.await
            && app.limits.allows(Kind::Token, visitor.id().as_str(), now)
        {
            return Ok(Self);
        }
        tracing::warn!(from = client.address, "turned away: too many positions");
        let problem = Json(PositionError::too_often());
        Err((StatusCode::TOO_MANY_REQUESTS, problem).into_response())
    }
}

/// A position, or what was wrong with the question.
pub(super) fn answer(view: Result<PositionView, PositionError>) -> Response {
    match view {
        Ok(view) => Json(view).into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, Json(error.problem())).into_response(),
    }
}
