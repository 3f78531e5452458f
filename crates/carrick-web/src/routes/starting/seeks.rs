//! Open games: lists seeks and lets players take them.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::GameKind;
use carrick_service::{Command, GameCommand, StandIn};

use crate::app::App;
use crate::board;
use crate::pages::act::{Done, give};
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::labels;
use crate::pages::names::Named;
use crate::pages::page::{Frame, show};
use crate::pages::paging::{self, BAD_PLACE, ROWS};
use crate::pages::session::{Member, Visitor};
use crate::routes::shared::{Game, games, kind_of};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/seeks", get(seeks))
        .route("/seeks/{game}/{number}/take", post(take))
        .route("/seeks/{game}/cancel", post(cancel))
}

/// Open seek in the list.
#[derive(Debug, Clone)]
struct SeekEntry {
    kind: &'static str,
    title: &'static str,
    number: u32,
    user: Named,
    options: String,
    /// The time and whether it is rated.
    terms: String,
    /// The computer player that takes it otherwise.
    stand_in: String,
    left: u32,
    mine: bool,
}

#[derive(Template)]
#[template(path = "seeks.html")]
struct SeeksPage {
    frame: Frame,
    seeks: Vec<SeekEntry>,
    games: [Game; GameKind::ALL.len()],
    said: String,
    /// URL of the next page; empty at the end.
    more: String,
}

async fn seeks_page(
    app: &App,
    visitor: Option<&Visitor>,
    said: String,
    behind: Option<(GameKind, u32)>,
) -> Result<SeeksPage, Fault> {
    let seen = app.store.seek_changes().await?;
    let page = app.store.seeks_page(None, behind, ROWS).await?;
    let last = page.rows.last().filter(|_| page.after);
    let more = last.map(|seek| format!("/seeks?after={}-{}", seek.kind, seek.number));
    let seeks = page.rows.iter().map(|seek| SeekEntry {
        kind: seek.kind.name(),
        title: seek.kind.title(),
        number: seek.number,
        user: Named::of(&seek.user),
        options: labels::options_in_words(seek.kind, &seek.options),
        terms: board::terms(&seek.terms),
        stand_in: match seek.stand_in {
            StandIn::Nobody => "people only".to_owned(),
            StandIn::Nearest => "the computer, after a day".to_owned(),
            StandIn::Level(level) => {
                format!("the computer, {}, after a day", labels::of_level(&level))
            }
        },
        left: seek.left,
        mine: visitor.is_some_and(|visitor| *visitor.id() == seek.user),
    });
    let frame = Frame::new("Open games", visitor)
        .described(
            "Games that wait for an opponent: accept one and play at once, or offer your own.",
        )
        .live("/seeks", "/seeks/events", seen);
    let more = more.unwrap_or_default();
    Ok(SeeksPage { frame, seeks: seeks.collect(), games: games(), said, more })
}

async fn seeks(
    State(app): State<App>,
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let behind = match asked.text("after") {
        "" => None,
        place => Some(paging::read_seek(place).ok_or(BAD_PLACE)?),
    };
    Ok(show(&seeks_page(&app, visitor.as_ref(), String::new(), behind).await?)?.into_response())
}

async fn take(
    State(app): State<App>,
    Member(visitor): Member,
    Path((kind, number)): Path<(String, u32)>,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let take = Command::Game(kind, GameCommand::Take(number, visitor.credential()));
    let done = give(&app, &visitor, take, None, None).await?;
    answer_on_seeks(&app, &visitor, &done).await
}

async fn cancel(
    State(app): State<App>,
    Member(visitor): Member,
    Path(kind): Path<String>,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let cancel = Command::Game(kind, GameCommand::CancelSeeks(visitor.credential()));
    let done = give(&app, &visitor, cancel, None, None).await?;
    answer_on_seeks(&app, &visitor, &done).await
}

async fn answer_on_seeks(app: &App, visitor: &Visitor, done: &Done) -> Result<Response, Fault> {
    match (done.refusal(), done.board) {
        (Some(said), _) => {
            let page = seeks_page(app, Some(visitor), said, None).await?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
        }
        (None, Some(board)) => {
            Ok(Redirect::to(&format!("/{}/{}", board.kind, board.number)).into_response())
        }
        (None, None) => Ok(Redirect::to("/seeks").into_response()),
    }
}
