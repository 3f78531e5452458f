//! A player's own boards, those that wait for him first.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_service::{BoardFilter, BoardSummary, Needs, Userid};
use jiff::SignedDuration;

use super::hotseat;
use crate::app::App;
use crate::board::{status, visible_to};
use crate::fault::Fault;
use crate::fields::Asked;
use crate::page::{Frame, show};
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/boards", get(dashboard)).route("/next", get(next))
}

/// How long a board that ended stays on the page.
const LATELY: SignedDuration = SignedDuration::from_hours(24 * 14);

/// A board in a list.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) path: String,
    pub(crate) title: String,
    /// Who plays; nobody at one screen has a name.
    pub(crate) players: Option<[String; 2]>,
    pub(crate) options: String,
    pub(crate) status: String,
    pub(crate) mine: bool,
    pub(crate) turns: u32,
    pub(crate) touched: String,
}

/// A board in a list, for whoever reads it.
pub(crate) fn entry(board: &BoardSummary, reader: Option<&Visitor>) -> Entry {
    let me = reader.map(Visitor::id);
    let zone = reader.map(|reader| reader.zone.clone()).unwrap_or_default();
    Entry {
        path: format!("/{}/{}", board.id.kind, board.id.number),
        title: board.id.to_string(),
        players: Some([0, 1].map(|seat| board.players[seat].to_string())),
        options: board.options.clone(),
        status: status(board, me),
        mine: me.is_some_and(|me| waits_for(board, me)),
        turns: board.ply,
        touched: zone.show(board.touched),
    }
}

fn waits_for(board: &BoardSummary, user: &Userid) -> bool {
    board.to_move.is_some_and(|seat| board.players[seat.index()] == *user)
}

#[derive(Template)]
#[template(path = "dashboard.html")]
struct Dashboard {
    frame: Frame,
    mine: Vec<Entry>,
    theirs: Vec<Entry>,
    hotseats: Vec<Entry>,
    ended: Vec<Entry>,
    welcome: bool,
    guest: bool,
}

async fn boards_of(app: &App, visitor: &Visitor) -> Result<Vec<BoardSummary>, Fault> {
    let filter = BoardFilter {
        kind: None,
        player: Some(visitor.id().clone()),
        running: true,
        ended_since: Some(app.now() - LATELY),
    };
    let needs = Needs { listed: vec![filter], ..Needs::default() };
    let mut boards = app.store.read(&needs).await?.summaries;
    boards.retain(|board| visible_to(board.ended.as_ref()));
    // Whoever has waited longest comes first.
    boards.sort_by_key(|board| (board.touched, board.id));
    Ok(boards)
}

async fn dashboard(
    State(app): State<App>,
    visitor: Visitor,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let seen = app.store.last_change().await?;
    let boards = boards_of(&app, &visitor).await?;
    let list = |wanted: &dyn Fn(&BoardSummary) -> bool| -> Vec<Entry> {
        let found = boards.iter().filter(|board| wanted(board));
        found.map(|board| entry(board, Some(&visitor))).collect()
    };
    let me = visitor.id();
    let mut ended = list(&|board| board.ended.is_some());
    ended.reverse();
    let page = Dashboard {
        frame: Frame::new("My boards", Some(&visitor)).live("/boards", "/events", seen),
        mine: list(&|board| waits_for(board, me)),
        theirs: list(&|board| board.ended.is_none() && !waits_for(board, me)),
        hotseats: hotseat::entries(&app, &visitor).await?,
        ended,
        welcome: asked.ticked("welcome"),
        guest: visitor.guest,
    };
    Ok(show(&page)?.into_response())
}

async fn next(State(app): State<App>, visitor: Visitor) -> Result<Redirect, Fault> {
    let boards = boards_of(&app, &visitor).await?;
    let next = boards.iter().find(|board| waits_for(board, visitor.id()));
    Ok(match next {
        Some(board) => Redirect::to(&format!("/{}/{}", board.id.kind, board.id.number)),
        None => Redirect::to("/boards"),
    })
}
