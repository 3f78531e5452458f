//! Form of a new game: against the computer, by challenge, or as an open game.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::{GameKind, Seat};
use carrick_server::{Budget, make_guest};
use carrick_service::command::GameOptions;
use carrick_service::command::field::{self, NewTerms, TermsNumber};
use carrick_service::{Command, GameCommand, Needs, StandIn, Terms, Userid, Zone};
use jiff::SignedDuration;

use super::form::{
    Against, BeginPage, DEFAULT_LEVEL, game_options, nobody_called, put_off, read_options, refused,
};
use super::hotseat;
use crate::app::App;
use crate::board;
use crate::network::client::Client;
use crate::pages::act::{Done, give_once};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::labels;
use crate::pages::page::{Frame, show};
use crate::pages::session::{self, Cookie, Member, Visitor};
use crate::routes::shared::{Game, games, kind_of};
use crate::site::encode::sha256;
use crate::site::stylesheet::Stylesheet;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/new", get(choose))
        .route("/new/{game}", get(form).post(start))
        .route("/new/{game}/computer", post(computer))
        .route("/new/{game}/challenge", post(challenge))
        .route("/new/{game}/seek", post(offer))
}

#[derive(Template)]
#[template(path = "new.html")]
struct ChoosePage {
    frame: Frame,
    doors_css: Stylesheet,
    games: [Game; GameKind::ALL.len()],
}

async fn choose(visitor: Option<Visitor>) -> Result<Response, Fault> {
    let frame = Frame::new("New game", visitor.as_ref()).described(
        "Choose a game to begin: against the computer, against a friend, or for two at one screen.",
    );
    let doors_css = Stylesheet("doors.css");
    Ok(show(&ChoosePage { frame, doors_css, games: games() })?.into_response())
}

async fn form(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let said = checked_options(kind, &asked).err().unwrap_or_default();
    let mut page = BeginPage::new(kind, visitor.as_ref(), &asked, said);
    if let Some(visitor) = visitor.filter(|_| !asked.ticked("level"))
        && let Some(practice) = board::practice::lately(&app, visitor.id(), kind).await?
    {
        page.propose(kind, practice.next());
    }
    Ok(show(&page)?.into_response())
}

/// Parses and checks the game's options.
fn checked_options(kind: GameKind, fields: &Fields) -> Result<GameOptions, String> {
    read_options(kind, &game_options(kind, fields)?)
}

/// The game's options and the terms of a game between people.
fn options_and_terms(kind: GameKind, fields: &Fields) -> Result<(String, Terms), String> {
    let words = game_options(kind, fields)?;
    let mut terms = NewTerms::default();
    for (name, label, which) in [
        ("forfeit", "Time for a turn", TermsNumber::ForfeitDays),
        ("nag", "Remind after", TermsNumber::NagDays),
        ("total", "Time in all", TermsNumber::TotalDays),
        ("increment", "Time added", TermsNumber::IncrementHours),
    ] {
        if fields.ticked(name) {
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
pub(in crate::routes) struct Beginner {
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

/// Number of the latest guests of whom the form is known that made them.
const NEWCOMERS: usize = 64;

/// How long after the first a second click may come.
const SECOND_CLICK: SignedDuration = SignedDuration::from_mins(1);

impl Beginner {
    pub(in crate::routes) const fn visitor(&self) -> Option<&Visitor> {
        self.visitor.as_ref()
    }

    /// The visitor who begins; a stranger becomes a guest now, and not earlier. The cookie is a
    /// new guest's. A form that a stranger sends twice, as by a double click, makes one guest:
    /// `key` is the form's, or empty.
    pub(in crate::routes) async fn come(
        self,
        app: &App,
        key: &str,
    ) -> Result<(Visitor, Option<AppendHeaders<Cookie>>), Fault> {
        let Self { visitor, client } = self;
        if let Some(visitor) = visitor {
            return Ok((visitor, None));
        }
        if !app.guests {
            return Err(Fault::NoGuests);
        }
        let key = (!key.is_empty()).then(|| sha256(&format!("{} {key}", client.address)));
        // The second click waits for the guest of the first.
        let mut newcomers = app.newcomers.lock().await;
        let now = app.now();
        newcomers.retain(|(_, made, _)| now.duration_since(*made) < SECOND_CLICK);
        let user = match newcomers.iter().find(|(of, ..)| key.as_ref() == Some(of)) {
            Some((.., user)) => user.clone(),
            None => {
                app.charge(Budget::Guest, &client.address)?;
                let user = make_guest(&app.store, now).await?;
                // Guests of one address share its budget of computer time, from the first turn on.
                app.store.note_place(&user, &app.address_hash(&client.address)).await?;
                newcomers.truncate(NEWCOMERS - 1);
                if let Some(key) = key {
                    newcomers.push_front((key, now, user.clone()));
                }
                user
            }
        };
        drop(newcomers);
        let (session, cookie) = session::begin(app, &user, None, client.label).await?;
        let guest = Visitor {
            session: session.into(),
            guest: true,
            zone: Zone::default(),
            waiting: 0,
            address: client.address,
            put_off: Arc::default(),
        };
        Ok((guest, Some(AppendHeaders(cookie))))
    }
}

/// The form: whom it names as the opponent decides.
async fn start(
    State(app): State<App>,
    beginner: Beginner,
    Path(kind): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let against = Against::of(&fields);
    let member = beginner.visitor().filter(|visitor| !visitor.guest).cloned();
    match (against, member) {
        (Against::Computer, _) => computer(State(app), beginner, Path(kind), fields).await,
        (Against::Screen, _) => hotseat::begin(State(app), beginner, Path(kind), fields).await,
        (Against::Person, Some(member)) => {
            challenge(State(app), Member(member), Path(kind), fields).await
        }
        (Against::Anyone, Some(member)) => {
            offer(State(app), Member(member), Path(kind), fields).await
        }
        (Against::Person | Against::Anyone, None) => {
            let said = "Sign up to play people elsewhere: a name and a password are enough.";
            refused(kind_of(&kind)?, beginner.visitor(), &fields, said.to_owned())
        }
    }
}

async fn computer(
    State(app): State<App>,
    beginner: Beginner,
    Path(kind): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let teaching = fields.ticked("teaching");
    let level = match fields.text("level") {
        "" => Ok(DEFAULT_LEVEL),
        level => field::level(kind, level).map_err(|error| error.of("Level")),
    };
    let chosen = level
        .and_then(|level| Ok((level, seat(&fields)?, checked_options(kind, &fields)?.canonical)));
    let (level, seat, options) = match chosen {
        Ok(chosen) => chosen,
        Err(said) => return refused(kind, beginner.visitor(), &fields, said),
    };
    let (visitor, cookie) = match beginner.come(&app, fields.text("once")).await {
        Err(Fault::TooOften(too_many)) => return put_off(kind, &fields, too_many),
        come => come?,
    };
    let (given, who) = (Vec::new(), visitor.credential());
    let game = GameCommand::Computer { options, level, teaching, seat, given, who };
    let done = give_once(&app, &visitor, Command::Game(kind, game), &fields).await?;
    let answer = opened(kind, &visitor, &fields, &done)?;
    Ok((cookie, answer).into_response())
}

/// The seat that the user chose; `None` to draw lots.
fn seat(fields: &Fields) -> Result<Option<Seat>, String> {
    match fields.text("seat") {
        "" | "lot" => Ok(None),
        "first" => Ok(Some(Seat::First)),
        "second" => Ok(Some(Seat::Second)),
        _ => Err("Who moves first? Choose one from the list.".to_owned()),
    }
}

/// Two players by seat: the user in the one that they chose.
fn in_seats(seat: Seat, user: Userid, other: Userid) -> [Userid; 2] {
    match seat {
        Seat::First => [user, other],
        Seat::Second => [other, user],
    }
}

/// A seat by lot.
fn drawn_seat() -> Result<Seat, Fault> {
    let mut byte = [0];
    getrandom::fill(&mut byte).map_err(|_| Fault::RANDOM)?;
    Ok(if byte[0] & 1 == 0 { Seat::First } else { Seat::Second })
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
    let typed = fields.text("opponent");
    if typed.is_empty() {
        let said = "Who do you want to play? Type their name.".to_owned();
        return refused(kind, Some(&visitor), &fields, said);
    }
    let Ok(opponent) = typed.parse::<Userid>() else {
        return nobody_called(typed, kind, &visitor, &fields);
    };
    let seat = match seat(&fields) {
        // Without a choice the challenger begins, as in the command.
        _ if fields.text("seat").is_empty() => Seat::First,
        Ok(Some(seat)) => seat,
        Ok(None) => drawn_seat()?,
        Err(said) => return refused(kind, Some(&visitor), &fields, said),
    };
    let [first, second] = in_seats(seat, visitor.id().clone(), opponent.clone());
    let game = GameCommand::Challenge { options, terms, first, second };
    let done = give_once(&app, &visitor, Command::Game(kind, game), &fields).await?;
    if done.refused {
        let needs = Needs { users: [opponent.clone()].into(), ..Needs::default() };
        if !app.store.read(&needs).await?.users.contains_key(&opponent) {
            return nobody_called(typed, kind, &visitor, &fields);
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
        level => field::level(kind, level).map(StandIn::Level).map_err(|error| error.of("Level")),
    };
    let count = match fields.text("count") {
        "" => Ok(1),
        count => field::count(count).map_err(|error| error.of("Games")),
    };
    let (stand_in, count) = match stand_in.and_then(|stand_in| Ok((stand_in, count?))) {
        Ok(chosen) => chosen,
        Err(said) => return refused(kind, Some(&visitor), &fields, said),
    };
    let who = visitor.credential();
    let game = GameCommand::Seek { who, options, terms, count, stand_in };
    let done = give_once(&app, &visitor, Command::Game(kind, game), &fields).await?;
    match done.refusal() {
        Some(said) => refused(kind, Some(&visitor), &fields, said),
        None => Ok(Redirect::to("/seeks").into_response()),
    }
}
