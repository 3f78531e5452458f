//! Pages that need no network: the overview with the games that a browser keeps, and the boards of
//! those games. Both are the same for everybody; scripts fill them in.

use askama::Template;
use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use carrick_games::{AnyGame, AnyOptions, Colour, GameKind, SizeLimits};
use carrick_position::{Aim, Mark, aims, marks};
use serde_json::json;

use super::{hand_in, solved, week};
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::labels;
use crate::pages::levels::{LevelGroup, level_groups};
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::shared::{Game, kind_of};
use crate::routes::starting::{List, option_lists};
use crate::site::assets::{self, BoardScripts};
use crate::site::stylesheet::Stylesheet;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/offline", get(overview))
        .route("/offline/{game}", get(board))
        .route("/offline/games", post(hand_in::hand_in))
        .route("/offline/puzzles", post(solved::hand_in))
        .route("/offline/puzzles/{game}", get(week::week))
}

/// A game on the overview, with the form that begins one.
struct Offered {
    game: Game,
    /// Levels of the computer.
    levels: [LevelGroup; 2],
    options: Vec<List>,
}

/// The overview.
#[derive(Template)]
#[template(path = "offline.html")]
pub(super) struct OfflinePage {
    frame: Frame,
    /// Why a game was not taken.
    said: String,
    games: [Offered; GameKind::ALL.len()],
    css: Stylesheet,
    js: String,
}

impl OfflinePage {
    pub(super) fn new(visitor: Option<&Visitor>, said: String) -> Self {
        let offered = |kind| Offered {
            game: Game::of(kind),
            levels: level_groups(kind, None),
            options: option_lists(kind, &Fields::default()),
        };
        Self {
            frame: Frame::new("Off line", visitor).described(
                "What works without a network: lessons, rules, puzzles, and games that are kept in \
                 your browser, for two at one screen or against the computer.",
            ),
            said,
            games: GameKind::ALL.map(offered),
            css: Stylesheet("offline.css"),
            js: assets::url("list.js"),
        }
    }
}

async fn overview(visitor: Option<Visitor>) -> Result<Response, Fault> {
    Ok(show(&OfflinePage::new(visitor.as_ref(), String::new()))?.into_response())
}

/// The board of a game that a browser keeps.
#[derive(Template)]
#[template(path = "offline-board.html")]
struct OfflineBoard {
    frame: Frame,
    kind: &'static str,
    /// The names of both colours, as JSON.
    colours: String,
    scripts: BoardScripts,
    aims: [Aim; 2],
    marks: Vec<Mark>,
    css: Stylesheet,
    js: String,
}

async fn board(visitor: Option<Visitor>, Path(kind): Path<String>) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let usual = AnyOptions::parse(kind, &[], SizeLimits::Challenge).map_err(|_| Fault::PAGE)?;
    let title = format!("{} off line", kind.title());
    let told =
        format!("A game of {} that is kept in your browser and needs no network.", kind.title());
    let colours = json!({
        "light": kind.colour_name(Colour::Light), "dark": kind.colour_name(Colour::Dark),
    });
    let page = OfflineBoard {
        frame: Frame::new(title, visitor.as_ref()).described(told),
        kind: kind.name(),
        colours: colours.to_string(),
        scripts: BoardScripts::new(),
        // Whose turn it is depends on the game.
        aims: aims(&AnyGame::new(usual)).map(|aim| Aim { to_move: false, ..aim }),
        marks: marks(kind, false),
        css: Stylesheet("offline.css"),
        js: assets::url("play.js"),
    };
    Ok(show(&page)?.into_response())
}
