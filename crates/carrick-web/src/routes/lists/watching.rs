//! Watching: single boards, and all boards of a game.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::GameKind;
use carrick_service::{Command, GameCommand};

use crate::app::App;
use crate::board::visible_to;
use crate::pages::act::give;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Visitor};
use crate::routes::shared::{Entry, entry};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/watching", get(watching)).route("/games/{game}/watch", post(watch))
}

#[derive(Template)]
#[template(path = "watching.html")]
struct WatchingPage {
    frame: Frame,
    /// Whether the user has a confirmed address.
    mailed: bool,
    boards: Vec<Entry>,
    /// Games of which every board is watched: name and title.
    games: Vec<(&'static str, &'static str)>,
}

async fn watching(State(app): State<App>, Member(visitor): Member) -> Result<Response, Fault> {
    let mut boards = app.store.watched_by(visitor.id()).await?;
    boards.retain(|board| visible_to(board.ended.as_ref()));
    boards.sort_by_key(|board| (board.ended.is_some(), std::cmp::Reverse(board.touched)));
    let user = visitor.account(&app).await?;
    let page = WatchingPage {
        frame: Frame::new("Watching", Some(&visitor)).described("Boards and games that you watch."),
        mailed: user.addresses.iter().any(|entry| entry.confirmed),
        boards: boards.iter().map(|board| entry(board, Some(&visitor), app.now())).collect(),
        games: watched_games(&app, &visitor).await?,
    };
    Ok(show(&page)?.into_response())
}

/// Games of which a user watches every board.
pub(super) async fn watched_games(
    app: &App,
    visitor: &Visitor,
) -> Result<Vec<(&'static str, &'static str)>, Fault> {
    let user = visitor.account(app).await?;
    let watched = GameKind::ALL.into_iter().filter(|kind| user.settings.game(*kind).watches);
    Ok(watched.map(|kind| (kind.name(), kind.title())).collect())
}

async fn watch(
    State(app): State<App>,
    Member(visitor): Member,
    Path(kind): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let subscribe = GameCommand::Subscribe(None, visitor.credential(), !fields.ticked("off"));
    match give(&app, &visitor, Command::Game(kind, subscribe), None, None).await?.refused {
        true => Err(Fault::Bad("That was refused; try again from the page of the game.")),
        false => Ok(Redirect::to("/watching").into_response()),
    }
}
