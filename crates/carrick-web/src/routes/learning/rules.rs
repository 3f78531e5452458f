//! Rules and pictures of the games, and exploring variations without a board on the server.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_pictures::{Style, Theme, small_svg, svg};
use carrick_position::{Aim, LegendMark, PositionQuery, aims, listed, marks, phase, state};
use carrick_server::Cost;

use super::rulebook;
use crate::app::App;
use crate::board::{self, PathBoard};
use crate::cost::{cost_of, cost_of_query};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::page::{Frame, Shown, show};
use crate::pages::refusal;
use crate::pages::session::{Payer, Visitor};
use crate::routes::preview;
use crate::routes::shared::{
    Analyse, FINDING_FILES, FINDINGS, FindingText, GameIntro, OVERVIEW, explore_url, games,
    position_url,
};
use crate::site::address::encode;
use crate::site::assets::{self, BoardScripts, Stylesheet};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/rules", get(all))
        .route("/rules/{game}", get(rules))
        .route("/rules/{game}/{file}", get(figure))
        .route("/about", get(about))
        .route("/pictures/{file}", get(picture))
        .route("/explore", get(explore_board))
        .route("/explore/{game}", get(explore))
        .route("/findings", get(all_findings))
        .route("/findings/{file}", get(one))
}

/// Sample game of a kind, or its initial position if one of its turns cannot be played.
fn sample(kind: GameKind) -> Option<AnyGame> {
    let mut game = AnyGame::new(AnyOptions::parse(kind, &[], SizeLimits::Challenge).ok()?);
    for turn in kind.facts().sample.split(' ') {
        game = match game.play_text(turn) {
            Ok(next) => next,
            Err(refused) => return Some(refused.game),
        };
    }
    Some(game)
}

/// Picture of a game: of the position in the query, as for the position endpoint, or of a sample
/// game. If the query cannot be drawn, the refusal is a sentence, for the page that shows the
/// picture.
async fn picture(
    State(app): State<App>,
    payer: Payer,
    Path(file): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let name = file.strip_suffix(".svg").ok_or(Fault::PAGE)?;
    let (name, theme) = match name.strip_suffix("-dark") {
        Some(name) => (name, Theme::Dark),
        None => (name, Theme::Light),
    };
    let kind: GameKind = name.parse().map_err(|_| Fault::PAGE)?;
    let text = |field| asked.text(field).to_owned();
    let [options, turns] = ["options", "turns"].map(text);
    let game = kind.to_string();
    let query =
        PositionQuery { game, options, turns, show: text("show"), ..PositionQuery::default() };
    let cost = cost_of_query(&query);
    app.draw(&payer, cost, move || picture_of(kind, &query, theme)).await?
}

fn picture_of(kind: GameKind, query: &PositionQuery, theme: Theme) -> Result<Response, Fault> {
    let drawn = if query.options.is_empty() && query.turns.is_empty() {
        let game = sample(kind).ok_or(Fault::PAGE)?;
        small_svg(&game, &Style { theme, labels: false, ..Style::default() })
    } else {
        match query.look().and_then(|look| Ok((query.game_within(SizeLimits::Challenge)?, look))) {
            Ok((game, look)) => small_svg(&game, &Style { theme, ..look.style }),
            Err(error) => {
                return Ok((StatusCode::BAD_REQUEST, refusal::of_position(&error)).into_response());
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
    games: [GameIntro; GameKind::ALL.len()],
    text: String,
    figures: FigureAssets,
    css: Stylesheet,
}

/// Stylesheet and script of pages with figures.
struct FigureAssets {
    css: Stylesheet,
    js: String,
}

impl FigureAssets {
    fn new() -> Self {
        Self { css: Stylesheet("figures.css"), js: assets::url("figures.js") }
    }
}

/// The figure that a query asks for, and the number of turns to show.
fn asked_at(asked: &Fields) -> Option<rulebook::FigureAt> {
    let number = |name| asked.text(name).parse().ok();
    Some(rulebook::FigureAt { figure: number("figure")?, turn: number("turn")? })
}

/// Price of a page that shows a figure at a turn other than the last.
fn price(page: &rulebook::RulePage, at: Option<rulebook::FigureAt>) -> Cost {
    at.and_then(|at| page.figure(at.figure)).map_or(0, |figure| cost_of(figure.game()))
}

async fn all(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let (page, at) = (rulebook::first_game(), asked_at(&asked));
    let frame = Frame::new("Rules", visitor.as_ref())
        .described("The rules of all games, with figures, and a first game in ten turns.");
    app.draw(&payer, price(page, at), move || {
        let (text, figures) = (page.html(at), FigureAssets::new());
        let css = Stylesheet("board.css");
        Ok(show(&AllRules { frame, games: games(), text, figures, css })?.into_response())
    })
    .await?
}

#[derive(Template)]
#[template(path = "rules-of.html")]
struct RulesPage {
    frame: Frame,
    kind: &'static str,
    title: &'static str,
    text: String,
    svg: String,
    position: String,
    scripts: BoardScripts,
    figures: FigureAssets,
}

async fn rules(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path(kind): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let game = sample(kind).ok_or(Fault::PAGE)?;
    let (page, at) = (rulebook::of_game(kind), asked_at(&asked));
    let cost = cost_of(&game) + price(page, at);
    app.draw(&payer, cost, move || rules_page(kind, &game, page.html(at), visitor.as_ref())).await?
}

/// Picture of a figure after some turns, for the script that steps through it.
async fn figure(
    State(app): State<App>,
    payer: Payer,
    Path((page, file)): Path<(String, String)>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let page = match page.as_str() {
        rulebook::FIRST_GAME => rulebook::first_game(),
        kind => rulebook::of_game(kind.parse().map_err(|_| Fault::PAGE)?),
    };
    let number = file.strip_suffix(".svg").and_then(|number| number.parse().ok());
    let figure = number.and_then(|number| page.figure(number)).ok_or(Fault::PAGE)?;
    let turn = figure.turn(asked.text("turn").parse().ok());
    let headers =
        [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=3600")];
    let drawn = app.draw(&payer, cost_of(figure.game()), move || figure.picture(turn)).await?;
    Ok((headers, drawn).into_response())
}

fn rules_page(
    kind: GameKind,
    game: &AnyGame,
    text: String,
    visitor: Option<&Visitor>,
) -> Result<Response, Fault> {
    let page = RulesPage {
        frame: Frame::new(format!("Rules of {}", kind.title()), visitor).described(format!(
            "The rules of {}, with figures that you can step through. {}",
            kind.title(),
            kind.facts().aim
        )),
        kind: kind.name(),
        title: kind.title(),
        text,
        svg: svg(game, &Shown::of_reader().board()),
        position: position_url(kind, "", &game.turn_names().join(" ")),
        scripts: BoardScripts::new(),
        figures: FigureAssets::new(),
    };
    Ok(show(&page)?.into_response())
}

#[derive(Template)]
#[template(path = "about.html")]
struct AboutPage {
    frame: Frame,
    /// Number of games, as a word.
    count: &'static str,
    /// Sentence about the inventors of the games.
    inventors: String,
    /// Security contact, as a link and as text.
    contact: String,
    shown: String,
}

async fn about(State(app): State<App>, visitor: Option<Visitor>) -> Result<Response, Fault> {
    let contact = app.setup.security_contact.as_ref().map(ToString::to_string).unwrap_or_default();
    let shown = contact.trim_start_matches("mailto:").trim_start_matches("tel:").to_owned();
    let frame = Frame::new("About", visitor.as_ref())
        .described("Carrick: what it is, who invented the games, privacy and security.");
    let count = GameKind::COUNT_WORD;
    Ok(show(&AboutPage { frame, count, inventors: inventors(), contact, shown })?.into_response())
}

/// Sentence about the inventors: "Ankor, Boche and Antipod are by Cameron Browne; Anchor is by
/// Steven Meyers".
fn inventors() -> String {
    fn inventor(kind: GameKind) -> &'static str {
        kind.credit().split(',').next().unwrap_or_default()
    }
    let alike = GameKind::ALL.chunk_by(|&one, &other| inventor(one) == inventor(other));
    let said = alike.map(|games| {
        let titles: Vec<&str> = games.iter().map(|kind| kind.title()).collect();
        let are = if games.len() == 1 { "is" } else { "are" };
        let by = games.first().map_or("", |&kind| inventor(kind));
        format!("{} {are} by {by}", listed(&titles, "and"))
    });
    said.collect::<Vec<_>>().join("; ")
}

#[derive(Template)]
#[template(path = "explore.html")]
struct Explore {
    frame: Frame,
    kind: &'static str,
    options: String,
    turns: String,
    /// The turns without the last one, for taking it back.
    before: Option<String>,
    svg: String,
    said: String,
    status: String,
    /// Explanation of a set-up turn (Anchor's refined pie rule); empty for other turns.
    phase: &'static str,
    /// URL of the form for a game with these options.
    begin: String,
    legal: Vec<String>,
    position: String,
    /// Aims of both colours. Neither is marked as to move, because a script plays on without
    /// updating them.
    aims: [Aim; 2],
    marks: Vec<LegendMark>,
    scripts: BoardScripts,
    explore_js: String,
    analyse: Option<Analyse>,
}

#[derive(Template)]
#[template(path = "explore-games.html")]
struct ExploreGames {
    frame: Frame,
    games: [GameIntro; GameKind::ALL.len()],
}

/// Redirects to the Explore page with a board's game, at the turn that was shown. Without a board,
/// offers all games to choose from.
async fn explore_board(
    State(app): State<App>,
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    if asked.text("board").is_empty() {
        let frame = Frame::new("Explore a game", visitor.as_ref()).described(
            "Boards on which to try turns for both sides, with the computer's analysis.",
        );
        return Ok(show(&ExploreGames { frame, games: games() })?.into_response());
    }
    let mut words = asked.text("board").trim_start_matches('/').split('/');
    let (Some(kind), Some(number), None) = (words.next(), words.next(), words.next()) else {
        return Err(Fault::BOARD);
    };
    let board = board::load(&app, PathBoard::read(kind, number)?.0).await?;
    let ply = board.game.ply();
    let at = asked.text("at").parse().unwrap_or(ply).min(ply);
    let turns = board.game.at(at).turn_names().join(" ");
    let options = board.game.options().to_string();
    Ok(Redirect::to(&explore_url(board.id().kind, &options, &turns)).into_response())
}

/// URL of the form for a new game with these options filled in.
fn begin_url(kind: GameKind, options: &str) -> String {
    let fields: Vec<String> = options
        .split_whitespace()
        .map(|word| match word.split_once('=') {
            Some((name, value)) => format!("{name}={}", encode(value)),
            None => format!("{word}=1"),
        })
        .collect();
    let query = if fields.is_empty() { String::new() } else { format!("?{}", fields.join("&")) };
    format!("/new/{kind}{query}")
}

/// Page for exploring variations. The game is stored only in the URL.
async fn explore(
    State(app): State<App>,
    visitor: Option<Visitor>,
    payer: Payer,
    Path(kind): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind: GameKind = kind.parse().map_err(|_| Fault::PAGE)?;
    let [options, turns, tried] =
        ["options", "turns", "turn"].map(|name| asked.text(name).to_owned());
    let query =
        PositionQuery { game: kind.to_string(), options, turns, ..PositionQuery::default() };
    let cost = cost_of_query(&query);
    let base = app.setup.base_url.to_string();
    let page = move || explore_page(kind, &query, &tried, visitor.as_ref(), &base);
    app.draw(&payer, cost, page).await?
}

fn explore_page(
    kind: GameKind,
    asked: &PositionQuery,
    tried: &str,
    visitor: Option<&Visitor>,
    base: &str,
) -> Result<Response, Fault> {
    let query = |turns: String| PositionQuery { turns, ..asked.clone() };
    let turns = asked.turns.clone();
    let mut said = String::new();
    let game = match query(format!("{turns} {tried}")).game() {
        Ok(game) => game,
        Err(error) => {
            said = refusal::of_position(&error);
            match query(turns).game() {
                Ok(game) => game,
                Err(_) => query(String::new()).game().map_err(|_| {
                    Fault::Bad("These options do not belong to this game; start again.")
                })?,
            }
        }
    };
    let names = game.turn_names();
    let (options, turns) = (game.options().to_string(), names.join(" "));
    let status = state(&game);
    let told = match names.last() {
        Some(last) => format!("{} after turn {}, {last}. {status}", kind.title(), names.len()),
        None => {
            format!(
                "Try out {} on your own, turn by turn, forwards and back. {status}",
                kind.title()
            )
        }
    };
    let page = Explore {
        frame: Frame {
            picture: format!("{base}{}", preview::of_explored(&game)),
            ..Frame::new(format!("Exploring {}", kind.title()), visitor).described(told)
        },
        explore_js: assets::url("explore.js"),
        analyse: Some(Analyse::new(&game)),
        kind: kind.name(),
        before: names.split_last().map(|(_, before)| before.join(" ")),
        svg: svg(&game, &Shown::of_reader().board()),
        said,
        status,
        phase: phase(&game).map_or("", |phase| phase.explained),
        begin: begin_url(kind, &options),
        legal: game.legal(),
        position: position_url(kind, &options, &turns),
        aims: aims(&game),
        marks: marks(kind, false),
        scripts: BoardScripts::new(),
        options,
        turns,
    };
    Ok(show(&page)?.into_response())
}

#[derive(Template)]
#[template(path = "finding.html")]
struct FindingPage {
    frame: Frame,
    text: String,
    /// Whether the overview lists it.
    is_listed: bool,
}

/// A finding as a page. Its heading becomes the title.
fn page(finding: &FindingText, visitor: Option<&Visitor>) -> Result<Response, Fault> {
    let heading = finding.markdown.lines().next().unwrap_or_default();
    let title = heading.trim_start_matches("# ");
    let page = FindingPage {
        frame: Frame::new(title, visitor).described(finding.about),
        text: rulebook::rendered_in("findings", finding.markdown),
        is_listed: finding.name != OVERVIEW.name,
    };
    Ok(show(&page)?.into_response())
}

async fn all_findings(visitor: Option<Visitor>) -> Result<Response, Fault> {
    page(&OVERVIEW, visitor.as_ref())
}

async fn one(visitor: Option<Visitor>, Path(file): Path<String>) -> Result<Response, Fault> {
    if let Some(finding) = FINDINGS.iter().find(|finding| finding.name == file) {
        return page(finding, visitor.as_ref());
    }
    let (name, text) = FINDING_FILES.iter().find(|(name, _)| *name == file).ok_or(Fault::PAGE)?;
    let kind = match name.ends_with(".svg") {
        true => "image/svg+xml",
        false => "text/csv; charset=utf-8",
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, *text).into_response())
}
