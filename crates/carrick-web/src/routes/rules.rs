//! What the games are: rules, pictures, exploring a game without a server's board.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::{AnyGame, AnyOptions, GameKind, Limits};
use carrick_pictures::{Style, Theme, svg};
use carrick_service::{HelpTopic, help};

use super::begin::{Game, games};
use super::position::Look;
use crate::app::App;
use crate::assets::{self, BoardScripts};
use crate::board::{self, Place};
use crate::client::encode;
use crate::fault::Fault;
use crate::fields::Asked;
use crate::labels;
use crate::page::{Frame, show};
use crate::position::{Query, state};
use crate::prose::{self, Block};
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/rules", get(all))
        .route("/rules/{game}", get(rules))
        .route("/about", get(about))
        .route("/pictures/{file}", get(picture))
        .route("/explore", get(explore_board))
        .route("/explore/{game}", get(explore))
}

/// A game of each kind that shows what it is about.
const fn shown(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Ankor => "d3 c2 d2 e3 c1 d4 c3 b2 e4",
        GameKind::Boche => "c:d3 d:c2 b:d2 a:c1 c:d1 d:e3",
        GameKind::Antipod => "f14 f9 g14 e14 h14 e15 c4 d4 d5 g7",
        GameKind::Anchor => "E5 H8 K11 F9 J6 G5 L9 H11 E8 I5",
    }
}

/// The game shown for a kind; its beginning when a turn of it cannot be played.
fn sample(kind: GameKind) -> Option<AnyGame> {
    let mut game = AnyGame::new(AnyOptions::parse(kind, &[], Limits::Challenge).ok()?);
    for turn in shown(kind).split(' ') {
        game = match game.play_text(turn) {
            Ok(next) => next,
            Err(refused) => return Some(refused.game),
        };
    }
    Some(game)
}

/// A picture of a game: of the position that is asked for as at the position endpoint, or else of one that
/// shows what it is about. What cannot be drawn is refused in a sentence, for the page that shows the picture.
async fn picture(
    _: Look,
    Path(file): Path<String>,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let name = file.strip_suffix(".svg").ok_or(Fault::PAGE)?;
    let (name, theme) = match name.strip_suffix("-dark") {
        Some(name) => (name, Theme::Dark),
        None => (name, Theme::Light),
    };
    let kind: GameKind = name.parse().map_err(|_| Fault::PAGE)?;
    let text = |field| asked.text(field).to_owned();
    let drawn = match ["options", "turns"].map(text) {
        [options, turns] if options.is_empty() && turns.is_empty() => {
            let game = sample(kind).ok_or(Fault::PAGE)?;
            svg(&game, &Style { theme, labels: false, ..Style::default() })
        }
        [options, turns] => {
            let game = kind.to_string();
            let query = Query { game, options, turns, show: text("show"), ..Query::default() };
            let asked =
                query.look().and_then(|look| Ok((query.game_within(Limits::Challenge)?, look)));
            match asked {
                Ok((game, look)) => svg(&game, &Style { theme, ..look.style }),
                Err(error) => {
                    return Ok((StatusCode::BAD_REQUEST, labels::sentence(&error)).into_response());
                }
            }
        }
    };
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, drawn).into_response())
}

#[derive(Template)]
#[template(path = "rules.html")]
struct AllRules {
    frame: Frame,
    games: [Game; 4],
    text: Vec<Block>,
}

async fn all(visitor: Option<Visitor>) -> Result<Response, Fault> {
    let frame = Frame::new("Rules", visitor.as_ref());
    let text = prose::blocks(help::parts(Some(HelpTopic::Tutorial)));
    Ok(show(&AllRules { frame, games: games(), text })?.into_response())
}

#[derive(Template)]
#[template(path = "rules-of.html")]
struct RulesPage {
    frame: Frame,
    kind: &'static str,
    title: &'static str,
    text: Vec<Block>,
    svg: String,
    position: String,
    scripts: BoardScripts,
}

async fn rules(visitor: Option<Visitor>, Path(kind): Path<String>) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let game = sample(kind).ok_or(Fault::PAGE)?;
    let page = RulesPage {
        frame: Frame::new(format!("Rules of {}", kind.title()), visitor.as_ref()),
        kind: kind.name(),
        title: kind.title(),
        text: prose::blocks(help::parts(Some(HelpTopic::Game(kind)))),
        svg: svg(&game, &Style { theme: Theme::Page, ..Style::default() }),
        position: position_url(kind, "", &game.turn_names().join(" ")),
        scripts: BoardScripts::new(),
    };
    Ok(show(&page)?.into_response())
}

/// Where a position is drawn, on light and on dark paper.
pub(crate) fn pictures(kind: GameKind, options: &str, turns: &str, show: &str) -> [String; 2] {
    let given = [("options", options.trim()), ("turns", turns), ("show", show)];
    let given = given.into_iter().filter(|(_, value)| !value.is_empty());
    let query: Vec<String> =
        given.map(|(name, value)| format!("{name}={}", encode(value))).collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    ["", "-dark"].map(|theme| format!("/pictures/{kind}{theme}.svg{query}"))
}

fn position_url(kind: GameKind, options: &str, turns: &str) -> String {
    format!("/position?game={kind}&options={}&turns={}", encode(options), encode(turns))
}

#[derive(Template)]
#[template(path = "about.html")]
struct About {
    frame: Frame,
}

async fn about(visitor: Option<Visitor>) -> Result<Response, Fault> {
    Ok(show(&About { frame: Frame::new("About", visitor.as_ref()) })?.into_response())
}

#[derive(Template)]
#[template(path = "explore.html")]
struct Explore {
    frame: Frame,
    kind: &'static str,
    options: String,
    turns: String,
    /// The turns without the last one, for going back.
    before: Option<String>,
    svg: String,
    said: String,
    status: String,
    legal: Vec<String>,
    position: String,
    scripts: BoardScripts,
    explore_js: String,
}

/// A board's game as one to explore, from the turn that was looked at.
async fn explore_board(State(app): State<App>, Asked(asked): Asked) -> Result<Redirect, Fault> {
    let mut words = asked.text("board").trim_start_matches('/').split('/');
    let (Some(kind), Some(number), None) = (words.next(), words.next(), words.next()) else {
        return Err(Fault::BOARD);
    };
    let board = board::load(&app, Place::read(kind, number)?.0).await?;
    let ply = board.game.ply();
    let at = asked.text("at").parse().unwrap_or(ply).min(ply);
    let turns = board.game.at(at).turn_names().join(" ");
    Ok(Redirect::to(&explore_url(board.id().kind, &board.game.options().to_string(), &turns)))
}

/// Where a game is explored.
pub(super) fn explore_url(kind: GameKind, options: &str, turns: &str) -> String {
    format!("/explore/{kind}?options={}&turns={}", encode(options), encode(turns))
}

/// A game that is nowhere but in its address, for looking at variations.
async fn explore(
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let text = |name: &str| asked.text(name).to_owned();
    let query = |turns: String| Query {
        game: kind.to_string(),
        options: text("options"),
        turns,
        ..Query::default()
    };
    let (tried, turns) = (text("turn"), text("turns"));
    let mut said = String::new();
    let game = match query(format!("{turns} {tried}")).game() {
        Ok(game) => game,
        Err(error) => {
            said = labels::sentence(&error);
            match query(turns).game() {
                Ok(game) => game,
                Err(_) => query(String::new()).game().map_err(|_| {
                    Fault::Bad("These options are not those of the game; begin anew.")
                })?,
            }
        }
    };
    let names = game.turn_names();
    let (options, turns) = (game.options().to_string(), names.join(" "));
    let page = Explore {
        frame: Frame::new(format!("Exploring {}", kind.title()), visitor.as_ref()),
        explore_js: assets::url("explore.js"),
        kind: kind.name(),
        before: names.split_last().map(|(_, before)| before.join(" ")),
        svg: svg(&game, &Style { theme: Theme::Page, ..Style::default() }),
        said,
        status: state(&game),
        legal: game.legal(),
        position: position_url(kind, &options, &turns),
        scripts: BoardScripts::new(),
        options,
        turns,
    };
    Ok(show(&page)?.into_response())
}
