//! The router: every route, and its middleware.

use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use axum::{Router, middleware};
use tower::ServiceBuilder;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use super::pack::pack;
use crate::api::{self, Refused};
use crate::app::App;
use crate::guard::{origin, rate_limit};
use crate::pages::appearance;
use crate::pages::fault::{self, Fault};
use crate::pages::page::page_of;
use crate::routes;
use crate::site::assets;

/// Maximum size of a request's body, in bytes: a letter with its lines.
pub(crate) const BODY_BYTES: usize = 64 * 1024;

/// Timeout until an answer begins.
const PATIENCE: Duration = Duration::from_secs(20);

/// Router of the site.
pub fn router(app: App) -> Router {
    routes::pages()
        .route("/assets/{release}/{name}", get(assets::serve))
        .fallback(async || Fault::PAGE)
        .method_not_allowed_fallback(misplaced)
        .layer(middleware::from_fn_with_state(app.clone(), pack))
        .layer(middleware::from_fn_with_state(app.clone(), rate_limit::charge))
        .merge(api_routes(&app))
        // One layer for the router: each would put every route into one more box, and a request
        // copies all of them.
        .layer(
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(app.clone(), origin::guard))
                .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
                .layer(DefaultBodyLimit::max(BODY_BYTES))
                .layer(middleware::from_fn(appearance::note))
                .layer(middleware::from_fn_with_state(app.clone(), fault::known))
                .layer(middleware::from_fn(fault::log)),
        )
        .with_state(app)
}

/// Handles a wrong method: a GET of a form's URL, as when a refusal is reloaded, redirects to the
/// form's page.
async fn misplaced(method: Method, uri: Uri) -> Response {
    match method.is_safe() {
        true => Redirect::to(page_of(uri.path())).into_response(),
        false => Fault::Method.into_response(),
    }
}

/// The API and its documentation.
fn api_routes(app: &App) -> Router<App> {
    let charge = || middleware::from_fn_with_state(app.clone(), rate_limit::charge);
    let pack = || middleware::from_fn_with_state(app.clone(), pack);
    let (router, _) = api::routes().split_for_parts();
    let router = router
        .merge(api::document::json())
        .route("/{*rest}", any(nothing))
        .method_not_allowed_fallback(async || Refused::Method)
        .layer(
            ServiceBuilder::new()
                .layer(cors())
                .layer(SetResponseHeaderLayer::if_not_present(
                    HeaderName::from_static("cross-origin-resource-policy"),
                    HeaderValue::from_static("cross-origin"),
                ))
                .layer(charge())
                .layer(pack()),
        );
    Router::new().nest(api::PATH, router).merge(api::document::page().layer(pack()).layer(charge()))
}

async fn nothing() -> Refused {
    Refused::NotFound("There is nothing here; /api lists what there is.")
}

/// CORS: programs on any site may call, since a token alone decides, which no browser adds by
/// itself.
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
