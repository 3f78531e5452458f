//! The site as an app that works offline: manifest and icons, the service worker, and the pages
//! that need no network.
//!
//! Pages that need no network: the overview of the games stored in a browser, and the boards of
//! those games. Both are the same for every reader; scripts fill them in.
//!
//! The service worker: the script that answers for the site when there is no network, with the list
//! of files that it stores.
//!
//! Puzzles of the last week, with everything needed to solve them without a network. The page is
//! the same for every reader; scripts fill in the board.
//!
//! Handing in answers to a puzzle that were given offline: the server judges them, and they count
//! as if they were given now.
//!
//! Handing in a game that was played offline: the server replays it by the rules, and it becomes a
//! hotseat game of its player, whatever they say about their opponent. It does not count for
//! ratings.

use std::sync::LazyLock;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use carrick_coach::puzzle::{Collection, Puzzle, said};
use carrick_games::{AnyGame, AnyOptions, Colour, GameKind, Seat, SizeLimits};
use carrick_lessons::Lesson;
use carrick_pictures::{PictureError, png};
use carrick_position::{Aim, LegendMark, PositionQuery, QueryProblem, aims, marks};
use carrick_server::Budget;
use carrick_service::day::{date_of, day_of, in_words};
use carrick_service::{ComputerLevel, PuzzleTurn};
use carrick_store::{HandedIn, OfflineGame, OfflineOpponent};
use serde::Serialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::board::analysis;
use crate::cost::cost_of_query;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::labels::{self, ListedLevel, level_list};
use crate::pages::page::{Frame, show};
use crate::pages::refusal;
use crate::pages::session::{Payer, Visitor};
use crate::puzzles;
use crate::routes::shared::{GameIntro, finding_pages, finding_plots, kind_of};
use crate::routes::starting::{Beginner, List, hotseat, option_lists};
use crate::site::assets::{BoardScripts, Stylesheet};
use crate::site::{SiteName, address, assets};

/// Routes of the app.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/offline", get(overview))
        .route("/offline/{game}", get(board))
        .route("/offline/games", post(hand_in_game))
        .route("/offline/puzzles", post(hand_in_puzzle))
        .route("/offline/puzzles/{game}", get(week))
}

/// Files that browsers store.
pub(crate) fn files() -> Router<App> {
    Router::new()
        .route("/manifest.webmanifest", get(manifest))
        .route("/icon-192.png", get(async || icon(&ICONS[0])))
        .route("/icon-512.png", get(async || icon(&ICONS[1])))
        .route("/icon-maskable.png", get(async || icon(&ICONS[2])))
        .route("/service-worker.js", get(serve))
}

/// A game on the overview, with the form that starts one.
struct Offered {
    game: GameIntro,
    /// Levels of the computer.
    levels: Vec<ListedLevel>,
    options: Vec<List>,
}

/// The overview.
#[derive(Template)]
#[template(path = "offline.html")]
struct OfflinePage {
    frame: Frame,
    /// Why a game was not accepted.
    said: String,
    games: [Offered; GameKind::ALL.len()],
    css: Stylesheet,
    js: String,
}

impl OfflinePage {
    pub(crate) fn new(visitor: Option<&Visitor>, said: String) -> Self {
        let offered = |kind| Offered {
            game: GameIntro::of(kind),
            levels: level_list(kind, None),
            options: option_lists(kind, &Fields::default()),
        };
        Self {
            frame: Frame::new("Offline", visitor).described(
                "What works without a network: lessons, rules, puzzles, and games stored in your \
                 browser, for two at one screen or against the computer.",
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

/// The board of a game that is stored in a browser.
#[derive(Template)]
#[template(path = "offline-board.html")]
struct OfflineBoard {
    frame: Frame,
    kind: &'static str,
    /// The names of both colours, as JSON.
    colours: String,
    scripts: BoardScripts,
    aims: [Aim; 2],
    marks: Vec<LegendMark>,
    css: Stylesheet,
    js: String,
}

async fn board(visitor: Option<Visitor>, Path(kind): Path<String>) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let usual = AnyOptions::parse(kind, &[], SizeLimits::Challenge).map_err(|_| Fault::PAGE)?;
    let title = format!("{} offline", kind.title());
    let told =
        format!("A game of {} that is stored in your browser and needs no network.", kind.title());
    let colours = json!({
        "light": kind.colour_name(Colour::Light), "dark": kind.colour_name(Colour::Dark),
    });
    let page = OfflineBoard {
        frame: Frame::new(title, visitor.as_ref()).described(told),
        kind: kind.name(),
        colours: colours.to_string(),
        scripts: BoardScripts::new(),
        // The page does not know the game, and so not whose turn it is.
        aims: aims(&AnyGame::new(usual)).map(|aim| Aim { to_move: false, ..aim }),
        marks: marks(kind, false),
        css: Stylesheet("offline.css"),
        js: assets::url("play.js"),
    };
    Ok(show(&page)?.into_response())
}

/// Background of the app before its first page has loaded: `--paper` of the light theme.
const PAPER: &str = "#f6f1e7";

/// Shape of an icon.
#[derive(Debug, Clone, Copy)]
enum IconShape {
    /// Only the sign, on a transparent background.
    Plain,
    /// On an opaque background, with the whole sign in the middle. Systems cut such an icon to
    /// their own shape, and only a circle of four fifths of its width is guaranteed to be visible.
    Maskable,
}

static ICONS: [LazyLock<Option<Vec<u8>>>; 3] = [
    LazyLock::new(|| drawn(192, IconShape::Plain)),
    LazyLock::new(|| drawn(512, IconShape::Plain)),
    LazyLock::new(|| drawn(512, IconShape::Maskable)),
];

/// Renders the icon. If that fails, logs the error and returns `None`.
fn drawn(width_px: u32, shape: IconShape) -> Option<Vec<u8>> {
    let sign = assets::text("icon.svg")?;
    let picture = match shape {
        IconShape::Plain => png(&sign, width_px),
        IconShape::Maskable => maskable(&sign, width_px),
    };
    picture.map_err(|error| tracing::error!(%error, "an icon cannot be drawn")).ok()
}

fn maskable(sign: &str, width_px: u32) -> Result<Vec<u8>, PictureError> {
    // The corners of the sign are 14 units from its centre, and the circle has a radius of 20.
    let inner = sign.replacen("<svg ", "<svg x=\"9\" y=\"9\" width=\"32\" height=\"32\" ", 1);
    let framed = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 50\">\
         <rect width=\"50\" height=\"50\" fill=\"{PAPER}\"/>{inner}</svg>"
    );
    png(&framed, width_px)
}

fn icon(picture: &'static Option<Vec<u8>>) -> Result<Response, Fault> {
    let picture = picture.as_deref().ok_or(Fault::PAGE)?;
    Ok((for_a_day("image/png"), picture).into_response())
}

const fn for_a_day(media_type: &'static str) -> [(HeaderName, HeaderValue); 2] {
    [
        (header::CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ]
}

async fn manifest(State(app): State<App>) -> Response {
    let manifest = described(app.identity.name()).to_string();
    (for_a_day("application/manifest+json"), manifest).into_response()
}

fn described(site: &SiteName) -> Value {
    let icon = |src: &str, sizes: &str, purpose: &str| json!({ "src": src, "sizes": sizes, "type": "image/png", "purpose": purpose });
    let way = |name: &str, url: &str| json!({ "name": name, "url": url });
    json!({
        "id": "/",
        "name": format!("{site}: connection games"),
        "short_name": site.to_string(),
        "description": "Ankor, Boche, Antipod and Anchor: learn them, and play against people or \
         the computer, online or offline.",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "categories": ["games"],
        "icons": [
            icon("/icon-192.png", "192x192", "any"),
            icon("/icon-512.png", "512x512", "any"),
            icon("/icon-maskable.png", "512x512", "maskable"),
        ],
        "shortcuts": [
            way("My games", "/boards"),
            way("Learn", "/learn"),
            way("Games offline", "/offline"),
        ],
    })
}

/// Folders of assets that are stored immediately: those for pages and flat boards. The others are
/// for readers who want to be offline: the engine's module, and the third dimension, which alone is
/// as large as all of these.
const ESSENTIAL: [&str; 5] = ["board/", "engine/", "fonts/", "offline/", "site/"];

/// The script with the list of files that it stores; `None` if it is missing from the program.
static SCRIPT: LazyLock<Option<String>> = LazyLock::new(|| {
    let text = assets::text("service-worker.js")?;
    let (essential, more): (Vec<_>, Vec<_>) = assets::all()
        .into_iter()
        .partition(|(path, _)| ESSENTIAL.iter().any(|folder| path.starts_with(folder)));
    let urls = |assets: Vec<(String, String)>| assets.into_iter().map(|(_, url)| url);
    let essential: Vec<String> = urls(essential).chain(["/offline".to_owned()]).collect();
    let more: Vec<String> = urls(more).chain(public_pages()).chain(pictures()).collect();
    let prefix = assets::prefix();
    let version = &address::sha256(&format!("{text}\n{prefix}\n{essential:?}\n{more:?}"))[..12];
    let site = json!({
        "version": version, "assets": prefix, "essential": essential, "more": more,
    });
    Some(format!("self.SITE = {site};\n{text}"))
});

/// Pages that can be read offline. All of them are the same for every reader.
fn public_pages() -> Vec<String> {
    let mut pages = vec!["/learn".to_owned(), "/rules".to_owned()];
    for kind in GameKind::ALL {
        let folders = ["learn", "rules", "offline", "offline/puzzles"];
        pages.extend(folders.map(|folder| format!("/{folder}/{kind}")));
        let steps = 1..=Lesson::of(kind).steps.len();
        pages.extend(steps.map(|step| format!("/learn/{kind}/{step}")));
    }
    pages.extend(finding_pages());
    pages
}

/// Pictures on those pages that are separate files.
fn pictures() -> Vec<String> {
    let of =
        |kind: GameKind| [format!("/pictures/{kind}.svg"), format!("/pictures/{kind}-dark.svg")];
    let mut paths: Vec<String> = GameKind::ALL.into_iter().flat_map(of).collect();
    paths.extend(["/favicon.ico".to_owned(), "/icon-192.png".to_owned()]);
    paths.extend(finding_plots());
    paths
}

/// Serves the script. Browsers check for a new version whenever the site is opened.
async fn serve() -> Result<Response, Fault> {
    const HEADERS: [(HeaderName, HeaderValue); 2] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let script = SCRIPT.as_deref().ok_or(Fault::PAGE)?;
    Ok((HEADERS, script).into_response())
}

/// Number of days, including today.
const DAYS: u32 = 7;

/// The puzzle of a day.
struct OfDay {
    /// The day, as in `2026-11-24`.
    date: String,
    day: String,
    number: u32,
    /// Options in words; empty for the default board.
    options: String,
    colour: &'static str,
    own_turns: usize,
    /// The puzzle, as a line of its collection.
    line: String,
    /// Sentences about its grade and its source.
    facts: [String; 2],
    /// How certain it is that there is only one solution. Shown when the puzzle is solved.
    certainty: String,
}

impl OfDay {
    fn new(kind: GameKind, day: u32, puzzle: &Puzzle) -> Self {
        let colour = puzzle.start.colour_to_move();
        Self {
            date: date_of(day).to_string(),
            day: in_words(day),
            number: puzzle.number,
            options: labels::options_in_words(kind, &puzzle.start.options().to_string()),
            colour: colour.map_or("", |colour| kind.colour_name(colour)),
            own_turns: puzzle.own_turns(),
            line: puzzle.to_line(),
            facts: [said::grade(puzzle.grade), labels::in_text(&said::source(puzzle))],
            certainty: said::certainty(puzzle.certainty),
        }
    }
}

#[derive(Template)]
#[template(path = "offline-puzzles.html")]
struct WeekPage {
    frame: Frame,
    game: GameIntro,
    /// The days, latest first.
    days: Vec<OfDay>,
    scripts: BoardScripts,
    css: Stylesheet,
    lesson_css: Stylesheet,
    list_css: Stylesheet,
    js: String,
}

/// The page of a game's puzzles of the last week.
pub(crate) async fn week(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
) -> Result<Response, Fault> {
    let (kind, today) = (kind_of(&kind)?, day_of(app.now()));
    let days = (today.saturating_sub(DAYS - 1)..=today).rev();
    let of_day = |day| Some(OfDay::new(kind, day, Collection::of(kind).of_day(day)?));
    let title = format!("{}: puzzles of the last week", kind.title());
    let page = WeekPage {
        frame: Frame::new(title, visitor.as_ref()).described(format!(
            "The puzzles of {} from the last seven days, which you can solve without a network.",
            kind.title()
        )),
        game: GameIntro::of(kind),
        days: days.filter_map(of_day).collect(),
        scripts: BoardScripts::new(),
        css: Stylesheet("offline.css"),
        lesson_css: Stylesheet("learn.css"),
        list_css: Stylesheet("puzzles.css"),
        js: assets::url("week.js"),
    };
    Ok(show(&page)?.into_response())
}

/// Maximum number of turns that can be handed in together.
const MOST_TRIES: usize = 200;

/// A turn that was tried.
#[derive(Debug)]
struct OfflineTry {
    /// Number of turns found before it.
    found: usize,
    came: PuzzleTurn,
}

/// Answer to a form whose turns were accepted.
#[derive(Debug, Serialize)]
struct TakenTurns {
    /// Sentences for the reader.
    said: String,
}

async fn hand_in_puzzle(
    State(app): State<App>,
    visitor: Option<Visitor>,
    fields: Fields,
) -> Result<Response, Fault> {
    let Some(member) = visitor.filter(|visitor| !visitor.guest) else {
        let said = "You are not signed in with an account; sign in to hand in your answers.";
        return Ok(refused(StatusCode::UNAUTHORIZED, said.to_owned()));
    };
    // Each is stored; ten of them count as one turn on a board.
    let count = 1 + fields.text("tries").split_whitespace().count() / 10;
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    app.charge(&[(Budget::Changes, member.id().as_str(), count)])?;
    let (puzzle, tries) = match answers(&fields) {
        Ok(answers) => answers,
        Err(said) => return Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, said)),
    };
    let kind = puzzle.kind();
    for OfflineTry { found, came } in tries {
        puzzles::note(&app, member.id(), puzzle, found, came).await?;
    }
    let tried = app.store.puzzle_tries(member.id(), kind).await?;
    let tried = tried.get(&puzzle.number).copied().unwrap_or_default();
    let rating = app.store.solver_ratings(member.id()).await?.get(&kind).copied();
    let today = Collection::of(kind).of_day(day_of(app.now()));
    let streak = match today.is_some_and(|today| today.number == puzzle.number) {
        _ if !tried.solved => "",
        true => " It counts for your streak.",
        false => " Its day is over, so your streak is as it was.",
    };
    // If the last try has no turn, the reader gave up and has seen the solution.
    let is_shown = fields.text("tries").trim_end().ends_with(':');
    let said = format!("Handed in. {}{streak}", puzzles::in_words(kind, tried, rating, is_shown));
    Ok(Json(TakenTurns { said }).into_response())
}

fn refused(status: StatusCode, said: String) -> Response {
    (status, Json(QueryProblem::sentence(said))).into_response()
}

/// The puzzle and the turns of a form, judged.
///
/// # Errors
/// A sentence that says what is wrong.
fn answers(fields: &Fields) -> Result<(&'static Puzzle, Vec<OfflineTry>), String> {
    let game = fields.text("game");
    let kind: GameKind =
        game.parse().map_err(|error| format!("The answers were not accepted: {error}."))?;
    let puzzle = fields.text("number").parse().ok().and_then(|n| Collection::of(kind).get(n));
    let puzzle = puzzle.ok_or_else(|| {
        format!("There is no puzzle of {} with this number, so nothing was accepted.", kind.title())
    })?;
    let words: Vec<&str> = fields.text("tries").split_whitespace().collect();
    if words.is_empty() || words.len() > MOST_TRIES {
        return Err(format!("You can hand in 1 to {MOST_TRIES} turns at a time."));
    }
    let tries: Result<Vec<_>, String> =
        words.into_iter().map(|word| judged(puzzle, word)).collect();
    Ok((puzzle, tries?))
}

/// Parses the number of turns found before and a turn, such as `0:c3`. Without a turn, the reader
/// gave up there.
fn judged(puzzle: &Puzzle, word: &str) -> Result<OfflineTry, String> {
    let malformed = || "Each turn must follow the number of turns found before it, as in 0:c3.";
    let (found, turn) = word.split_once(':').ok_or_else(malformed)?;
    let found: usize = found.parse().map_err(|_| malformed())?;
    let own_turns = puzzle.own_turns();
    if found >= own_turns {
        return Err(format!("This puzzle has only {own_turns} turns to find."));
    }
    if turn.is_empty() {
        return Ok(OfflineTry { found, came: PuzzleTurn::Wrong });
    }
    let (_, is_right) = puzzle.line().tried(found, turn).map_err(|reason| {
        format!("{turn} cannot be played in that position, so nothing was accepted: {reason}.")
    })?;
    let came = match is_right {
        true if found + 1 == own_turns => PuzzleTurn::Solved,
        true => PuzzleTurn::Right,
        false => PuzzleTurn::Wrong,
    };
    Ok(OfflineTry { found, came })
}

async fn hand_in_game(
    State(app): State<App>,
    beginner: Beginner,
    payer: Payer,
    fields: Fields,
) -> Result<Response, Fault> {
    let query = PositionQuery {
        game: fields.text("game").to_owned(),
        options: fields.text("options").to_owned(),
        turns: fields.text("turns").to_owned(),
        ..PositionQuery::default()
    };
    if let Some(visitor) = beginner.visitor() {
        app.charge(&[(Budget::Changes, visitor.id().as_str(), 1)])?;
    }
    payer.pay(&app, cost_of_query(&query))?;
    let (mut game, replayed) = match played(&fields, &query) {
        Ok(played) => played,
        Err(said) => return refused_page(beginner.visitor(), said),
    };
    let (visitor, cookie) = beginner.come(&app, fields.text("id")).await?;
    if game.is_reviewed {
        // The game's page says why it is not reviewed.
        let postponed = analysis::not_reviewed(&app, &payer, visitor.id(), &replayed).await?;
        game.is_reviewed = postponed.is_none();
    }
    let said = match app.store.hand_in(visitor.id(), &game, app.now(), hotseat::MOST).await? {
        HandedIn::Kept(number) => {
            return Ok((cookie, Redirect::to(&hotseat::path(number))).into_response());
        }
        HandedIn::Differs(number) => format!(
            "You have already handed in this game and continued it differently on the site, so it \
             was not accepted again. It is at {}.",
            hotseat::path(number)
        ),
        HandedIn::NoRoom(room) => {
            labels::no_room(room, hotseat::MOST, hotseat::GAMES).unwrap_or_default()
        }
    };
    Ok((cookie, refused_page(Some(&visitor), said)?).into_response())
}

/// The page for offline games, with the reason why one was not accepted.
fn refused_page(visitor: Option<&Visitor>, said: String) -> Result<Response, Fault> {
    let page = OfflinePage::new(visitor, said);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// Number of characters of a game's name: that of a UUID.
const NAME_LENGTH: usize = 36;

/// The game in a form, as it is stored and as it was replayed.
///
/// # Errors
/// A sentence that says what is wrong.
fn played(fields: &Fields, query: &PositionQuery) -> Result<(OfflineGame, AnyGame), String> {
    let id = fields.text("id");
    if id.len() != NAME_LENGTH || !id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
        return Err("The game has no name to recognise it by. Hand it in from the page “Offline”."
            .to_owned());
    }
    let game = query
        .game_within(SizeLimits::Challenge)
        .map_err(|error| format!("The game was not accepted. {}", refusal::of_position(&error)))?;
    let resigned = match fields.text("resigned") {
        "" => None,
        word => Some(
            seat(word)
                .ok_or("The field “resigned” must be 1 or 2, for the first or the second seat.")?,
        ),
    };
    let against = against(fields)?;
    let is_over = resigned.is_some() || game.outcome().is_some();
    let kept = OfflineGame {
        id: id.to_ascii_lowercase(),
        kind: game.kind(),
        options: game.options().to_string(),
        turns: game.turn_names().join(" "),
        against,
        resigned,
        is_reviewed: is_over && against.is_some() && game.ply() > 0,
    };
    Ok((kept, game))
}

/// The computer opponent that a form names, if there is one.
fn against(fields: &Fields) -> Result<Option<OfflineOpponent>, String> {
    let level = fields.text("level");
    if level.is_empty() {
        return Ok(None);
    }
    let level: ComputerLevel = level.parse().map_err(|error| labels::sentence(&error))?;
    let person = seat(fields.text("seat"))
        .ok_or("The field “seat” must be 1 or 2, for the first or the second seat.")?;
    Ok(Some(OfflineOpponent { level, person }))
}

fn seat(word: &str) -> Option<Seat> {
    match word {
        "1" => Some(Seat::First),
        "2" => Some(Seat::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_app_starts_with_the_background_of_the_stylesheet() {
        let sheet = assets::text("site.css").unwrap();
        assert!(sheet.contains(&format!(":root {{\n  --paper: {PAPER};")));
    }
}
