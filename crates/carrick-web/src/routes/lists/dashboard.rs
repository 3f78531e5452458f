//! Dashboard: a player's own boards, first those that wait for them.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_service::BoardSummary;
use carrick_store::{BoardList, Cursor, Part};
use jiff::SignedDuration;

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Entry, entry};
use crate::routes::starting::hotseat;

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
    welcome: bool,
    guest: bool,
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
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let seen = app.store.last_change().await?;
    let list = async |part| -> Result<Vec<Entry>, Fault> {
        let boards = boards_of(&app, &visitor, part, MOST).await?;
        Ok(boards.iter().map(|board| entry(board, Some(&visitor))).collect())
    };
    let [mine, theirs] = [list(Part::Waiting).await?, list(Part::Theirs).await?];
    let ended = list(Part::Over(app.now() - LATELY)).await?;
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
