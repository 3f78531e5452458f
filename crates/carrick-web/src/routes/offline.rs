//! The site as an app that works offline: manifest and icons, the service worker, and the pages
//! that need no network.
//!
//! Pages that need no network: the overview with the games that a browser keeps, and the boards of
//! those games. Both are the same for everybody; scripts fill them in.
//!
//! The service worker: the script that answers for the site where there is no network, with the
//! list of what it keeps.
//!
//! Puzzles of the last week, with all that solving them without a network takes. The page is the
//! same for everybody; scripts fill in the board.
//!
//! Handing in answers to a puzzle that were given offline: they are judged here, and count as if
//! they were given now.
//!
//! Handing in a game that was played offline: it is replayed by the rules and becomes a hotseat
//! game of its player, whatever they say about their opponent. Nothing of it counts for ratings.

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

/// The routes of the app.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/offline", get(overview))
        .route("/offline/{game}", get(board))
        .route("/offline/games", post(hand_in_game))
        .route("/offline/puzzles", post(hand_in_puzzle))
        .route("/offline/puzzles/{game}", get(week))
}

/// Files that browsers keep.
pub(crate) fn files() -> Router<App> {
    Router::new()
        .route("/manifest.webmanifest", get(manifest))
        .route("/icon-192.png", get(async || icon(&ICONS[0])))
        .route("/icon-512.png", get(async || icon(&ICONS[1])))
        .route("/icon-maskable.png", get(async || icon(&ICONS[2])))
        .route("/service-worker.js", get(serve))
}

/// A game on the overview, with the form that begins one.
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
    /// Why a game was not taken.
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
    marks: Vec<LegendMark>,
    css: Stylesheet,
    js: String,
}

async fn board(visitor: Option<Visitor>, Path(kind): Path<String>) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let usual = AnyOptions::parse(kind, &[], SizeLimits::Challenge).map_err(|_| Fault::PAGE)?;
    let title = format!("{} offline", kind.title());
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

/// Background of the app before its first page is there: `--paper` of the light style sheet.
const PAPER: &str = "#f6f1e7";

/// Shape of an icon.
#[derive(Debug, Clone, Copy)]
enum IconShape {
    /// The sign alone, on a transparent background.
    Plain,
    /// On an opaque background, with all of the sign in the middle: systems cut such an icon to a
    /// shape of their own, of which only a circle of four fifths of the width is sure to show.
    Maskable,
}

static ICONS: [LazyLock<Option<Vec<u8>>>; 3] = [
    LazyLock::new(|| drawn(192, IconShape::Plain)),
    LazyLock::new(|| drawn(512, IconShape::Plain)),
    LazyLock::new(|| drawn(512, IconShape::Maskable)),
];

/// Renders the icon; `None`, with an error in the log, when that fails.
fn drawn(width_px: u32, shape: IconShape) -> Option<Vec<u8>> {
    let sign = assets::text("icon.svg")?;
    let picture = match shape {
        IconShape::Plain => png(&sign, width_px),
        IconShape::Maskable => maskable(&sign, width_px),
    };
    picture.map_err(|error| tracing::error!(%error, "an icon cannot be drawn")).ok()
}

fn maskable(sign: &str, width_px: u32) -> Result<Vec<u8>, PictureError> {
    // The corners of the sign are 14 from its centre, and the circle reaches 20.
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
        "description": "Ankor, Boche, Antipod and Anchor: learn them, play people and the computer, \
                        with a network and without.",
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

/// Folders of assets that are kept at once: what pages and flat boards are made of. Others are for
/// readers who want to be offline: the engine's module, and the third dimension, which alone is as
/// large as all of these.
const ESSENTIAL: [&str; 5] = ["board/", "engine/", "fonts/", "offline/", "site/"];

/// The script and the list of what it keeps; `None` if it is missing from the program.
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

/// Pages that can be read offline. All of them are the same for everybody.
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

/// Pictures on those pages that are no part of them.
fn pictures() -> Vec<String> {
    let of =
        |kind: GameKind| [format!("/pictures/{kind}.svg"), format!("/pictures/{kind}-dark.svg")];
    let mut paths: Vec<String> = GameKind::ALL.into_iter().flat_map(of).collect();
    paths.extend(["/favicon.ico".to_owned(), "/icon-192.png".to_owned()]);
    paths.extend(finding_plots());
    paths
}

/// Serves the script. Browsers ask whether there is a new version whenever the site is opened.
async fn serve() -> Result<Response, Fault> {
    const HEADERS: [(HeaderName, HeaderValue); 2] = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let script = SCRIPT.as_deref().ok_or(Fault::PAGE)?;
    Ok((HEADERS, script).into_response())
}

/// Number of days, today among them.
const DAYS: u32 = 7;

/// The puzzle of a day.
struct OfDay {
    /// The day as in `2026-11-24`, and in words.
    date: String,
    day: String,
    number: u32,
    /// Options, in words; empty for the usual board.
    options: String,
    colour: &'static str,
    own_turns: usize,
    /// The puzzle as a line of its collection.
    line: String,
    /// Sentences about its grade and its source.
    facts: [String; 2],
    /// How sure it is that there is one solution: told when it is solved.
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
    /// The latest first.
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
            "The puzzles of {} of the last seven days, which can be solved without a network.",
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

/// Maximum number of turns that are handed in together.
const MOST_TRIES: usize = 200;

/// A turn that was tried.
#[derive(Debug)]
struct OfflineTry {
    /// Number of turns that were found before.
    found: usize,
    came: PuzzleTurn,
}

/// Answer to a form whose turns were taken.
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
        let said = "Nobody with an account is signed in here; sign in, and your answers are \
                    handed in.";
        return Ok(refused(StatusCode::UNAUTHORIZED, said.to_owned()));
    };
    // Each is stored; ten count as one turn on a board.
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
    // Without a turn the last of them gave up, and has seen the solution.
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
        game.parse().map_err(|error| format!("The answers were not taken: {error}."))?;
    let puzzle = fields.text("number").parse().ok().and_then(|n| Collection::of(kind).get(n));
    let puzzle = puzzle.ok_or_else(|| {
        format!("There is no puzzle of {} of this number, so nothing was taken.", kind.title())
    })?;
    let words: Vec<&str> = fields.text("tries").split_whitespace().collect();
    if words.is_empty() || words.len() > MOST_TRIES {
        return Err(format!("Between 1 and {MOST_TRIES} turns can be handed in at a time."));
    }
    let tries: Result<Vec<_>, String> =
        words.into_iter().map(|word| judged(puzzle, word)).collect();
    Ok((puzzle, tries?))
}

/// A turn after the number of turns that were found before it, such as `0:c3`; without a turn the
/// reader gave up there.
fn judged(puzzle: &Puzzle, word: &str) -> Result<OfflineTry, String> {
    let malformed =
        || "A turn that is handed in follows the number of turns found before it, as in 0:c3.";
    let (found, turn) = word.split_once(':').ok_or_else(malformed)?;
    let found: usize = found.parse().map_err(|_| malformed())?;
    let own_turns = puzzle.own_turns();
    if found >= own_turns {
        return Err(format!("This puzzle has {own_turns} turns to find, and no more."));
    }
    if turn.is_empty() {
        return Ok(OfflineTry { found, came: PuzzleTurn::Wrong });
    }
    let (_, is_right) = puzzle.line().tried(found, turn).map_err(|reason| {
        format!("{turn} cannot be played where it was tried, so nothing was taken: {reason}.")
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
        // Its page says why it is not.
        let postponed = analysis::not_reviewed(&app, &payer, visitor.id(), &replayed).await?;
        game.is_reviewed = postponed.is_none();
    }
    let said = match app.store.hand_in(visitor.id(), &game, app.now(), hotseat::MOST).await? {
        HandedIn::Kept(number) => {
            return Ok((cookie, Redirect::to(&hotseat::path(number))).into_response());
        }
        HandedIn::Differs(number) => format!(
            "This game was handed in before and has been played on there in another way, so it was \
             not taken again. It is at {}.",
            hotseat::path(number)
        ),
        HandedIn::NoRoom(room) => {
            labels::no_room(room, hotseat::MOST, hotseat::GAMES).unwrap_or_default()
        }
    };
    Ok((cookie, refused_page(Some(&visitor), said)?).into_response())
}

/// The page for games offline with the reason why one was not taken.
fn refused_page(visitor: Option<&Visitor>, said: String) -> Result<Response, Fault> {
    let page = OfflinePage::new(visitor, said);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// Number of characters of a game's name: that of a UUID.
const NAME_LENGTH: usize = 36;

/// The game of a form, as it is kept, and replayed.
///
/// # Errors
/// A sentence that says what is wrong.
fn played(fields: &Fields, query: &PositionQuery) -> Result<(OfflineGame, AnyGame), String> {
    let id = fields.text("id");
    if id.len() != NAME_LENGTH || !id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
        return Err("The game has no name by which it could be recognised. Hand it in from the \
                    page of games offline."
            .to_owned());
    }
    let game = query
        .game_within(SizeLimits::Challenge)
        .map_err(|error| format!("The game was not taken. {}", refusal::of_position(&error)))?;
    let resigned = match fields.text("resigned") {
        "" => None,
        word => Some(seat(word).ok_or(
            "A game is resigned by the first seat or the second; the form has neither 1 nor 2 as the \
             field “resigned”.",
        )?),
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
    let person = seat(fields.text("seat")).ok_or(
        "Against the computer a person plays the first seat or the second; the form has neither 1 \
         nor 2 as the field “seat”.",
    )?;
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
    fn the_app_begins_with_the_paper_of_the_style_sheet() {
        let sheet = assets::text("site.css").unwrap();
        assert!(sheet.contains(&format!(":root {{\n  --paper: {PAPER};")));
    }
}
