//! The endpoint of metrics, on a socket of its own: what it tells is for operators alone.

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use axum::routing::get;
use carrick_server::{Metrics, MetricsFormat};
use carrick_store::Store;
use tokio::net::TcpListener;

use crate::app::Clock;

/// State of the endpoint.
#[derive(Clone)]
struct Told {
    metrics: Metrics,
    store: Store,
    clock: Clock,
}

/// Serves `/metrics` on a socket until `stop` is ready.
///
/// # Errors
/// When the socket fails.
pub async fn serve_metrics(
    listener: TcpListener,
    metrics: Metrics,
    store: Store,
    clock: Clock,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let told = Arc::new(Told { metrics, store, clock });
    let router = Router::new().route("/metrics", get(text)).with_state(told);
    axum::serve(listener, router).with_graceful_shutdown(stop).await
}

async fn text(State(told): State<Arc<Told>>, headers: HeaderMap) -> impl IntoResponse {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let format = MetricsFormat::accepted(accept.unwrap_or_default());
    let text = told.metrics.text(&told.store, (told.clock)(), format).await;
    ([(header::CONTENT_TYPE, format.content_type())], text)
}
