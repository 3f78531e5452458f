//! Front page, liveness and readiness probes.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_service::Seek;
use jiff::Timestamp;

use super::worth::worth_watching;
use crate::app::App;
use crate::board;
use crate::pages::fault::Fault;
use crate::pages::names;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Entry, Game, entry, games, pictures};
use crate::site::stylesheet::Stylesheet;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/", get(home)).route("/healthz", get(health)).route("/readyz", get(ready))
}

/// Number of boards in play on the front page.
const SHOWN: usize = 4;

/// Number of open games on the front page.
const OFFERED: u32 = 4;

/// An open game, with its board.
struct Offer {
    title: &'static str,
    who: String,
    terms: String,
    pictures: [String; 2],
    take: String,
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
    doors_css: Stylesheet,
    /// Number of games as a word: "Four".
    count: String,
    /// The game whose moving picture is shown.
    shown: Game,
    games: [Game; GameKind::ALL.len()],
    boards: Vec<Entry>,
    offers: Vec<Offer>,
}

async fn home(State(app): State<App>, visitor: Option<Visitor>) -> Result<Response, Fault> {
    if visitor.as_ref().is_some_and(|visitor| !visitor.guest) {
        return Ok(Redirect::to("/boards").into_response());
    }
    let boards = worth_watching(&app, None, SHOWN).await?;
    let offers = app.store.seeks_page(None, None, OFFERED).await?.rows;
    let count = count();
    let told = format!(
        "{count} connection games on boards you have not seen before. Learn one, and play the \
         computer or people in the browser."
    );
    let frame = Frame::new(format!("{count} connection games"), visitor.as_ref());
    let page = Home {
        frame: Frame { told, ..frame },
        doors_css: Stylesheet("doors.css"),
        count,
        shown: Game::of(of_the_day(app.now())),
        games: games(),
        boards: boards.iter().map(|board| entry(board, visitor.as_ref(), app.now())).collect(),
        offers: offers.iter().map(offer).collect(),
    };
    Ok(show(&page)?.into_response())
}

fn offer(seek: &Seek) -> Offer {
    Offer {
        title: seek.kind.title(),
        who: names::shown(&seek.user),
        terms: board::terms(&seek.terms),
        pictures: pictures(seek.kind, &seek.options, "", "no-labels"),
        take: format!("/seeks/{}/{}/take", seek.kind, seek.number),
    }
}

/// The game that the page shows in motion: another one each day.
fn of_the_day(now: Timestamp) -> GameKind {
    let days = now.as_second().div_euclid(24 * 3600);
    let kinds = GameKind::ALL;
    kinds[usize::try_from(days.rem_euclid(kinds.len() as i64)).unwrap_or_default()]
}

/// Number of games, with a capital: "Four".
fn count() -> String {
    let (first, rest) = GameKind::COUNT_WORD.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// Liveness probe: the process answers, whatever the state of its database.
async fn health() -> &'static str {
    "ok\n"
}

/// Readiness probe: whether the database can be written; if not, the reason in a word.
async fn ready(State(app): State<App>) -> (StatusCode, String) {
    match app.store.ready().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(trouble) => (StatusCode::SERVICE_UNAVAILABLE, format!("{}\n", trouble.word())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn films_take_turns() {
        let day = |day: i64| of_the_day(Timestamp::from_second(day * 24 * 3600 + 7).unwrap());
        assert_eq!([0, 1, 2, 3].map(day), GameKind::ALL);
        assert_eq!(day(-1), day(3));
    }
}
