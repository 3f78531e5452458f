//! The router: every route, and its middleware.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::any;
use carrick_server::Cost;
use flate2::Compression;
use tower::ServiceBuilder;
use tower_http::cors::{Any, CorsLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::api::Refused;
use crate::app::App;
use crate::guard::{origin, rate_limit};
use crate::pages::fault::Fault;
use crate::pages::page::page_of;
use crate::pages::session::Payer;
use crate::pages::{fault, page};
use crate::site::address::{gzip, takes};
use crate::{api, routes};

/// Maximum size of a request's body, in bytes. A long message fits.
pub(crate) const BODY_BYTES: usize = 64 * 1024;

/// How long the start of an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Router of the site.
pub fn router(app: App) -> Router {
    let free = routes::free().method_not_allowed_fallback(misplaced);
    let pages = routes::pages().fallback(async || Fault::PAGE);
    charged(&app, pages.method_not_allowed_fallback(misplaced))
        .merge(free.layer(from_fn_with_state(app.clone(), pack)))
        .merge(api_routes(&app))
        // One layer for the router: several would each put every route into another box, and every
        // request copies all of them.
        .layer(
            ServiceBuilder::new()
                .layer(from_fn_with_state(app.clone(), origin::guard))
                .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
                .layer(DefaultBodyLimit::max(BODY_BYTES))
                .layer(from_fn(page::note))
                .layer(from_fn_with_state(app.clone(), fault::known))
                .layer(from_fn(fault::log)),
        )
        .with_state(app)
}

/// Handles a wrong method. A GET of a form's URL, for instance when a refusal is reloaded,
/// redirects to the form's page.
async fn misplaced(method: Method, uri: Uri) -> Response {
    match method.is_safe() {
        true => Redirect::to(page_of(uri.path())).into_response(),
        false => Fault::Method.into_response(),
    }
}

/// The API and its documentation.
fn api_routes(app: &App) -> Router<App> {
    let (router, _) = api::routes().split_for_parts();
    let router = router
        .merge(api::document::json())
        .route("/{*rest}", any(nothing))
        .method_not_allowed_fallback(async || Refused::Method);
    let router = charged(app, router).layer(ServiceBuilder::new().layer(cors()).layer(
        SetResponseHeaderLayer::if_not_present(
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("cross-origin"),
        ),
    ));
    Router::new().nest(api::PATH, router).merge(charged(app, api::document::page()))
}

/// Charges the requests of these routes, and compresses the answers.
fn charged(app: &App, routes: Router<App>) -> Router<App> {
    routes.layer(
        ServiceBuilder::new()
            .layer(from_fn_with_state(app.clone(), rate_limit::charge))
            .layer(from_fn_with_state(app.clone(), pack)),
    )
}

async fn nothing() -> Refused {
    Refused::NotFound("There is nothing here; see /api for what exists.")
}

/// CORS: programs on any site may call, because access depends only on a token, which no browser
/// adds automatically.
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

/// Minimum size of an answer to compress, in bytes.
const LEAST: usize = 512;

/// Number of bytes that can be compressed for one unit of [`Cost`].
const BYTES_PER_COST: usize = 4 * 1024;

/// Compresses an answer if its reader understands gzip and can pay for it.
async fn pack(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_wanted = takes(request.headers(), "gzip");
    let payer = request.extensions().get::<Payer>().cloned();
    let mut response = next.run(request).await;
    if !is_packable(response.headers()) {
        return response;
    }
    let encoding = HeaderValue::from_static("accept-encoding");
    if response.headers().get(header::VARY) != Some(&encoding) {
        response.headers_mut().append(header::VARY, encoding);
    }
    let length = response.body().size_hint().exact().and_then(|size| usize::try_from(size).ok());
    let Some(length) = length.filter(|&length| is_wanted && length >= LEAST) else {
        return response;
    };
    let cost = Cost::try_from(length / BYTES_PER_COST).unwrap_or(Cost::MAX);
    if payer.is_some_and(|payer| payer.pay(&app, cost).is_err()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The body is already in memory.
    let body = to_bytes(body, length).await.unwrap_or_default();
    let Some(packed) = gzip(&body, Compression::default()) else {
        return Response::from_parts(parts, body.into());
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(parts, Body::from(packed))
}

/// Whether the answer is a text that is not compressed yet.
fn is_packable(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let of_text = |kind: &str| {
        kind.starts_with("text/") && !kind.starts_with("text/event-stream")
            || ["javascript", "json", "svg", "xml", "wasm", "sgf"]
                .iter()
                .any(|one| kind.contains(one))
    };
    text(header::CONTENT_ENCODING).is_none()
        && text(header::CONTENT_RANGE).is_none()
        && text(header::CONTENT_TYPE).is_some_and(of_text)
}
