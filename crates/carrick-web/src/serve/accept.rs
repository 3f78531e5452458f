//! Accepts connections within the limits, and closes them when the server stops.

use std::convert::Infallible;
use std::future::Future;
use std::io::Write as _;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::response::Response;
use carrick_server::Metrics;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

use super::answer::{Answering, answer};
use super::router::router;
use crate::app::App;
use crate::network::client::Network;
use crate::network::connections::{ConnectionSlot, Connections, Meter};
use crate::network::patient::Patient;
use crate::network::refusals::Refusal;
use crate::network::turnstile::Turnstile;

/// Maximum size of a request's head, in bytes; longer ones are refused.
pub(super) const BUFFER_BYTES: usize = 16 * 1024;

/// Pause after a failed accept, such as for want of file handles.
pub(super) const BREATH: Duration = Duration::from_millis(50);

/// Write timeout for peers while the server stops.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

/// Interval of looking for stalled peers while the server stops.
const LAST_LOOK: Duration = Duration::from_millis(100);

/// Interval of writing counts of refused requests to the log.
const COUNT_EVERY: Duration = Duration::from_secs(5);

/// Serves the site on a socket until `stop` is ready, then shuts down gracefully.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()>) {
    let site = Site {
        router: router(app.clone()),
        turnstile: Turnstile::new(app.bounds.per_address),
        connections: Connections::new(app.bounds),
        app,
    };
    let under_way = GracefulShutdown::new();
    let mut counting = tokio::time::interval(COUNT_EVERY);
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            _ = counting.tick() => {
                site.app.log_refusal_counts(false);
                continue;
            }
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        if let Some((stream, slot)) = site.admit(stream, peer) {
            site.clone().begin(stream, peer, slot, &under_way);
        }
    }
    drop(listener);
    let mut ended = pin!(under_way.shutdown());
    loop {
        site.connections.close_waiting(Instant::now(), LAST_PATIENCE);
        tokio::select! {
            () = &mut ended => break,
            () = tokio::time::sleep(LAST_LOOK) => {}
        }
    }
    site.app.log_refusal_counts(true);
}

/// State that all connections share.
#[derive(Clone)]
struct Site {
    router: Router,
    app: App,
    connections: Connections,
    turnstile: Turnstile,
}

impl Site {
    /// Finds a slot for a new connection, or refuses it in a short answer.
    fn admit(&self, stream: TcpStream, peer: SocketAddr) -> Option<(TcpStream, ConnectionSlot)> {
        let from = Network::of(peer.ip());
        let is_proxy = self.app.setup.trusted_proxies.contains(peer.ip().to_canonical());
        let admitted = self.connections.admit(from, is_proxy, Instant::now());
        if !matches!(admitted, Some((_, false))) {
            self.app.log_refusal(Refusal::Connections, "", &from.to_string());
        }
        match admitted {
            Some((slot, _)) => Some((stream, slot)),
            None => {
                // A courtesy: nobody waits for it.
                if let Ok(mut stream) = stream.into_std() {
                    let _ = stream.write_all(NO_ROOM);
                }
                None
            }
        }
    }

    /// Answers requests on a connection until it ends.
    fn begin(
        self,
        stream: TcpStream,
        peer: SocketAddr,
        slot: ConnectionSlot,
        under_way: &GracefulShutdown,
    ) {
        // Answers and events are written whole; waiting for more only delays them (`TCP_NODELAY`).
        let _ = stream.set_nodelay(true);
        let counted = self.app.metrics.as_ref().map(Metrics::connection);
        let bounds = self.app.bounds;
        let stream = Patient::new(stream, bounds, slot.meter().clone());
        let service = self.service(peer, slot.meter().clone());
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            // `Patient` has the timeout for heads. hyper gets one too: only then does it poll for
            // the next head as soon as an answer is written, and not first when bytes arrive.
            .header_read_timeout(bounds.idle + bounds.head)
            .max_buf_size(BUFFER_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = under_way.watch(connection);
        tokio::spawn(async move {
            let _counted = counted;
            tokio::select! {
                () = slot.meter().ended() => {}
                ended = connection => if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended");
                }
            }
        });
    }

    /// The router, with the peer's address added to each request.
    fn service(
        self,
        peer: SocketAddr,
        meter: Arc<Meter>,
    ) -> impl hyper::service::Service<
        Request<Incoming>,
        Response = Response<Answering>,
        Error = Infallible,
        Future: Send,
    > {
        service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            meter.busy();
            let Self { router, app, turnstile, .. } = self.clone();
            let meter = meter.clone();
            async move { Ok(answer(request, router, &app, &turnstile, meter).await) }
        })
    }
}

/// Answer on a connection for which there is no slot.
const NO_ROOM: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n\
content-length: 60\r\nretry-after: 5\r\nconnection: close\r\n\r\n\
Too many connections are open. Please try again in a moment.";
