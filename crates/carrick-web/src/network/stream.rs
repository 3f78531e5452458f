//! Event streams of pages and the API (server-sent events).

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use carrick_server::{GaugeGuard, TooMany};
use carrick_service::{BoardId, Userid};
use carrick_store::Change;
use futures_util::{Stream, StreamExt as _};
use tokio::sync::OwnedSemaphorePermit;

/// Permit for an event stream, and its count among the metrics, if there are any.
#[derive(Debug)]
pub(crate) struct StreamSlot {
    pub(crate) _permit: OwnedSemaphorePermit,
    pub(crate) _counted: Option<GaugeGuard>,
}

/// Refusal of a client with too many streams. When one of them will end is unknown; half a minute
/// is a guess.
pub(crate) const STREAMS: TooMany = TooMany { wait: Duration::from_secs(30) };

/// Interval of keep-alive comments, which stop proxies from closing an idle stream.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// Which changes a stream sends.
pub(crate) enum ChangeFilter {
    /// Changes of one board.
    Board(BoardId),
    /// Changes of all boards on which a user plays.
    Player(Userid),
}

impl ChangeFilter {
    /// Whether the stream sends a change.
    pub(crate) fn concerns(&self, change: &Change) -> bool {
        match self {
            Self::Board(board) => *board == change.board,
            Self::Player(user) => change.players.contains(user),
        }
    }
}

/// A response that sends events and keeps its slot until it ends.
pub(crate) fn answer(
    slot: StreamSlot,
    events: impl Stream<Item = Event> + Send + 'static,
) -> Response {
    let headers = [
        (header::CACHE_CONTROL, "no-store"),
        // A proxy that buffers answers would delay events.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let events = Sse::new(events.map(move |event| {
        let _slot = &slot;
        Ok::<_, Infallible>(event)
    }));
    (headers, events.keep_alive(KeepAlive::new().interval(KEEP_ALIVE))).into_response()
}
