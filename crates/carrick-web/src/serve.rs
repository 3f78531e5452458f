//! Connections: accepted, kept within bounds, and ended when the server is to stop.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower::Service as _;

use crate::app::App;
use crate::routes::router;

/// How long a head may take, the pause before it included: whoever sends a request a letter at a time,
/// or nothing, does not keep a connection.
const HEAD_PATIENCE: Duration = Duration::from_secs(30);

/// What is kept of a request that has not been read; a longer head is refused.
const BUFFER_BYTES: usize = 16 * 1024;

/// How long to wait when no connection can be accepted, for want of file handles.
const BREATH: Duration = Duration::from_millis(50);

/// Serves the site on a socket until `stop` is ready, and then ends what is under way.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()>) {
    let site = router(app);
    let under_way = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        // Answers and events are whole when they are written; waiting for more only delays them.
        let _ = stream.set_nodelay(true);
        let service = answering(site.clone(), peer);
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_PATIENCE)
            .max_buf_size(BUFFER_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = under_way.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended");
            }
        });
    }
    under_way.shutdown().await;
}

/// The site, told who is asking.
fn answering(
    site: Router,
    peer: SocketAddr,
) -> impl hyper::service::Service<
    Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> {
    service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        site.clone().call(request)
    })
}
