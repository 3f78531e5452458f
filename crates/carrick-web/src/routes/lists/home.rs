//! Front page, dashboard, and liveness and readiness probes.
//!
//! Games worth watching: which boards visitors see first.
//!
//! The latest hundred running games in which both players have moved are ranked:
//!
//! 1. games between two members before those with the computer or a guest;
//! 2. games in which something happened within the last day before others;
//! 3. longer games before shorter ones, because more is at stake on a fuller board;
//! 4. among equally long ones, the one with the latest turn first.
//!
//! Ratings do not matter: most players in a small club have none, and guests never do.
//!
//! The store finds the hundred by walking an index, so that the cost does not grow with the number
//! of games.

use axum::middleware::from_fn;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_coach::puzzle::Collection;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
use carrick_lessons::Lesson;
use carrick_pictures::{Style, Theme, small_svg};
use carrick_server::Cost;
use carrick_service::day::day_of;
use carrick_service::{
    Action, BoardId, BoardRecord, BoardSummary, MessageKind, Needs, Seek, SettingsPatch,
    UserSetting,
};
use carrick_store::{BoardList, Cursor, Part, SentMessage};
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::board::{self, visible_to};
use crate::cost::cost_of_replay;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields, give};
use crate::pages::labels::{self, NamedPlayer, When};
use crate::pages::page::{Frame, show};
use crate::pages::session::{LessonProgress, Member, Payer, Visitor};
use crate::routes::shared::{
    BoardEntry, GameIntro, deadline, entry, games, pictures, position_url,
};
use crate::routes::starting::hotseat;
use crate::site::assets::{self, Stylesheet};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/boards", get(dashboard))
        .route("/watching", get(watching))
        .route_layer(from_fn(rate_limit::list))
        .route("/", get(home))
        .route("/next", get(next))
        .route("/finals/{file}", get(picture))
        .route("/games/{game}/watch", post(watch))
}

/// Probes of the server's health, free of charge.
pub(crate) fn probes() -> Router<App> {
    Router::new().route("/healthz", get(health)).route("/readyz", get(ready))
}

/// Number of running games on the front page.
const SHOWN: usize = 4;

/// Number of open games on the front page.
const OFFERED: u32 = 4;

/// The game that visitors learn first: the one with the shortest lesson.
const FIRST: GameKind = GameKind::Antipod;

/// An open game.
struct OpenGame {
    title: &'static str,
    who: NamedPlayer,
    terms: String,
    take: String,
}

/// The puzzle that the page shows: of a different game each day.
struct TodaysPuzzle {
    game: GameIntro,
    pictures: [String; 2],
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    frame: Frame,
    doors_css: Stylesheet,
    /// Script that turns the finished game.
    turning_js: String,
    /// Number of games as a word: "Four".
    count: String,
    /// The game that visitors learn first.
    shown: GameIntro,
    /// URL of its finished position, with the coordinates of its places in space.
    position: String,
    games: [GameIntro; GameKind::ALL.len()],
    boards: Vec<BoardEntry>,
    offers: Vec<OpenGame>,
    puzzle: Option<TodaysPuzzle>,
}

async fn home(State(app): State<App>, visitor: Option<Visitor>) -> Result<Response, Fault> {
    if visitor.as_ref().is_some_and(|visitor| !visitor.guest) {
        return Ok(Redirect::to("/boards").into_response());
    }
    let boards = worth_watching(&app, None, SHOWN, |_| true).await?;
    let offers = app.store.seeks_page(None, None, OFFERED).await?.rows;
    let count = count();
    let told = format!(
        "{count} connection games on boards you have not seen before. Learn one, and play against \
         the computer or people in your browser."
    );
    let frame = Frame::new(format!("{count} connection games"), visitor.as_ref());
    let page = Home {
        frame: Frame { told, ..frame },
        doors_css: Stylesheet("doors.css"),
        turning_js: assets::url("turning.js"),
        count,
        shown: GameIntro::of(FIRST),
        position: finished(FIRST).ok_or(Fault::PAGE)?,
        games: games(),
        boards: boards.iter().map(|board| entry(board, visitor.as_ref(), app.now())).collect(),
        offers: offers.iter().map(offer).collect(),
        puzzle: today(app.now()),
    };
    Ok(show(&page)?.into_response())
}

/// URL of the final position of a game's example, with the coordinates of its places in space.
fn finished(kind: GameKind) -> Option<String> {
    let options = AnyOptions::parse(kind, &[], SizeLimits::Challenge).ok()?.to_string();
    Some(position_url(kind, &options, kind.facts().whole_game) + "&show=solid")
}

fn today(now: Timestamp) -> Option<TodaysPuzzle> {
    let kind = of_the_day(now);
    let puzzle = Collection::of(kind).of_day(day_of(now))?;
    let (options, turns) =
        (puzzle.start.options().to_string(), puzzle.start.turn_names().join(" "));
    let pictures = pictures(kind, &options, &turns, "no-labels");
    Some(TodaysPuzzle { game: GameIntro::of(kind), pictures })
}

fn offer(seek: &Seek) -> OpenGame {
    OpenGame {
        title: seek.kind.title(),
        who: NamedPlayer::of(&seek.user),
        terms: board::terms(&seek.terms),
        take: format!("/seeks/{}/{}/take", seek.kind, seek.number),
    }
}

/// The game whose puzzle the page shows: a different one each day.
fn of_the_day(now: Timestamp) -> GameKind {
    let days = now.as_second().div_euclid(24 * 3600);
    let kinds = GameKind::ALL;
    kinds[usize::try_from(days.rem_euclid(kinds.len() as i64)).unwrap_or_default()]
}

/// Number of games, with a capital letter: "Four".
fn count() -> String {
    let (first, rest) = GameKind::COUNT_WORD.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

/// Liveness probe: the process answers, whatever the state of its database.
async fn health() -> &'static str {
    "ok\n"
}

/// Readiness probe: whether the database is writable; if not, the reason in one word.
async fn ready(State(app): State<App>) -> (StatusCode, String) {
    match app.store.ready().await {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(trouble) => (StatusCode::SERVICE_UNAVAILABLE, format!("{}\n", trouble.word())),
    }
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
    /// Whether there are more boards than shown.
    more: bool,
    /// Offered games, by the reader or to the reader.
    offers: Vec<BoardEntry>,
    mine: Vec<BoardEntry>,
    theirs: Vec<BoardEntry>,
    hotseats: Vec<BoardEntry>,
    ended: Vec<BoardEntry>,
    news: Vec<News>,
    /// Games whose lesson the reader has not finished.
    tries: Vec<GameIntro>,
    doors_css: Stylesheet,
    welcome: bool,
    guest: bool,
}

/// Maximum number of events on the page.
const NEWS: usize = 5;

/// Number of messages to search for them: there may be several about one board.
const LOOKED_THROUGH: u32 = 40;

/// Maximum number of boards to read for them: some have no event to show.
const READ: usize = 2 * NEWS;

/// Something that others did: a challenge, a turn, an end.
struct News {
    said: String,
    /// Path of the board that it is about; empty for none.
    path: String,
    when: When,
}

/// The latest events that a player was notified of: at most one for each board, and none if the
/// player did something there last.
async fn news(
    app: &App,
    visitor: &Visitor,
    payer: &Payer,
    now: Timestamp,
) -> Result<Vec<News>, Fault> {
    let mut told = app.store.told(visitor.id(), None, LOOKED_THROUGH).await?;
    let mut seen = BTreeSet::new();
    told.retain(|one| one.board.is_none_or(|board| seen.insert(board)) && !one.own);
    told.truncate(READ);
    let boards = told.iter().filter_map(|one| one.board).collect();
    let state = app.store.read(&Needs { boards, ..Needs::default() }).await?;
    let turns = state.boards.values().map(|board| board.turns.len() as u32);
    payer.pay(app, cost_of_replay(turns))?;
    let item = |one: &SentMessage| {
        let when = When::new(one.at, now, &visitor.zone);
        let Some(board) = one.board else {
            let (said, path) = match &one.about.kind {
                MessageKind::Letter(user) => {
                    (format!("Message from {}", labels::shown(user)), "/inbox".to_owned())
                }
                MessageKind::News(user) => {
                    (format!("News from {}", labels::shown(user)), String::new())
                }
                _ => (one.subject.clone(), String::new()),
            };
            return Some(News { said, path, when });
        };
        let record = state.boards.get(&board)?;
        let said = format!("{board}: {}", happened(record, &one.about.kind, visitor)?);
        let is_shown = board::visible_to(record.ended.as_ref());
        Some(News { said, path: if is_shown { board::path(board) } else { String::new() }, when })
    };
    Ok(told.iter().filter_map(item).take(NEWS).collect())
}

/// The event that a message about a board reports, as a sentence; `None` if it was the reader's
/// own.
fn happened(record: &BoardRecord, kind: &MessageKind, reader: &Visitor) -> Option<String> {
    if let MessageKind::Chat(speaker) = kind {
        let said = format!("{} has written in the chat.", labels::shown(speaker));
        return (speaker != reader.id()).then_some(said);
    }
    board::happened(record, &record.game().ok()?, record.seat_of(reader.id()))
}

/// The first boards in one part of a player's list.
pub(crate) async fn boards_of(
    app: &App,
    visitor: &Visitor,
    part: Part,
    most: u32,
) -> Result<Vec<BoardSummary>, Fault> {
    let list =
        BoardList { player: Some(visitor.id().clone()), parts: vec![part], ..BoardList::default() };
    Ok(app.store.boards_page(&list, Cursor::Start, most).await?.rows)
}

/// Deadlines of the next turns on these boards, where clocks run.
async fn deadlines(
    app: &App,
    payer: &Payer,
    boards: [&[BoardSummary]; 2],
) -> Result<BTreeMap<BoardId, Timestamp>, Fault> {
    let boards: Vec<&BoardSummary> = boards.into_iter().flatten().collect();
    payer.pay(app, cost_of_replay(boards.iter().map(|board| board.ply)))?;
    let needs = Needs { boards: boards.iter().map(|board| board.id).collect(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let of = |board: &BoardSummary| {
        let record = state.boards.get(&board.id)?;
        Some((board.id, deadline(&state, record, board.awaited()?)?))
    };
    Ok(boards.into_iter().filter_map(of).collect())
}

async fn dashboard(
    State(app): State<App>,
    visitor: Visitor,
    payer: Payer,
    headers: HeaderMap,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let seen = app.store.last_change().await?;
    let now = app.now();
    let list = async |part| boards_of(&app, &visitor, part, MOST).await;
    let [mut mine, mut theirs] = [list(Part::Waiting).await?, list(Part::Theirs).await?];
    let ended = list(Part::Over(now - LATELY)).await?;
    let more = [&mine, &theirs, &ended].iter().any(|list| list.len() == MOST as usize);
    let due = deadlines(&app, &payer, [&mine, &theirs]).await?;
    let row = |board: &BoardSummary| BoardEntry {
        due: due.get(&board.id).map(|&at| When::new(at, now, &visitor.zone)),
        ..entry(board, Some(&visitor), now)
    };
    let is_offer = |board: &mut BoardSummary| board.offered_to.is_some();
    let mut offers: Vec<BoardSummary> = mine.extract_if(.., is_offer).collect();
    offers.extend(theirs.extract_if(.., is_offer));
    let [offers, mine, theirs, ended] =
        [offers, mine, theirs, ended].map(|boards| boards.iter().map(row).collect::<Vec<_>>());
    let progress = LessonProgress::of_reader(&app, Some(&visitor), &headers).await?;
    let left = |kind| progress.next(kind, &Lesson::of(kind).steps).is_some();
    let unlearned = GameKind::ALL.into_iter().filter(|&kind| left(kind));
    let page = Dashboard {
        frame: Frame::new("My games", Some(&visitor))
            .described(
                "Your games: those that await your turn, those that await others, and those that \
                 ended recently.",
            )
            .live("/boards", "/events", seen),
        name: visitor.id().to_string(),
        more,
        offers,
        mine,
        theirs,
        hotseats: hotseat::entries(&app, &visitor, &payer).await?,
        ended,
        news: news(&app, &visitor, &payer, now).await?,
        tries: unlearned.map(GameIntro::of).collect(),
        doors_css: Stylesheet("doors.css"),
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

/// Content-Security-Policy of a picture. It contains its style, and a browser that opens the
/// picture on its own applies this policy.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// Price of a picture: it has nearly always been drawn before.
const COST: Cost = 5;

/// A picture of a game's final position.
#[derive(Debug, Clone, Copy)]
struct Final {
    kind: GameKind,
    theme: Theme,
}

/// Pictures drawn so far, by game and theme.
static DRAWN: [[OnceLock<Option<String>>; 2]; GameKind::ALL.len()] =
    [const { [const { OnceLock::new() }; 2] }; GameKind::ALL.len()];

impl Final {
    /// Reads a file's name: `ankor.svg`, `ankor-dark.svg`.
    fn of_file(file: &str) -> Option<Self> {
        let name = file.strip_suffix(".svg")?;
        let (name, theme) = match name.strip_suffix("-dark") {
            Some(name) => (name, Theme::Dark),
            None => (name, Theme::Light),
        };
        Some(Self { kind: name.parse().ok()?, theme })
    }

    /// The document.
    fn drawn(self) -> Option<&'static str> {
        let draw = || {
            let style = Style { theme: self.theme, labels: false, ..Style::default() };
            whole_game(self.kind).map(|game| small_svg(&game, &style))
        };
        DRAWN[self.kind as usize][usize::from(self.theme == Theme::Dark)]
            .get_or_init(draw)
            .as_deref()
    }
}

/// The whole game of a kind.
fn whole_game(kind: GameKind) -> Option<AnyGame> {
    let options = AnyOptions::parse(kind, &[], SizeLimits::Challenge).ok()?;
    let mut turns = kind.facts().whole_game.split(' ');
    turns.try_fold(AnyGame::new(options), |game, turn| game.play_text(turn).ok())
}

async fn picture(
    State(app): State<App>,
    payer: Payer,
    Path(file): Path<String>,
) -> Result<Response, Fault> {
    let end = Final::of_file(&file).ok_or(Fault::PAGE)?;
    let drawn = app.draw(&payer, COST, move || end.drawn()).await?.ok_or(Fault::PAGE)?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, drawn).into_response())
}

#[derive(Template)]
#[template(path = "watching.html")]
struct WatchingPage {
    frame: Frame,
    /// Whether the user has a confirmed address.
    mailed: bool,
    boards: Vec<BoardEntry>,
    /// Games that the reader watches entirely: name and title.
    games: Vec<(&'static str, &'static str)>,
}

async fn watching(State(app): State<App>, Member(visitor): Member) -> Result<Response, Fault> {
    let mut boards = app.store.watched_by(visitor.id()).await?;
    boards.retain(|board| visible_to(board.ended.as_ref()));
    boards.sort_by_key(|board| (board.ended.is_some(), std::cmp::Reverse(board.touched)));
    let user = visitor.account(&app).await?;
    let page = WatchingPage {
        frame: Frame::new("Watching", Some(&visitor)).described("The games that you watch."),
        mailed: user.addresses.iter().any(|entry| entry.confirmed),
        boards: boards.iter().map(|board| entry(board, Some(&visitor), app.now())).collect(),
        games: watched_games(&app, &visitor).await?,
    };
    Ok(show(&page)?.into_response())
}

/// Games that a user watches entirely.
async fn watched_games(
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
    let on = UserSetting::on_off(!fields.ticked("off"));
    let patch = SettingsPatch::new(Some(kind)).with(&UserSetting::WATCHES, on);
    let watch = Action::ChangeSettings(patch.map_err(|_| Fault::FORM)?);
    match give(&app, &visitor, watch, None, None).await?.refused {
        true => Err(Fault::Bad("That was refused; try again from the game’s page.")),
        false => Ok(Redirect::to("/watching").into_response()),
    }
}

/// Maximum time since the last turn of a lively game.
const LIVELY: SignedDuration = SignedDuration::from_hours(24);

/// Number of games to rank.
const CANDIDATES: u32 = 100;

/// The games worth watching, of one kind or of all: at most `most`, and only those that may be
/// shown.
pub(crate) async fn worth_watching(
    app: &App,
    kind: Option<GameKind>,
    most: usize,
    shows: impl Fn(&BoardSummary) -> bool,
) -> Result<Vec<BoardSummary>, Fault> {
    let list = BoardList { kind, parts: vec![Part::Begun], ..BoardList::default() };
    let mut boards = app.store.boards_page(&list, Cursor::Start, CANDIDATES).await?.rows;
    let now = app.now();
    boards.retain(shows);
    boards.sort_by_key(|board| rank(board, now));
    boards.truncate(most);
    Ok(boards)
}

fn rank(board: &BoardSummary, now: Timestamp) -> impl Ord + use<> {
    let strangers = board.players.iter().filter(|player| !labels::is_member(player)).count();
    let waits = now.duration_since(board.touched) > LIVELY;
    (strangers.min(1), waits, Reverse(board.ply), Reverse(board.touched))
}

#[cfg(test)]
mod tests {
    use carrick_games::Seat;
    use carrick_service::BoardId;

    use super::*;

    #[test]
    fn puzzles_take_turns() {
        let day = |day: i64| of_the_day(Timestamp::from_second(day * 24 * 3600 + 7).unwrap());
        assert_eq!([0, 1, 2, 3].map(day), GameKind::ALL);
        assert_eq!(day(-1), day(3));
    }

    fn board(number: u32, players: [&str; 2], ply: u32, second: i64) -> BoardSummary {
        BoardSummary {
            id: BoardId { kind: GameKind::Ankor, number },
            players: players.map(|player| player.parse().unwrap()),
            options: String::new(),
            ply,
            given: 0,
            hints: 0,
            to_move: Some(Seat::First),
            offered_to: None,
            ended: None,
            touched: Timestamp::from_second(second).unwrap(),
        }
    }

    #[test]
    fn games_between_people_come_first_and_long_ones_before_short_ones() {
        let mut boards = [
            board(1, ["ann", "level9"], 60, 9),
            board(2, ["guest_0123456789", "level1"], 2, 8),
            board(3, ["ann", "bob"], 4, 5),
            board(4, ["bob", "ann"], 30, 1),
            board(5, ["cyd", "bob"], 4, 7),
        ];
        let now = Timestamp::from_second(10).unwrap();
        boards.sort_by_key(|board| rank(board, now));
        assert_eq!(boards.each_ref().map(|board| board.id.number), [4, 5, 3, 1, 2]);
        // Two days later, nothing is happening in the games between people; one with a turn since
        // then comes before them.
        boards[2].touched = Timestamp::from_second(2 * 24 * 3600).unwrap();
        boards
            .sort_by_key(|board| rank(board, Timestamp::from_second(2 * 24 * 3600 + 10).unwrap()));
        assert_eq!(boards.map(|board| board.id.number), [3, 4, 5, 1, 2]);
    }
}
