//! Accepts connections within the limits, and closes them when the server stops.
//!
//! Handles each request: waits for its turn, reads the body within its timeout, and records it in
//! the access log.

use std::convert::Infallible;
use std::future::Future;
use std::io::Write as _;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, MatchedPath};
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use carrick_server::{Metrics, MetricsFormat};
use carrick_store::Store;
use futures_util::StreamExt as _;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};
use tower::Service as _;

use super::router::{BODY_BYTES, router};
use crate::app::{App, SiteClock};
use crate::guard::origin::is_local;
use crate::network::access::{Access, AccessLog, AccessRefusal, ConnectionLimits, shown_path};
use crate::network::client::Network;
use crate::network::connections::{ConnectionSlot, ConnectionState, OpenConnections};
use crate::network::limits::{AT_ONCE, BufferLimit, Buffered, KeyedSemaphore};
use crate::network::timeout::TimeoutStream;
use crate::pages::fault::Fault;
use crate::site::usual_host;

/// Maximum size of a request's head, in bytes; longer ones are refused.
const BUFFER_BYTES: usize = 16 * 1024;

/// Pause after a failed accept, for example because there are no file handles left.
const BREATH: Duration = Duration::from_millis(50);

/// Write timeout for peers while the server stops.
const LAST_PATIENCE: Duration = Duration::from_secs(1);

/// How often to look for stalled peers while the server stops.
const LAST_LOOK: Duration = Duration::from_millis(100);

/// How often counts of refused requests are written to the log.
const COUNT_EVERY: Duration = Duration::from_secs(5);

/// Serves the site on a socket until `stop` is ready, then shuts down gracefully.
pub async fn serve(listener: TcpListener, app: App, stop: impl Future<Output = ()>) {
    let site = AcceptState {
        router: router(app.clone()),
        requests: KeyedSemaphore::new(app.bounds.per_address),
        at_once: KeyedSemaphore::new(AT_ONCE),
        buffers: BufferLimit::default(),
        connections: OpenConnections::new(app.bounds),
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
struct AcceptState {
    router: Router,
    app: App,
    connections: OpenConnections,
    /// Requests of an address from their heads until they are answered, including waiting ones.
    requests: KeyedSemaphore,
    /// Requests of an address that are being processed.
    at_once: KeyedSemaphore,
    buffers: BufferLimit,
}

impl AcceptState {
    /// Finds a slot for a new connection, or refuses it with a short answer.
    fn admit(&self, stream: TcpStream, peer: SocketAddr) -> Option<(TcpStream, ConnectionSlot)> {
        let from = Network::of(peer.ip());
        let is_proxy = self.app.setup.trusted_proxies.contains(peer.ip().to_canonical());
        let admitted = self.connections.admit(from, is_proxy, Instant::now());
        if !matches!(admitted, Some((_, false))) {
            self.app.log_refusal(AccessRefusal::Connections, "", &from.to_string());
        }
        match admitted {
            Some((slot, _)) => Some((stream, slot)),
            None => {
                // A courtesy, so the server does not wait for it.
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
        // Answers and events are written whole, so waiting for more data only delays them
        // (`TCP_NODELAY`).
        let _ = stream.set_nodelay(true);
        let counted = self.app.metrics.as_ref().map(Metrics::connection);
        let bounds = self.app.bounds;
        let service = self.service(peer, slot.state().clone());
        let connection = under_way.watch(connection(stream, bounds, &slot, service));
        tokio::spawn(async move {
            let _counted = counted;
            tokio::select! {
                () = slot.state().closed() => {}
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
        state: Arc<ConnectionState>,
    ) -> impl hyper::service::Service<
        Request<Incoming>,
        Response = Response<Answering>,
        Error = Infallible,
        Future: Send,
    > {
        service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            state.begin();
            let (site, state) = (self.clone(), state.clone());
            async move { Ok(answer(request, site, state).await) }
        })
    }
}

/// A connection with its timeouts.
fn connection<S, B>(
    stream: TcpStream,
    bounds: ConnectionLimits,
    slot: &ConnectionSlot,
    service: S,
) -> http1::Connection<TokioIo<TimeoutStream<TcpStream>>, S>
where
    S: hyper::service::Service<Request<Incoming>, Response = Response<B>, Error = Infallible>,
    B: HttpBody<Error = axum::Error> + 'static,
{
    http1::Builder::new()
        .timer(TokioTimer::new())
        // `TimeoutStream` has the timeout for heads. hyper also gets one, because only then does it
        // poll for the next head as soon as an answer is written, instead of when bytes arrive.
        .header_read_timeout(bounds.idle + bounds.head)
        .max_buf_size(BUFFER_BYTES)
        .serve_connection(
            TokioIo::new(TimeoutStream::new(stream, bounds, slot.state().clone())),
            service,
        )
}

/// Answer on a connection for which there is no slot.
const NO_ROOM: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n\
content-length: 60\r\nretry-after: 5\r\nconnection: close\r\n\r\n\
Too many connections are open. Please try again in a moment.";

/// Answer to a request whose body ended early.
const CUT: &str = "The request ended too early, so nothing was done.\n";

/// Answer to a request whose body is too slow.
const SLOW: &str =
    "The request took too long to arrive, so nothing was done. Please send it again.\n";

/// Answer to a client with too many requests under way.
const BUSY: &str = "You have too many requests under way. Please try again in a moment.\n";

/// Size from which bytes of requests and answers are counted, in bytes. A connection has buffers of
/// this size anyway.
const COUNTED: usize = 16 * 1024;

/// Content type of event streams.
const EVENT_STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");

/// Answers one request.
async fn answer(
    request: Request<Incoming>,
    site: AcceptState,
    connection: Arc<ConnectionState>,
) -> Response<Answering> {
    let AcceptState { mut router, app, .. } = site;
    let from =
        Network::of_request(request.extensions(), request.headers(), &app.setup.trusted_proxies);
    // Only the log shows it.
    let path = app.access_log.is_some().then(|| request.uri().path().to_owned());
    let mut record = AccessRecord {
        access: Access::new(app.now(), from, request.method()),
        start: Instant::now(),
        log: app.access_log.clone(),
        metrics: app.metrics.clone(),
        route: None,
        stays_open: false,
        connection,
        from,
        buffers: site.buffers,
        permit: site.requests.try_acquire(from),
    };
    if record.permit.is_none() {
        app.log_refusal(AccessRefusal::TooMany, "", &from.to_string());
        let mut response = (StatusCode::TOO_MANY_REQUESTS, BUSY).into_response();
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        record.connection.leave_unread();
        return record.closing(response);
    }
    let body = record.body_of(&request);
    let request = whole(request.map(Body::new), &record.connection);
    let request = match tokio::time::timeout(app.bounds.body, request).await {
        Ok(Ok(request)) => request,
        broken => {
            record.connection.leave_unread();
            let (status, sentence) = match broken {
                Err(_) => (StatusCode::REQUEST_TIMEOUT, SLOW),
                _ => (StatusCode::BAD_REQUEST, CUT),
            };
            return record.closing((status, sentence).into_response());
        }
    };
    let turn = site.at_once.acquire(from).await;
    let made = async move {
        match router.call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    };
    let response = match &app.pages {
        None => made.await,
        Some(pages) => {
            // Dropping a set ends its tasks.
            let mut making = JoinSet::new();
            making.spawn_on(made, pages);
            match making.join_next().await {
                Some(Ok(response)) => response,
                failed => {
                    tracing::error!(?failed, "a request failed");
                    Fault::Failed("a request panicked").into_response()
                }
            }
        }
    };
    drop((turn, body));
    let route = response.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    if let Some(path) = path {
        record.access.path = shown_path(route, &path, response.status());
    }
    record.route = record.metrics.is_some().then(|| route.unwrap_or("none").to_owned());
    record.stays_open = response.headers().get(header::CONTENT_TYPE) == Some(&EVENT_STREAM);
    match record.connection.has_unread() {
        true => record.closing(response),
        false => record.of(response),
    }
}

/// Reads a request's body into memory, so that none of it is left on the connection if a handler
/// ignores it. A body longer than [`BODY_BYTES`] is not read to its end; extractors find it too
/// long.
async fn whole(
    request: Request<Body>,
    connection: &ConnectionState,
) -> Result<Request<Body>, axum::Error> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let most = u64::try_from(BODY_BYTES).unwrap_or(u64::MAX);
    if body.size_hint().lower() > most {
        connection.leave_unread();
        return Ok(Request::from_parts(parts, body));
    }
    let (mut read, mut length) = (Vec::<Bytes>::new(), 0);
    let mut frames = body.into_data_stream();
    while let Some(frame) = frames.next().await {
        let frame = frame?;
        length += frame.len();
        read.push(frame);
        if length > BODY_BYTES {
            connection.leave_unread();
            let read = futures_util::stream::iter(read.into_iter().map(Ok));
            return Ok(Request::from_parts(parts, Body::from_stream(read.chain(frames))));
        }
    }
    Ok(Request::from_parts(parts, read.concat().into()))
}

/// Access log entry of a request; written when the answer has ended or was abandoned.
#[derive(Debug)]
struct AccessRecord {
    access: Access,
    start: Instant,
    log: Option<AccessLog>,
    metrics: Option<Metrics>,
    /// Pattern of the request's path, for metrics.
    route: Option<String>,
    /// Whether the answer is an event stream, whose duration means nothing.
    stays_open: bool,
    connection: Arc<ConnectionState>,
    from: Network,
    buffers: BufferLimit,
    /// Permit for the request; `None` if it is refused.
    permit: Option<OwnedSemaphorePermit>,
}

impl AccessRecord {
    /// Counts the bytes of a request's body before it is read.
    fn body_of(&self, request: &Request<Incoming>) -> Option<Buffered> {
        let length = request.body().size_hint().exact();
        let length = length.and_then(|length| usize::try_from(length).ok()).unwrap_or(BODY_BYTES);
        self.hold(length.min(BODY_BYTES))
    }

    fn hold(&self, bytes: usize) -> Option<Buffered> {
        let is_counted = bytes >= COUNTED && self.permit.is_some();
        is_counted.then(|| self.buffers.count(self.from, &self.connection, bytes))
    }

    /// Counts bytes of the answer until the client has read them. Bytes that are in memory anyway,
    /// such as files of the site, do not count.
    fn counted(&mut self, data: Bytes) -> Bytes {
        self.access.bytes += u64::try_from(data.len()).unwrap_or_default();
        match data.is_unique().then(|| self.hold(data.len())).flatten() {
            Some(held) => Bytes::from_owner(Unread(data, held)),
            None => data,
        }
    }

    /// The answer, recorded when its body ends.
    fn of(mut self, response: Response) -> Response<Answering> {
        self.access.status = Some(response.status().as_u16());
        response.map(|body| Answering { body, record: self })
    }

    /// The last answer on its connection.
    fn closing(self, mut response: Response) -> Response<Answering> {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        self.of(response)
    }
}

impl Drop for AccessRecord {
    fn drop(&mut self) {
        let now = Instant::now();
        self.connection.end(now);
        self.access.duration = now.saturating_duration_since(self.start);
        if let Some(metrics) = &self.metrics {
            // nginx uses 499 for a client that left first.
            let status = self.access.status.unwrap_or(499);
            let duration = (!self.stays_open).then_some(self.access.duration);
            let route = self.route.as_deref().unwrap_or("none");
            metrics.answered(self.access.method, route, status, duration);
        }
        if let Some(log) = &self.log {
            log.tell(&self.access);
        }
    }
}

/// Bytes of an answer, which hyper drops when they are written.
struct Unread(Bytes, #[expect(dead_code, reason = "released on drop")] Buffered);

impl AsRef<[u8]> for Unread {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Body of an answer; counts the bytes as they are written.
#[derive(Debug)]
pub(crate) struct Answering {
    body: Body,
    record: AccessRecord,
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        let record = &mut self.record;
        Poll::Ready(frame.map(|frame| Ok(frame?.map_data(|data| record.counted(data)))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Maximum number of connections to the metrics. If the program can open more files than these and
/// the site's connections need, it reserves some for the database.
pub const METRICS_CONNECTIONS: usize = 16;

/// State of the endpoint.
struct MetricsEndpoint {
    metrics: Metrics,
    store: Store,
    clock: SiteClock,
}

/// Serves `/metrics` on a socket until `stop` is ready. If all connections are taken, the one that
/// has been idle longest is closed for a new one.
pub async fn serve_metrics(
    listener: TcpListener,
    metrics: Metrics,
    store: Store,
    clock: SiteClock,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    let told = Arc::new(MetricsEndpoint { metrics, store, clock });
    let most = METRICS_CONNECTIONS;
    let bounds =
        ConnectionLimits { connections: most, per_address: most, ..ConnectionLimits::default() };
    let connections = OpenConnections::new(bounds);
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
        let (told, state) = (told.clone(), slot.state().clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let (told, state) = (told.clone(), state.clone());
            async move {
                state.begin();
                let answer = metrics_answer(&request, &told).await;
                state.end(Instant::now());
                Ok::<_, Infallible>(answer)
            }
        });
        let connection = connection(stream, bounds, &slot, service);
        tokio::spawn(async move {
            tokio::select! {
                () = slot.state().closed() => {}
                _ = connection => {}
            }
        });
    }
}

async fn metrics_answer(request: &Request<Incoming>, told: &MetricsEndpoint) -> Response<Body> {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    if !is_local(&usual_host(host.unwrap_or_default(), false)) {
        let sentence =
            "Metrics are only served under an IP address or a name of the local network.\n";
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
