//! Middleware: packs answers by gzip, where they are made, so that the visitor pays for it.

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use carrick_server::Cost;
use flate2::Compression;

use crate::app::App;
use crate::pages::payer::Payer;
use crate::site::encode::{gzip, takes};

/// Minimum size of an answer that is packed, in bytes.
const LEAST: usize = 512;

/// Number of bytes that are packed for one unit of [`Cost`].
const BYTES_PER_COST: usize = 4 * 1024;

/// Packs an answer whose reader understands gzip and can pay for it; others come unpacked.
pub(crate) async fn pack(State(app): State<App>, request: Request, next: Next) -> Response {
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
    // The body is in memory already.
    let body = to_bytes(body, length).await.unwrap_or_default();
    let Some(packed) = gzip(&body, Compression::default()) else {
        return Response::from_parts(parts, body.into());
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(parts, Body::from(packed))
}

/// Whether the answer is a text that nobody has packed yet.
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
