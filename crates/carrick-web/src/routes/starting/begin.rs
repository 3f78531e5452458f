//! Form of a new game: against the computer, by challenge, or as an open game.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::{AnyOptions, GameKind};
use carrick_server::{Budget, TooMany};
use carrick_service::command::GameOptions;
use carrick_service::command::field::{self, NewTerms, TermsNumber};
use carrick_service::{Command, ComputerLevel, GameCommand, Needs, StandIn, Terms, Userid, Zone};

use crate::app::App;
use crate::board;
use crate::network::client::Client;
use crate::pages::act::{Done, give};
use crate::pages::fault::{Fault, away};
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels;
use crate::pages::page::{Frame, show};
use crate::pages::session::{self, Cookie, Member, Visitor};
use crate::routes::shared::{Game, games, kind_of, pictures};
use crate::sign_in::guest;
use crate::site::assets;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/new", get(choose))
        .route("/new/{game}", get(form))
        .route("/new/{game}/computer", post(computer))
        .route("/new/{game}/challenge", post(challenge))
        .route("/new/{game}/seek", post(offer))
}

/// Option of a game as a form field.
#[derive(Debug, Clone)]
struct OptionField {
    /// Name with its hyphen.
    name: &'static str,
    label: &'static str,
    meaning: &'static str,
    /// Values to choose from; empty for numbers and switches.
    choices: Vec<&'static str>,
    is_switch: bool,
    typed: String,
}

#[derive(Template)]
#[template(path = "new.html")]
struct ChoosePage {
    frame: Frame,
    games: [Game; GameKind::ALL.len()],
}

/// Default level of the computer in the form: a first game should be one that can be won.
const DEFAULT_LEVEL: ComputerLevel = ComputerLevel::MIN;

async fn choose(visitor: Option<Visitor>) -> Result<Response, Fault> {
    let frame = Frame::new("New game", visitor.as_ref()).described(
        "Choose a game to begin: against the computer, against a friend, or for two at one screen.",
    );
    Ok(show(&ChoosePage { frame, games: games() })?.into_response())
}

#[derive(Template)]
#[template(path = "begin.html")]
struct BeginPage {
    frame: Frame,
    game: Game,
    options: Vec<OptionField>,
    /// Whether any option or time was changed from its default.
    chosen: bool,
    /// URLs of the pictures of a board with these options, for light and dark themes.
    pictures: [String; 2],
    begin_js: String,
    member: bool,
    said: String,
    /// Typed values.
    level: ComputerLevel,
    levels: Vec<ComputerLevel>,
    opponent: String,
    second: bool,
    forfeit: String,
    nag: String,
    total: String,
    increment: String,
    unrated: bool,
    count: String,
    /// Level of the computer that takes a seek which nobody else takes.
    stand_in: String,
}

fn begin_page(
    kind: GameKind,
    visitor: Option<&Visitor>,
    fields: &Fields,
    said: String,
) -> BeginPage {
    let options = AnyOptions::described(kind).iter().map(|info| OptionField {
        name: info.name,
        label: labels::of_option(info.name),
        meaning: info.meaning,
        choices: match info.value.contains('|') {
            true => info.value.split('|').collect(),
            false => Vec::new(),
        },
        is_switch: info.value.is_empty(),
        typed: fields.text(info.name).to_owned(),
    });
    let options: Vec<OptionField> = options.collect();
    let text = |name: &str| fields.text(name).to_owned();
    let terms = ["forfeit", "nag", "total", "increment", "unrated"];
    let words = game_options(kind, fields).ok().filter(|words| read_options(kind, words).is_ok());
    let words = words.unwrap_or_default();
    BeginPage {
        chosen: options.iter().any(|option| !option.typed.is_empty())
            || terms.iter().any(|field| fields.ticked(field)),
        // Without valid options, a sample game is shown.
        pictures: pictures(kind, &words, "", "no-labels"),
        begin_js: assets::url("begin.js"),
        stand_in: text("stand_in"),
        frame: Frame::new(format!("A game of {}", kind.title()), visitor).described(format!(
            "Begin a game of {} with the board and the opponent of your choice. {}",
            kind.title(),
            kind.facts().aim
        )),
        game: Game::of(kind),
        options,
        member: visitor.is_some_and(|visitor| !visitor.guest),
        said,
        level: fields.text("level").parse().unwrap_or(DEFAULT_LEVEL),
        levels: ComputerLevel::all().collect(),
        opponent: text("opponent"),
        second: fields.text("seat") == "second",
        forfeit: text("forfeit"),
        nag: text("nag"),
        total: text("total"),
        increment: text("increment"),
        unrated: fields.ticked("unrated"),
        count: text("count"),
    }
}

async fn form(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let said = checked_options(kind, &asked).err().unwrap_or_default();
    let mut page = begin_page(kind, visitor.as_ref(), &asked, said);
    if let Some(visitor) = visitor.filter(|_| !asked.ticked("level"))
        && let Some(practice) = board::practice::lately(&app, visitor.id(), kind).await?
    {
        page.level = practice.next();
    }
    Ok(show(&page)?.into_response())
}

/// # Errors
/// A sentence for the user, when these are no options of the game or do not go together.
fn read_options(kind: GameKind, words: &str) -> Result<GameOptions, String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    GameOptions::read(kind, &words).map_err(|error| labels::sentence(&error))
}

/// Parses and checks the game's options.
fn checked_options(kind: GameKind, fields: &Fields) -> Result<GameOptions, String> {
    read_options(kind, &game_options(kind, fields)?)
}

/// The game's options as words of a command. Each is a single word, since the form's fields are.
pub(super) fn game_options(kind: GameKind, fields: &Fields) -> Result<String, String> {
    let mut words = String::new();
    for info in AnyOptions::described(kind) {
        if info.value.is_empty() {
            if fields.ticked(info.name) {
                words.push_str(&format!(" {}", info.name));
            }
        } else if fields.ticked(info.name) {
            let value = fields.word(info.name);
            let label = labels::of_option(info.name);
            let value = value.ok_or_else(|| format!("“{label}” takes one word."))?;
            words.push_str(&format!(" {}={value}", info.name));
        }
    }
    Ok(words)
}

/// The game's options and the terms of a game between people.
fn options_and_terms(kind: GameKind, fields: &Fields) -> Result<(String, Terms), String> {
    let words = game_options(kind, fields)?;
    let mut terms = NewTerms::default();
    for (name, option, which) in [
        ("forfeit", "--forfeittime", TermsNumber::ForfeitDays),
        ("nag", "--nagtime", TermsNumber::NagDays),
        ("total", "--totaltime", TermsNumber::TotalDays),
        ("increment", "--increment", TermsNumber::IncrementHours),
    ] {
        if fields.ticked(name) {
            let label = labels::of_option(option);
            let number =
                fields.word(name).ok_or_else(|| format!("“{label}” takes a whole number."))?;
            terms.read(which, number).map_err(|error| labels::sentence(&error))?;
        }
    }
    terms.set_rated(!fields.ticked("unrated"));
    let options = read_options(kind, &words)?;
    let terms = terms.check(&options).map_err(|error| labels::sentence(&error))?;
    Ok((options.canonical, terms))
}

/// Extractor: somebody who begins a game, signed in or not.
pub(super) struct Beginner {
    visitor: Option<Visitor>,
    client: Client,
}

impl FromRequestParts<App> for Beginner {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Fault> {
        let visitor =
            <Visitor as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        let Ok(client) = Client::from_request_parts(parts, app).await;
        Ok(Self { visitor, client })
    }
}

impl Beginner {
    pub(super) const fn visitor(&self) -> Option<&Visitor> {
        self.visitor.as_ref()
    }

    /// The visitor who begins; a stranger becomes a guest now, and not earlier. The cookie is a
    /// new guest's.
    pub(super) async fn come(
        self,
        app: &App,
    ) -> Result<(Visitor, Option<AppendHeaders<Cookie>>), Fault> {
        let Self { visitor, client } = self;
        if let Some(visitor) = visitor {
            return Ok((visitor, None));
        }
        app.charge(Budget::Guest, &client.address)?;
        let user = guest::make(app, &client.address).await?;
        let (session, cookie) = session::begin(app, &user, None, client.label).await?;
        let guest = Visitor {
            session,
            guest: true,
            zone: Zone::default(),
            waiting: 0,
            address: client.address,
            put_off: Arc::default(),
        };
        Ok((guest, Some(AppendHeaders(cookie))))
    }
}

async fn computer(
    State(app): State<App>,
    beginner: Beginner,
    Path(kind): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let level = match fields.text("level") {
        "" => Ok(DEFAULT_LEVEL),
        level => field::level(level).map_err(|error| error.of("Level")),
    };
    let chosen = level.and_then(|level| Ok((level, checked_options(kind, &fields)?.canonical)));
    let (level, options) = match chosen {
        Ok(chosen) => chosen,
        Err(said) => return refused(kind, beginner.visitor(), &fields, said),
    };
    let (visitor, cookie) = match beginner.come(&app).await {
        Err(Fault::TooOften(too_many)) => return put_off(kind, &fields, too_many),
        come => come?,
    };
    let game = GameCommand::Computer { options, level, who: visitor.credential() };
    let done = give(&app, &visitor, Command::Game(kind, game), None, None).await?;
    let answer = opened(kind, &visitor, &fields, &done)?;
    Ok((cookie, answer).into_response())
}

/// Redirects to the new board, or shows the form again with the refusal.
fn opened(
    kind: GameKind,
    visitor: &Visitor,
    fields: &Fields,
    done: &Done,
) -> Result<Response, Fault> {
    match (done.refusal(), done.board) {
        (Some(said), _) => refused(kind, Some(visitor), fields, said),
        (None, Some(board)) => {
            Ok(Redirect::to(&format!("/{}/{}", board.kind, board.number)).into_response())
        }
        (None, None) => Ok(Redirect::to("/boards").into_response()),
    }
}

pub(super) fn refused(
    kind: GameKind,
    visitor: Option<&Visitor>,
    fields: &Fields,
    said: String,
) -> Result<Response, Fault> {
    let page = begin_page(kind, visitor, fields, said);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
}

/// The form with the typed values, refused by a rate limit.
pub(super) fn put_off(
    kind: GameKind,
    fields: &Fields,
    too_many: TooMany,
) -> Result<Response, Fault> {
    let said = format!(
        "Many have begun a game from your network of late. Try again in {}, or sign in.",
        too_many.in_words()
    );
    away(too_many.into(), &begin_page(kind, None, fields, said))
}

async fn challenge(
    State(app): State<App>,
    Member(visitor): Member,
    Path(kind): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let (options, terms) = match options_and_terms(kind, &fields) {
        Ok(chosen) => chosen,
        Err(said) => return refused(kind, Some(&visitor), &fields, said),
    };
    let Ok(opponent) = fields.text("opponent").parse::<Userid>() else {
        let said = "Whom do you challenge? Type their name into “Opponent”.".to_owned();
        return refused(kind, Some(&visitor), &fields, said);
    };
    let me = visitor.id().clone();
    let (first, second) = match fields.text("seat") {
        "" | "first" => (me, opponent.clone()),
        "second" => (opponent.clone(), me),
        _ => {
            let said = "Who begins? Choose one of the two.".to_owned();
            return refused(kind, Some(&visitor), &fields, said);
        }
    };
    let game = GameCommand::Challenge { options, terms, first, second };
    let done = give(&app, &visitor, Command::Game(kind, game), None, None).await?;
    if done.refused {
        let needs = Needs { users: [opponent.clone()].into(), ..Needs::default() };
        if !app.store.read(&needs).await?.users.contains_key(&opponent) {
            let said = format!(
                "There is no player called “{opponent}”. The page of players lists who is here."
            );
            return refused(kind, Some(&visitor), &fields, said);
        }
    }
    opened(kind, &visitor, &fields, &done)
}

async fn offer(
    State(app): State<App>,
    Member(visitor): Member,
    Path(kind): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let (options, terms) = match options_and_terms(kind, &fields) {
        Ok(chosen) => chosen,
        Err(said) => return refused(kind, Some(&visitor), &fields, said),
    };
    let stand_in = match fields.text("stand_in") {
        "people" => Ok(StandIn::Nobody),
        "" | "nearest" => Ok(StandIn::Nearest),
        level => field::level(level).map(StandIn::Level).map_err(|error| error.of("Level")),
    };
    let count = match fields.text("count") {
        "" => Ok(1),
        count => field::count(count).map_err(|error| error.of("How many")),
    };
    let (stand_in, count) = match stand_in.and_then(|stand_in| Ok((stand_in, count?))) {
        Ok(chosen) => chosen,
        Err(said) => return refused(kind, Some(&visitor), &fields, said),
    };
    let who = visitor.credential();
    let game = GameCommand::Seek { who, options, terms, count, stand_in };
    let done = give(&app, &visitor, Command::Game(kind, game), None, None).await?;
    match done.refusal() {
        Some(said) => refused(kind, Some(&visitor), &fields, said),
        None => Ok(Redirect::to("/seeks").into_response()),
    }
}
