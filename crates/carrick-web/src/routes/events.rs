//! Server-sent events for pages: they tell a page that something has changed, and the page fetches
//! it.
//!
//! | event | when |
//! |---|---|
//! | `ready` | first, with the number of the last change |
//! | `change` | what the page shows has changed |
//! | `bell` | something else that the bell in the header counts has changed |
//! | `opened` | one of the reader's games starts; with its path and the opponent's name |

use std::collections::VecDeque;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::response::sse::Event;
use axum::routing::get;
use carrick_service::{BoardId, Userid, computer_level};
use carrick_store::Change;
use futures_util::stream::unfold;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use crate::app::App;
use crate::board::{self, PathBoard};
use crate::network::client::Client;
use crate::network::stream::{self, STREAMS};
use crate::pages::fault::Fault;
use crate::pages::labels;
use crate::pages::session::Visitor;

/// Routes of event streams.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/{game}/{number}/events", get(of_board))
        .route("/events", get(of_player))
        .route("/seeks/events", get(of_seeks))
}

async fn of_board(
    State(app): State<App>,
    client: Client,
    visitor: Option<Visitor>,
    PathBoard(id): PathBoard,
) -> Result<Response, Fault> {
    events(app, &client, PageContent::Board(id), visitor.as_ref()).await
}

async fn of_player(
    State(app): State<App>,
    client: Client,
    visitor: Visitor,
) -> Result<Response, Fault> {
    events(app, &client, PageContent::OwnBoards, Some(&visitor)).await
}

async fn of_seeks(
    State(app): State<App>,
    client: Client,
    visitor: Option<Visitor>,
) -> Result<Response, Fault> {
    events(app, &client, PageContent::Seeks, visitor.as_ref()).await
}

/// What a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageContent {
    /// One board.
    Board(BoardId),
    /// The boards on which the reader plays.
    OwnBoards,
    /// Open games.
    Seeks,
}

/// State of an event stream.
struct PageEvents {
    app: App,
    content: PageContent,
    /// The reader; `None` for a stranger.
    me: Option<Userid>,
    changes: broadcast::Receiver<Arc<Change>>,
    letters: broadcast::Receiver<Userid>,
    seeks: watch::Receiver<u64>,
    /// Events to send before new ones.
    before: VecDeque<Event>,
}

async fn events(
    app: App,
    client: &Client,
    content: PageContent,
    visitor: Option<&Visitor>,
) -> Result<Response, Fault> {
    let slot = app.listen(client).ok_or(Fault::TooOften(STREAMS))?;
    let (changes, letters, mut seeks) =
        (app.feed.subscribe(), app.feed.letters(), app.feed.seeks());
    seeks.mark_unchanged();
    // The page compares this number with its own to notice changes from before the stream started.
    let last = match content {
        PageContent::Seeks => app.store.seek_changes().await?,
        PageContent::Board(_) | PageContent::OwnBoards => app.store.last_change().await?,
    };
    let ready = Event::default().event("ready").data(last.to_string());
    let me = visitor.map(|visitor| visitor.id().clone());
    let start = PageEvents { app, content, me, changes, letters, seeks, before: [ready].into() };
    let events = unfold(start, async |mut stream| Some((stream.next().await?, stream)));
    Ok(stream::answer(slot, events))
}

impl PageEvents {
    /// The next event; `None` when the server closes.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.before.pop_front() {
                return Some(event);
            }
            tokio::select! {
                change = self.changes.recv() => match change {
                    Ok(change) => self.hear(&change),
                    // If the stream has missed changes, it makes its page reload them.
                    Err(RecvError::Lagged(_)) => {
                        self.before.push_back(Event::default().event("change").data(""));
                    }
                    Err(RecvError::Closed) => return None,
                },
                reader = self.letters.recv() => match reader {
                    Ok(reader) if self.me.as_ref() != Some(&reader) => {}
                    Ok(_) | Err(RecvError::Lagged(_)) => self.before.push_back(bell()),
                    Err(RecvError::Closed) => return None,
                },
                changed = self.seeks.changed(), if self.content == PageContent::Seeks => {
                    let number = changed.ok().map(|()| *self.seeks.borrow_and_update())?.to_string();
                    self.before.push_back(Event::default().event("change").id(&number).data(number));
                }
                () = self.app.closed() => return None,
            }
        }
    }

    /// Adds the events of a change.
    fn hear(&mut self, change: &Change) {
        let is_mine = self.me.as_ref().is_some_and(|me| change.players.contains(me));
        let is_between_people = change.players.iter().all(|user| computer_level(user).is_none());
        let opponent = change.players.iter().find(|user| self.me.as_ref() != Some(*user));
        if let Some(opponent) = opponent.filter(|_| is_mine && change.begins && is_between_people) {
            let data = format!("{} {}", board::path(change.board), labels::shown(opponent));
            self.before.push_back(Event::default().event("opened").data(data));
        }
        let is_shown = match self.content {
            PageContent::Board(board) => board == change.board,
            PageContent::OwnBoards => is_mine,
            PageContent::Seeks => false,
        };
        if is_shown {
            let path = board::path(change.board);
            let event = Event::default().event("change").id(change.number.to_string());
            self.before.push_back(event.data(format!("{path} {}", change.generation)));
        } else if is_mine {
            self.before.push_back(bell());
        }
    }
}

fn bell() -> Event {
    Event::default().event("bell").data("")
}
