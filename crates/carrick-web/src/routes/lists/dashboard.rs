//! Dashboard: a player's own boards, first those that wait for them.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_lessons::Lesson;
use carrick_service::BoardSummary;
use carrick_store::{BoardList, Cursor, Part, SentMessage};
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::board;
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::names;
use crate::pages::page::{Frame, show};
use crate::pages::progress::Progress;
use crate::pages::session::Visitor;
use crate::pages::when::When;
use crate::routes::shared::{Entry, Game, entry};
use crate::routes::starting::hotseat;
use crate::site::assets;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/boards", get(dashboard)).route("/next", get(next))
}

/// How long a finished board stays on the page.
const LATELY: SignedDuration = SignedDuration::from_hours(24 * 14);

/// Maximum number of boards in each part of the page.
const MOST: u32 = 50;

#[derive(Template)]
#[template(path = "dashboard.html")]
struct Dashboard {
    frame: Frame,
    /// Owner of the boards.
    name: String,
    /// Whether there are more than are shown.
    more: bool,
    mine: Vec<Entry>,
    theirs: Vec<Entry>,
    hotseats: Vec<Entry>,
    ended: Vec<Entry>,
    news: Vec<News>,
    /// Games whose lesson is not finished.
    tries: Vec<Game>,
    doors_css: String,
    welcome: bool,
    guest: bool,
}

/// Number of messages on the page.
const NEWS: u32 = 5;

/// A message about something that happened: a challenge, a turn, an end.
struct News {
    subject: String,
    /// Path of the board that it is about; empty for none.
    path: String,
    when: When,
}

/// The latest messages of a player, as they were mailed.
async fn news(app: &App, visitor: &Visitor, now: Timestamp) -> Result<Vec<News>, Fault> {
    let told = app.store.told(visitor.id(), None, NEWS).await?;
    let item = |one: SentMessage| News {
        path: one.board.map(board::path).unwrap_or_default(),
        when: When::new(one.at, now, &visitor.zone),
        subject: names::in_text(&one.subject),
    };
    Ok(told.into_iter().map(item).collect())
}

/// The first boards in one part of a player's list.
async fn boards_of(
    app: &App,
    visitor: &Visitor,
    part: Part,
    most: u32,
) -> Result<Vec<BoardSummary>, Fault> {
    let list =
        BoardList { player: Some(visitor.id().clone()), parts: vec![part], ..BoardList::default() };
    Ok(app.store.boards_page(&list, Cursor::Start, most).await?.rows)
}

async fn dashboard(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let seen = app.store.last_change().await?;
    let now = app.now();
    let list = async |part| -> Result<Vec<Entry>, Fault> {
        let boards = boards_of(&app, &visitor, part, MOST).await?;
        Ok(boards.iter().map(|board| entry(board, Some(&visitor), now)).collect())
    };
    let [mine, theirs] = [list(Part::Waiting).await?, list(Part::Theirs).await?];
    let ended = list(Part::Over(now - LATELY)).await?;
    let progress = Progress::of_reader(&app, Some(&visitor), &headers).await?;
    let left = |kind| progress.next(kind, &Lesson::of(kind).steps).is_some();
    let unlearned = GameKind::ALL.into_iter().filter(|&kind| left(kind));
    let page = Dashboard {
        frame: Frame::new("My boards", Some(&visitor))
            .described(
                "Your games: where it is your turn, where others think, and what ended lately.",
            )
            .live("/boards", "/events", seen),
        name: visitor.id().to_string(),
        more: [&mine, &theirs, &ended].iter().any(|list| list.len() == MOST as usize),
        mine,
        theirs,
        hotseats: hotseat::entries(&app, &visitor).await?,
        ended,
        news: news(&app, &visitor, now).await?,
        tries: unlearned.map(Game::of).collect(),
        doors_css: assets::url("doors.css"),
        welcome: asked.ticked("welcome"),
        guest: visitor.guest,
    };
    Ok(show(&page)?.into_response())
}

async fn next(State(app): State<App>, visitor: Visitor) -> Result<Redirect, Fault> {
    // The board that has waited longest comes first.
    let boards = boards_of(&app, &visitor, Part::Waiting, 1).await?;
    Ok(match boards.first() {
        Some(board) => Redirect::to(&format!("/{}/{}", board.id.kind, board.id.number)),
        None => Redirect::to("/boards"),
    })
}
