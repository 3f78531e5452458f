//! Hotseat games: two people at one screen. A game belongs to the user or guest who started it; no
//! one else can see it.

use askama::Template;
use axum::Router;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::{AnyGame, AnyOptions, GameKind, Outcome, Seat, SizeLimits, WinBy};
use carrick_pictures::{Theme, svg};
use carrick_position::{Aim, LegendMark, MAX_TURNS, PositionQuery, aims, marks, phase, state};
use carrick_server::{Budget, TooMany};
use carrick_service::{Action, GameAction, ReviewNow, one_more_may_wait};
use carrick_store::{Hotseat, Most, OfflineOpponent};

use super::begin::Beginner;
use super::form::{game_options, put_off, refused};
use crate::app::App;
use crate::board::analysis;
use crate::cost::{cost_of, cost_of_replay};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields, give_once, may_act};
use crate::pages::labels::{self, When};
use crate::pages::page::{Frame, Shown, show};
use crate::pages::refusal;
use crate::pages::session::{Payer, Visitor};
use crate::routes::board::{ReviewPart, Reviewable, answer, asked_level, asked_times, small};
use crate::routes::shared::{Analyse, BoardEntry, explore_url, kind_of};
use crate::site::assets::BoardScripts;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/new/{game}/hotseat", post(begin))
        .route("/hotseat/{number}", get(page))
        .route("/hotseat/{number}/position", get(positions))
        .route("/hotseat/{number}/turn", post(turn))
        .route("/hotseat/{number}/back", post(take_back))
        .route("/hotseat/{number}/review", post(ask_for_review))
        .route("/hotseat/{number}/retry", post(retry))
        .route("/hotseat/{number}/drop", post(drop_game))
        .route("/hotseat/{number}/{file}", get(picture))
}

/// Name of hotseat games in messages to users.
pub(crate) const GAMES: &str = "games at this screen";

/// Maximum number of hotseat games.
pub(crate) const MOST: Most = Most { of_user: 50, from_place: 400 };

pub(super) async fn begin(
    State(app): State<App>,
    beginner: Beginner,
    Path(kind): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let options = game_options(kind, &fields).and_then(|words| {
        let words: Vec<&str> = words.split_whitespace().collect();
        AnyOptions::parse(kind, &words, SizeLimits::Challenge).map_err(|error| format!("{error}."))
    });
    let options = match options {
        Ok(options) => options,
        Err(said) => return refused(kind, beginner.visitor(), &fields, said),
    };
    let (visitor, cookie) = match beginner.come(&app, fields.text("once")).await {
        Err(Fault::TooOften(too_many)) => return put_off(kind, &fields, too_many),
        come => come?,
    };
    if let Err(too_many) = count(&app, &visitor) {
        return put_off(kind, &fields, too_many);
    }
    let options = options.to_string();
    // If the form is sent twice, for instance by a double click, the second request waits for the
    // first and uses its game, which has no turns yet.
    let _first = app.newcomers.lock().await;
    if fields.has("once") {
        let games = app.store.hotseats_of(visitor.id()).await?;
        let is_same = |game: &&Hotseat| {
            game.kind == kind && game.options == options && game.turns.is_empty() && !game.handed_in
        };
        if let Some(game) = games.iter().find(is_same) {
            return Ok((cookie, Redirect::to(&path(game.number))).into_response());
        }
    }
    let now = app.now();
    let begun = app.store.begin_hotseat(visitor.id(), kind, &options, now, MOST).await?;
    let number = match begun {
        Ok(number) => number,
        Err(room) => {
            let said = labels::no_room(room, MOST, GAMES).unwrap_or_default();
            return refused(kind, Some(&visitor), &fields, said);
        }
    };
    Ok((cookie, Redirect::to(&path(number))).into_response())
}

/// Path of a game's page.
pub(crate) fn path(number: u32) -> String {
    format!("/hotseat/{number}")
}

/// The visitor's hotseat game that the URL names.
struct Screen {
    app: App,
    visitor: Visitor,
    kept: Hotseat,
    game: AnyGame,
}

impl FromRequestParts<App> for Screen {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let visitor = <Visitor as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        let number = Path::<Vec<(String, String)>>::from_request_parts(parts, app).await;
        let number = number.ok().and_then(|Path(words)| words.first()?.1.parse().ok());
        Self::load(app, visitor, number).await.map_err(IntoResponse::into_response)
    }
}

const NONE: Fault =
    Fault::NotFound("You have no such game at this screen; it may have been deleted.");

impl Screen {
    async fn load(app: &App, visitor: Visitor, number: Option<u32>) -> Result<Self, Fault> {
        let kept = app.store.hotseat(visitor.id(), number.ok_or(NONE)?).await?.ok_or(NONE)?;
        let game = game(&kept)?;
        Ok(Self { app: app.clone(), visitor, kept, game })
    }

    fn path(&self) -> String {
        path(self.kept.number)
    }

    /// Whether the game has ended, on the board or by resigning offline.
    fn is_over(&self) -> bool {
        self.game.outcome().is_some() || self.kept.resigned.is_some()
    }

    /// Its reviews; `None` while it is running or if it has no turns.
    async fn reviews(&self) -> Result<Option<ReviewNow>, Fault> {
        match self.is_over() && self.game.ply() > 0 {
            true => Ok(Some(self.app.store.hotseat_review(self.visitor.id(), &self.kept).await?)),
            false => Ok(None),
        }
    }

    /// Why its player may not see a review yet.
    async fn not_reviewed(&self) -> Result<Option<String>, Fault> {
        analysis::not_reviewed(&self.app, &self.payer(), self.visitor.id(), &self.game).await
    }

    /// The page, with a refusal and the typed text.
    fn page(
        &self,
        at: Option<usize>,
        typed: &str,
        said: String,
        reviews: Option<&ReviewNow>,
    ) -> HotseatPage {
        let path = self.path();
        let of = Reviewable {
            game: &self.game,
            path: &path,
            seat: self.kept.against.map(|against| against.person),
            may_ask: true,
            level: self.kept.against.map(|against| against.level),
            is_live: false,
        };
        let review = reviews.map(|now| ReviewPart::new(of, now, at));
        let ply = self.game.ply();
        let at = at.unwrap_or(ply).min(ply);
        let shown = if at < ply { self.game.at(at) } else { self.game.clone() };
        let playing = self.game.outcome().is_none();
        let options = self.game.options().to_string();
        HotseatPage {
            frame: Frame {
                here: self.path(),
                told: format!("{}. {}", title(self.kept.kind), state(&shown)),
                ..Frame::new(title(self.kept.kind), Some(&self.visitor))
            },
            path: self.path(),
            kind: self.kept.kind.name(),
            mode: if playing { "play" } else { "watch" },
            at,
            ply,
            svg: svg(&shown, &Shown::of_reader().board()),
            status: state(&shown),
            phase: phase(&shown).map_or("", |phase| phase.explained),
            said,
            typed: typed.to_owned(),
            legal: if at == ply { self.game.legal() } else { Vec::new() },
            turns: self.kept.turns.clone(),
            explore: explore_url(self.kept.kind, &options, &self.kept.turns),
            options,
            remark: self.remark(),
            scripts: BoardScripts::new(),
            aims: aims(&self.game),
            marks: marks(self.kept.kind, false),
            analyse: self.is_over().then(|| Analyse::new(&shown)),
            review,
            postponed: String::new(),
        }
    }

    /// Replaces the turns, unless another window has changed them, and redirects to the page.
    async fn write(self, turns: &[String], typed: &str) -> Result<Response, Fault> {
        let Self { app, visitor, kept, .. } = &self;
        if app.store.play_hotseat(visitor.id(), kept, &turns.join(" "), app.now()).await? {
            return Ok(Redirect::to(&self.path()).into_response());
        }
        self.refuse(typed, GONE_ON.to_owned()).await
    }

    async fn refuse(self, typed: &str, said: String) -> Result<Response, Fault> {
        let page = self.shown(None, typed.to_owned(), said).await?;
        Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
    }

    /// Draws and renders the page, as soon as the queue for drawing gets to this reader.
    async fn shown(
        self,
        at: Option<usize>,
        typed: String,
        said: String,
    ) -> Result<Html<String>, Fault> {
        let mut reviews = self.reviews().await?;
        let mut postponed = String::new();
        if reviews.is_some()
            && let Some(said) = self.not_reviewed().await?
        {
            (reviews, postponed) = (None, said);
        }
        // A review draws figures for its turning points.
        let pictures = if reviews.is_some() { 4 } else { 1 };
        let (app, payer, cost) = (self.app.clone(), self.payer(), pictures * cost_of(&self.game));
        app.draw(&payer, cost, move || {
            let page = self.page(at, &typed, said, reviews.as_ref());
            show(&HotseatPage { postponed, ..page })
        })
        .await?
    }

    /// Note about a game that was played offline; empty for others.
    fn remark(&self) -> String {
        let resigned = self.resigned();
        let Some(OfflineOpponent { level, person }) = self.kept.against else {
            let handed_in = self.kept.handed_in.then_some("Played offline and handed in.");
            return format!("{}{resigned}", handed_in.unwrap_or_default());
        };
        let turn = match person {
            Seat::First => "first",
            Seat::Second => "second",
        };
        let on = match self.game.outcome() {
            Some(_) => "It does not count for ratings.",
            None => "Here you play on for both sides.",
        };
        let level = labels::of_level(&level);
        format!("Played offline against the computer ({level}); you moved {turn}.{resigned} {on}")
    }

    /// Sentence about a game that was resigned offline, with a space before it; empty for others.
    fn resigned(&self) -> String {
        let (Some(seat), None) = (self.kept.resigned, self.game.outcome()) else {
            return String::new();
        };
        let loser = self.game.colour_of(seat);
        let outcome = Outcome::Win { winner: !loser, by: WinBy::Resignation };
        format!(" {}.", outcome.sentence(self.kept.kind))
    }

    fn payer(&self) -> Payer {
        Payer::of(&self.visitor)
    }

    /// The refusal of a form that was made for another position or exceeds a rate limit.
    fn misfit(&self, fields: &Fields) -> Option<String> {
        if let Err(too_many) = may_act(&self.app, &self.visitor) {
            return Some(too_many);
        }
        let fits = fields.text("ply").parse().ok() == Some(self.game.ply());
        (!fits).then(|| GONE_ON.to_owned())
    }
}

/// Charges one action, as on every board.
fn count(app: &App, visitor: &Visitor) -> Result<(), TooMany> {
    app.charge(&[(Budget::Changes, visitor.id().as_str(), 1)])
}

const GONE_ON: &str = "The game has continued in the meantime, so nothing was done.";

/// The game after its turns.
fn game(kept: &Hotseat) -> Result<AnyGame, Fault> {
    let query = PositionQuery {
        game: kept.kind.to_string(),
        options: kept.options.clone(),
        turns: kept.turns.clone(),
        ..PositionQuery::default()
    };
    query.game().map_err(|error| {
        tracing::error!(number = kept.number, %error, "a game at one screen is damaged");
        Fault::NotFound("This game is damaged; please tell the administrator.")
    })
}

fn title(kind: GameKind) -> String {
    format!("{} for two at this screen", kind.title())
}

/// Hotseat games for a list, without damaged ones. They are replayed when it is the payer's turn in
/// the queue.
///
/// # Errors
/// When the database fails, or the payer cannot pay.
pub(crate) async fn entries(
    app: &App,
    visitor: &Visitor,
    payer: &Payer,
) -> Result<Vec<BoardEntry>, Fault> {
    let kept = app.store.hotseats_of(visitor.id()).await?;
    if kept.is_empty() {
        return Ok(Vec::new());
    }
    let turns = |kept: &Hotseat| kept.turns.split_ascii_whitespace().count() as u32;
    let cost = cost_of_replay(kept.iter().map(turns));
    let (now, zone) = (app.now(), visitor.zone.clone());
    let entry = move |kept: &Hotseat| {
        let game = game(kept).ok()?;
        Some(BoardEntry {
            path: path(kept.number),
            title: kept.kind.title().to_owned(),
            players: None,
            opponent: None,
            options: labels::options_in_words(kept.kind, &kept.options),
            status: state(&game),
            tone: "",
            mine: false,
            turns: u32::try_from(game.ply()).unwrap_or(u32::MAX),
            touched: When::new(kept.touched, now, &zone),
            due: None,
            game: kept.kind.title(),
        })
    };
    Ok(app.draw(payer, cost, move || kept.iter().filter_map(entry).collect()).await?)
}

#[derive(Template)]
#[template(path = "hotseat.html")]
struct HotseatPage {
    frame: Frame,
    path: String,
    kind: &'static str,
    mode: &'static str,
    /// The shown ply, and the number of turns.
    at: usize,
    ply: usize,
    svg: String,
    status: String,
    phase: &'static str,
    said: String,
    typed: String,
    legal: Vec<String>,
    turns: String,
    explore: String,
    options: String,
    /// Note on how it was played, if it was handed in.
    remark: String,
    scripts: BoardScripts,
    aims: [Aim; 2],
    marks: Vec<LegendMark>,
    /// The analysis panel, once the game is over.
    analyse: Option<Analyse>,
    review: Option<ReviewPart>,
    /// Why there is no review yet; empty for most.
    postponed: String,
}

async fn page(screen: Screen, QueryFields(asked): QueryFields) -> Result<Response, Fault> {
    let at = asked.text("at").parse().ok();
    Ok(screen.shown(at, String::new(), String::new()).await?.into_response())
}

async fn positions(
    screen: Screen,
    axum::extract::Query(query): axum::extract::Query<PositionQuery>,
) -> Result<Response, Fault> {
    let (app, payer, cost) = (screen.app.clone(), screen.payer(), 2 * cost_of(&screen.game));
    let answer =
        move || answer(query.look().and_then(|look| carrick_position::look(&screen.game, &look)));
    Ok(app.draw(&payer, cost, answer).await?)
}

async fn picture(
    screen: Screen,
    Path((_, file)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let theme = match file.as_str() {
        "small.svg" => Theme::Light,
        "small-dark.svg" => Theme::Dark,
        _ => return Err(Fault::PAGE),
    };
    let (app, payer, cost) = (screen.app.clone(), screen.payer(), cost_of(&screen.game));
    let drawn = app.draw(&payer, cost, move || small(&screen.game, theme)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}

async fn turn(screen: Screen, fields: Fields) -> Result<Response, Fault> {
    let typed = fields.text("turn");
    // A turn is a single word here, as on every board.
    let turn: String = typed.split_whitespace().collect();
    if let Some(said) = screen.misfit(&fields) {
        return screen.refuse(typed, said).await;
    }
    if screen.game.ply() >= MAX_TURNS {
        return screen
            .refuse(typed, format!("A game here can have up to {MAX_TURNS} turns."))
            .await;
    }
    match screen.game.clone().play_text(&turn) {
        Ok(game) => screen.write(&game.turn_names(), typed).await,
        Err(refused) => screen.refuse(typed, format!("{}.", refused.reason)).await,
    }
}

async fn take_back(screen: Screen, fields: Fields) -> Result<Response, Fault> {
    if let Some(said) = screen.misfit(&fields) {
        return screen.refuse("", said).await;
    }
    let names = screen.game.turn_names();
    let before = names.split_last().map_or(&[][..], |(_, before)| before);
    screen.write(before, "").await
}

/// Asks for a review of a finished game.
async fn ask_for_review(screen: Screen, fields: Fields) -> Result<Response, Fault> {
    let times = asked_times(&fields)?;
    count(&screen.app, &screen.visitor)?;
    let Some(now) = screen.reviews().await? else {
        let said = "A game can be reviewed when it is over and has turns.";
        return screen.refuse("", said.to_owned()).await;
    };
    if let Some(said) = screen.not_reviewed().await? {
        return screen.refuse("", said).await;
    }
    let is_done = now.done.as_ref().is_some_and(|done| done.times >= times);
    if !is_done && now.under_way.is_none() {
        let Screen { app, visitor, kept, .. } = &screen;
        let may = |now: &ReviewNow| one_more_may_wait(now, times);
        let asked =
            app.store.ask_for_hotseat_review(visitor.id(), kept, times, app.now(), may).await?;
        if let Err(why) = asked {
            return screen.refuse("", refusal::in_words(&why)).await;
        }
    }
    Ok(Redirect::to(&format!("{}#review", screen.path())).into_response())
}

/// Starts a practice game from a position of a finished game.
async fn retry(screen: Screen, fields: Fields) -> Result<Response, Fault> {
    let turn = fields.hidden_number("turn")?.ok_or(Fault::FORM)?;
    if !screen.is_over() {
        let said = "You can only try again from a game that is over.";
        return screen.refuse("", said.to_owned()).await;
    }
    let before = turn.checked_sub(1).map(|before| before as usize);
    let Some(before) = before.filter(|&before| before < screen.game.ply()) else {
        let turns = screen.game.ply();
        return screen.refuse("", format!("The game only has turns 1 to {turns}.")).await;
    };
    let kind = screen.kept.kind;
    let level = match asked_level(kind, &fields) {
        Ok(level) => level,
        Err(error) => return screen.refuse("", error.of("Level")).await,
    };
    let game = GameAction::Computer {
        options: screen.game.options().to_string(),
        level,
        teaching: false,
        seat: None,
        given: screen.game.turn_names()[..before].to_vec(),
    };
    let done = give_once(&screen.app, &screen.visitor, Action::Game(kind, game), &fields).await?;
    match (done.refusal(), done.board) {
        (Some(said), _) => screen.refuse("", said).await,
        (None, Some(board)) => Ok(Redirect::to(&crate::board::path(board)).into_response()),
        (None, None) => Ok(Redirect::to("/boards").into_response()),
    }
}

async fn drop_game(screen: Screen) -> Result<Response, Fault> {
    let Screen { app, visitor, kept, .. } = &screen;
    count(app, visitor)?;
    app.store.drop_hotseat(visitor.id(), kept).await?;
    Ok(Redirect::to("/boards").into_response())
}
