//! Dashboard: a player's own boards, first those that wait for them.

use std::collections::BTreeSet;

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_lessons::Lesson;
use carrick_service::{BoardId, BoardRecord, BoardSummary, Needs};
use carrick_store::{BoardList, Cursor, Part, SentMessage};
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::board;
use crate::cost::cost_of_replay;
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::names;
use crate::pages::page::{Frame, show};
use crate::pages::payer::Payer;
use crate::pages::progress::Progress;
use crate::pages::session::Visitor;
use crate::pages::when::When;
use crate::routes::shared::{Entry, Game, entry};
use crate::routes::starting::hotseat;
use crate::site::stylesheet::Stylesheet;

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
    doors_css: Stylesheet,
    welcome: bool,
    guest: bool,
}

/// Maximum number of events on the page.
const NEWS: usize = 5;

/// Number of messages that are looked through for them: those about one board follow each other.
const LOOKED_THROUGH: u32 = 40;

/// Maximum number of boards that are read for them: some have nothing to tell.
const READ: usize = 2 * NEWS;

/// Something that others did: a challenge, a turn, an end.
struct News {
    said: String,
    /// Path of the board that it is about; empty for none.
    path: String,
    when: When,
}

/// The latest events that a player was told of: one of each board at most, and none where they
/// did something last.
async fn news(
    app: &App,
    visitor: &Visitor,
    payer: &Payer,
    now: Timestamp,
) -> Result<Vec<News>, Fault> {
    let mut told = app.store.told(visitor.id(), None, LOOKED_THROUGH).await?;
    let mut seen = BTreeSet::new();
    told.retain(|one| one.board.is_none_or(|board| seen.insert(board)) && !one.own);
    told.truncate(READ);
    let boards = told.iter().filter_map(|one| one.board).collect();
    let state = app.store.read(&Needs { boards, ..Needs::default() }).await?;
    let turns = state.boards.values().map(|board| board.turns.len() as u32);
    payer.pay(app, cost_of_replay(turns))?;
    let item = |one: &SentMessage| {
        let when = When::new(one.at, now, &visitor.zone);
        let Some(board) = one.board else {
            return Some(News { said: names::in_text(&one.subject), path: String::new(), when });
        };
        let record = state.boards.get(&board)?;
        let said = format!("{board}: {}", happened(record, &one.subject, visitor)?);
        let is_shown = board::visible_to(record.ended.as_ref());
        Some(News { said, path: if is_shown { board::path(board) } else { String::new() }, when })
    };
    Ok(told.iter().filter_map(item).take(NEWS).collect())
}

/// The event that a message about a board tells, as a sentence; `None` where it was the reader's.
fn happened(record: &BoardRecord, subject: &str, reader: &Visitor) -> Option<String> {
    let BoardId { kind, number } = record.id;
    if let Some(speaker) = subject.strip_prefix(&format!("{kind} chat {number} ")) {
        let speaker = speaker.parse().ok().filter(|speaker| speaker != reader.id())?;
        return Some(format!("{} has written in the chat.", names::shown(&speaker)));
    }
    board::happened(record, &record.game().ok()?, record.seat_of(reader.id()))
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
    payer: Payer,
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
        hotseats: hotseat::entries(&app, &visitor, &payer).await?,
        ended,
        news: news(&app, &visitor, &payer, now).await?,
        tries: unlearned.map(Game::of).collect(),
        doors_css: Stylesheet("doors.css"),
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
