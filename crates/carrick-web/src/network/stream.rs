//! Server-sent events: what all streams have in common.

use std::convert::Infallible;
use std::time::Duration;

use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use carrick_server::TooMany;
use carrick_service::{BoardId, Userid};
use carrick_store::Change;
use futures_util::Stream;

use super::listeners::Place;

/// Whoever has too many streams may try again when one of them has ended; nobody knows when that
/// is.
pub(crate) const STREAMS: TooMany = TooMany { wait: Duration::from_secs(30) };

/// How often an idle stream says that it lives, so that no proxy cuts it off.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// Whose changes a stream tells.
pub(crate) enum Wanted {
    /// Those of one board.
    Board(BoardId),
    /// Those of all boards on which somebody plays.
    Player(Userid),
}

impl Wanted {
    /// Whether a change is one of them.
    pub(crate) fn concerns(&self, change: &Change) -> bool {
        match self {
            Self::Board(board) => *board == change.board,
            Self::Player(user) => change.players.contains(user),
        }
    }
}

/// An answer that goes on as long as events come, and keeps its place as long as it does.
pub(crate) fn answer(place: Place, events: impl Stream<Item = Event> + Send + 'static) -> Response {
    use futures_util::StreamExt as _;
    let headers = [
        (header::CACHE_CONTROL, "no-store"),
        // Proxies that gather answers would keep events back.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    let events = Sse::new(events.map(move |event| {
        let _place = &place;
        Ok::<_, Infallible>(event)
    }));
    (headers, events.keep_alive(KeepAlive::new().interval(KEEP_ALIVE))).into_response()
}
