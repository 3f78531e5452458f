//! The endpoint of metrics, on a socket of its own: what it tells is for operators alone.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use carrick_server::{Metrics, MetricsFormat};
use carrick_store::Store;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep};

use super::accept::{BREATH, BUFFER_BYTES};
use crate::app::Clock;
use crate::guard::origin::is_local;
use crate::network::bounds::Bounds;
use crate::network::client::Network;
use crate::network::connections::Connections;
use crate::network::patient::Patient;
use crate::site::usual_host;

/// Maximum number of connections to the metrics. A program that has more open files than these and
/// those of the site keeps some for the database.
pub const METRICS_CONNECTIONS: usize = 16;

/// State of the endpoint.
struct Told {
    metrics: Metrics,
    store: Store,
    clock: Clock,
}

/// Serves `/metrics` on a socket until `stop` is ready. If all connections are taken, the one that
/// has been idle longest is closed for a new one.
pub async fn serve_metrics(
    listener: TcpListener,
    metrics: Metrics,
    store: Store,
    clock: Clock,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    let told = Arc::new(Told { metrics, store, clock });
    let most = METRICS_CONNECTIONS;
    let bounds = Bounds { connections: most, per_address: most, ..Bounds::default() };
    let connections = Connections::new(bounds);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => return,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            sleep(BREATH).await;
            continue;
        };
        let admitted = connections.admit(Network::of(peer.ip()), false, Instant::now());
        let Some((slot, _)) = admitted else { continue };
        let (told, meter) = (told.clone(), slot.meter().clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let (told, meter) = (told.clone(), meter.clone());
            async move {
                meter.busy();
                let answer = answer(&request, &told).await;
                meter.answered(Instant::now());
                Ok::<_, Infallible>(answer)
            }
        });
        let stream = Patient::new(stream, bounds, slot.meter().clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(bounds.idle + bounds.head)
            .max_buf_size(BUFFER_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            tokio::select! {
                () = slot.meter().ended() => {}
                _ = connection => {}
            }
        });
    }
}

async fn answer(request: &Request<Incoming>, told: &Told) -> Response<Body> {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    if !is_local(&usual_host(host.unwrap_or_default(), false)) {
        let sentence = "Metrics are served under an IP address or a name of the local network.\n";
        return (StatusCode::MISDIRECTED_REQUEST, sentence).into_response();
    }
    if !request.method().is_safe() {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if request.uri().path() != "/metrics" {
        return StatusCode::NOT_FOUND.into_response();
    }
    let accept = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    let format = MetricsFormat::accepted(accept.unwrap_or_default());
    let text = told.metrics.text(&told.store, (told.clock)(), format).await;
    ([(header::CONTENT_TYPE, format.content_type())], text).into_response()
}
