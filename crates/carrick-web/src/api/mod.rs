//! The JSON API: the same commands as those of pages and mails, for programs.
//!
//! Whoever calls shows a token, never a cookie; so no page elsewhere can do anything in a visitor's name, and
//! every site may be allowed to call (CORS). The OpenAPI document is made of the code that answers.

mod act;
mod board_view;
mod boards;
mod caller;
mod document;
mod events;
mod extract;
mod games;
mod me;
mod openings;
mod position;
mod problem;
pub(crate) mod token;
mod tokens;
mod turns;
mod users;

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::routing::any;
use axum::{Router, middleware};
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa_axum::router::OpenApiRouter;

use crate::app::App;
use crate::limits;

pub(crate) use caller::Caller;
pub use document::openapi;
pub(crate) use problem::Refused;
pub use token::{Token, make_token};

/// Where the API is.
pub(crate) const PATH: &str = "/api/v1";

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(games::routes())
        .merge(position::routes())
        .merge(boards::routes())
        .merge(turns::routes())
        .merge(openings::routes())
        .merge(users::routes())
        .merge(me::routes())
        .merge(tokens::routes())
        .merge(events::routes())
}

/// The API and its documentation.
pub(crate) fn routes(app: &App) -> Router<App> {
    let charge = || middleware::from_fn_with_state(app.clone(), limits::charge);
    let (router, _) = api().split_for_parts();
    let router = router
        .merge(document::json())
        .route("/{*rest}", any(nothing))
        .method_not_allowed_fallback(async || Refused::Method)
        .layer(charge())
        .layer(SetResponseHeaderLayer::if_not_present(
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("cross-origin"),
        ))
        .layer(cors());
    Router::new().nest(PATH, router).merge(document::page().layer(charge()))
}

async fn nothing() -> Refused {
    Refused::NotFound("There is nothing here; /api lists what there is.")
}

/// Any site may call: what may be done depends on the token alone, which no browser adds by itself.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
        ])
        .expose_headers([header::ETAG, header::LOCATION, header::RETRY_AFTER])
        .max_age(Duration::from_secs(3600))
}
