//! Form for a new game: against the computer, as a challenge, or as an open game.

use axum::middleware::from_fn;
use std::collections::BTreeSet;
use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{FromRequestParts, OptionalFromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::{GameKind, Seat};
use carrick_server::{Budget, GUEST, make_guest};
use carrick_service::command::field::{TermsBuilder, TermsNumber};
use carrick_service::command::{CheckedOptions, field};
use carrick_service::{
    Action, BoardAction, BoardId, GameAction, Needs, RatingRecord, Seek, StandIn, Terms, Userid,
    Zone,
};
use carrick_store::{BoardList, Cursor, Part};
use jiff::{SignedDuration, Timestamp};

use super::form::{
    Against, BeginPage, DEFAULT_LEVEL, game_options, nobody_called, put_off, read_options, refused,
};
use super::invite::Invitation;
use super::{hotseat, invite};
use crate::app::App;
use crate::board;
use crate::guard::rate_limit;
use crate::network::client::Client;
use crate::pages::fault::{Fault, MOST_GUESTS};
use crate::pages::fields::{BAD_PLACE, CommandAnswer, Fields, QueryFields, ROWS, give, give_once};
use crate::pages::labels::NamedPlayer;
use crate::pages::page::{Frame, show};
use crate::pages::session::{Cookie, Member, Visitor};
use crate::pages::{fields, labels, refusal, session};
use crate::routes::shared::{GameIntro, games, kind_of};
use crate::site::address::{encode, sha256};
use crate::site::assets::{self, Stylesheet};

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/new", get(choose))
        .route("/new/{game}", get(form).post(start))
        .route("/new/{game}/computer", post(computer))
        .route("/new/{game}/challenge", post(challenge))
        .route("/new/{game}/seek", post(offer))
        .route("/seeks", get(seeks).layer(from_fn(rate_limit::list)))
        .route("/seeks/{game}/{number}/take", post(take))
        .route("/seeks/{game}/{number}/cancel", post(cancel))
}

#[derive(Template)]
#[template(path = "new.html")]
struct ChoosePage {
    frame: Frame,
    doors_css: Stylesheet,
    games: [GameIntro; GameKind::ALL.len()],
    /// End of the forms' URLs: the requested opponent.
    query: String,
}

async fn choose(
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let frame = Frame::new("New game", visitor.as_ref()).described(
        "Choose a game to start: against the computer, against a friend, or for two at one screen.",
    );
    let doors_css = Stylesheet("doors.css");
    let query = match asked.text("opponent") {
        "" => String::new(),
        name => format!("?opponent={}", encode(name)),
    };
    Ok(show(&ChoosePage { frame, doors_css, games: games(), query })?.into_response())
}

async fn form(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(kind): Path<String>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let asked = match (asked.hidden_number("counter")?, &visitor) {
        (Some(board), Some(visitor)) => {
            offered(&app, visitor, BoardId { kind, number: board }).await?
        }
        _ => asked,
    };
    let said = checked_options(kind, &asked).err().unwrap_or_default();
    let mut page = BeginPage::new(kind, visitor.as_ref(), &asked, said);
    if let Some(visitor) = visitor.filter(|_| !asked.ticked("level")) {
        if let Some(practice) = board::lately(&app, visitor.id(), kind).await? {
            page.propose(kind, practice.next());
        }
        if !visitor.guest {
            let is_new = is_new(&app, visitor.id(), kind).await?;
            page.suggest(recent_opponents(&app, visitor.id()).await?, is_new);
        }
    }
    Ok(show(&page)?.into_response())
}

/// The form's fields for a counter-offer to an offer that waits for the visitor.
async fn offered(app: &App, visitor: &Visitor, id: BoardId) -> Result<Fields, Fault> {
    let board = board::load(app, id).await?.record;
    let me = board.seat_of(visitor.id()).filter(|seat| board.offered_to == Some(*seat));
    let me = me.ok_or(Fault::NotFound("This game is no longer offered to you."))?;
    let Terms { forfeit_days, nag_days, total_days, increment_hours, rated } = board.terms;
    let number = |name: &str, number: Option<u16>| Some((name.to_owned(), number?.to_string()));
    let seat = if me == Seat::First { "first" } else { "second" };
    let words = [
        Some(("counter".to_owned(), id.number.to_string())),
        Some(("against".to_owned(), "person".to_owned())),
        Some(("opponent".to_owned(), board.players[(!me).index()].to_string())),
        Some(("seat".to_owned(), seat.to_owned())),
        number("forfeit", Some(forfeit_days)),
        number("nag", Some(nag_days)),
        number("total", total_days),
        number("increment", increment_hours),
        (!rated).then(|| ("unrated".to_owned(), "1".to_owned())),
    ];
    let options = board.options.split_whitespace().map(board::option_field);
    Ok(Fields::default().with(words.into_iter().flatten().chain(options)))
}

/// Number of rated games after which new games are rated by default.
const NEW_UNTIL: u32 = 5;

/// Whether a player has finished only a few rated games of one kind.
async fn is_new(app: &App, user: &Userid, kind: GameKind) -> Result<bool, Fault> {
    let needs = Needs { users: [user.clone()].into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let rating = state.ratings.get(&(kind, user.clone()));
    Ok(rating.is_none_or(|rating| rating.games.iter().sum::<u32>() < NEW_UNTIL))
}

/// Number of games to search for opponents.
const LOOKED_THROUGH: u32 = 40;

/// People that a player has played recently, sorted by name.
async fn recent_opponents(app: &App, user: &Userid) -> Result<BTreeSet<Userid>, Fault> {
    let list = BoardList {
        player: Some(user.clone()),
        parts: vec![Part::Playing, Part::Over(Timestamp::MIN)],
        ..BoardList::default()
    };
    let boards = app.store.boards_page(&list, Cursor::Start, LOOKED_THROUGH).await?.rows;
    let players = boards.into_iter().flat_map(|board| board.players);
    Ok(players.filter(|player| player != user && labels::is_member(player)).collect())
}

/// Parses and checks the game's options.
fn checked_options(kind: GameKind, fields: &Fields) -> Result<CheckedOptions, String> {
    read_options(kind, &game_options(kind, fields)?)
}

/// The game's options and the terms of a game between people.
pub(super) fn options_and_terms(
    kind: GameKind,
    fields: &Fields,
) -> Result<(String, Terms), String> {
    let words = game_options(kind, fields)?;
    let mut terms = TermsBuilder::default();
    for (name, which) in [
        ("forfeit", TermsNumber::ForfeitDays),
        ("nag", TermsNumber::NagDays),
        ("total", TermsNumber::TotalDays),
        ("increment", TermsNumber::IncrementHours),
    ] {
        if fields.ticked(name) {
            let label = refusal::of_number(which);
            let number =
                fields.word(name).ok_or_else(|| format!("“{label}” must be a whole number."))?;
            terms.read(which, number).map_err(refusal::of_terms)?;
        }
    }
    terms.set_rated(!fields.ticked("unrated"));
    let options = read_options(kind, &words)?;
    let terms = terms.check(&options).map_err(refusal::of_terms)?;
    Ok((options.canonical, terms))
}

/// Extractor: someone who starts a game, signed in or not.
pub(crate) struct Beginner {
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

/// Number of latest guests whose form key is remembered.
const NEWCOMERS: usize = 64;

/// Maximum time between the first and the second click.
const SECOND_CLICK: SignedDuration = SignedDuration::from_mins(1);

impl Beginner {
    pub(crate) const fn visitor(&self) -> Option<&Visitor> {
        self.visitor.as_ref()
    }

    /// The visitor who starts the game. A stranger becomes a guest only now, and gets the returned
    /// cookie. If a stranger sends a form twice, for instance by a double click, only one guest is
    /// created: `key` is the form's key, or empty.
    pub(crate) async fn come(
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
        // The second click waits for the first click's guest.
        let mut newcomers = app.newcomers.lock().await;
        let now = app.now();
        newcomers.retain(|(_, made, _)| now.duration_since(*made) < SECOND_CLICK);
        let user = match newcomers.iter().find(|(of, ..)| key.as_ref() == Some(of)) {
            Some((.., user)) => user.clone(),
            None => {
                app.charge(&[(Budget::Games, &client.address, GUEST)])?;
                let place = app.address_hash(&client.address);
                if app.store.guests_from(&place).await? >= MOST_GUESTS {
                    return Err(Fault::TooManyGuests);
                }
                let user = make_guest(&app.store, now).await?;
                // Guests at one address share its budget for computer time, from the first turn on.
                app.store.note_place(&user, &place).await?;
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
            offers: 0,
            unread: 0,
            address: client.address,
            put_off: Arc::default(),
        };
        Ok((guest, Some(AppendHeaders(cookie))))
    }
}

/// Runs the form: what happens depends on the kind of opponent.
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
        (Against::Link, Some(member)) => {
            invite::invite(&app, &member, kind_of(&kind)?, &fields).await
        }
        (Against::Person | Against::Anyone | Against::Link, None) => {
            let said =
                "Sign up to play against people elsewhere: a name and a password are enough.";
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
    // A button that starts a game against a novice level gives a beginner the easier side.
    let unasked = fields.text("seat").is_empty() && level.number().is_none();
    let seat = seat.or(unasked.then_some(kind.facts().easier_seat));
    let (visitor, cookie) = match beginner.come(&app, fields.text("once")).await {
        Err(Fault::TooOften(too_many)) => return put_off(kind, &fields, too_many),
        come => come?,
    };
    let given = Vec::new();
    let game = GameAction::Computer { options, level, teaching, seat, given };
    let done = give_once(&app, &visitor, Action::Game(kind, game), &fields).await?;
    let answer = opened(kind, &visitor, &fields, &done)?;
    Ok((cookie, answer).into_response())
}

/// The seat that the user chose; `None` for a random one.
fn seat(fields: &Fields) -> Result<Option<Seat>, String> {
    match fields.text("seat") {
        "" | "lot" => Ok(None),
        "first" => Ok(Some(Seat::First)),
        "second" => Ok(Some(Seat::Second)),
        _ => Err("Who moves first? Choose one from the list.".to_owned()),
    }
}

/// Two players by seat, with the user in the chosen one.
fn in_seats(seat: Seat, user: Userid, other: Userid) -> [Userid; 2] {
    match seat {
        Seat::First => [user, other],
        Seat::Second => [other, user],
    }
}

/// A seat at random.
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
    done: &CommandAnswer,
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
        // By default the challenger moves first, as with the command.
        _ if fields.text("seat").is_empty() => Seat::First,
        Ok(Some(seat)) => seat,
        Ok(None) => drawn_seat()?,
        Err(said) => return refused(kind, Some(&visitor), &fields, said),
    };
    let action = match fields.hidden_number("counter")? {
        Some(number) => {
            let counter = BoardAction::Counter { options, terms, seat: Some(seat) };
            Action::Board(BoardId { kind, number }, counter)
        }
        None => {
            let [first, second] = in_seats(seat, visitor.id().clone(), opponent.clone());
            Action::Game(kind, GameAction::Challenge { options, terms, first, second })
        }
    };
    let done = give_once(&app, &visitor, action, &fields).await?;
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
    let game = GameAction::Seek { options, terms, count, stand_in };
    let done = give_once(&app, &visitor, Action::Game(kind, game), &fields).await?;
    match done.refusal() {
        Some(said) => refused(kind, Some(&visitor), &fields, said),
        None => Ok(Redirect::to("/seeks").into_response()),
    }
}

/// An open game in the list.
#[derive(Debug, Clone)]
struct SeekEntry {
    kind: &'static str,
    title: &'static str,
    number: u32,
    user: NamedPlayer,
    /// The player's rating in the game; empty for none.
    rating: String,
    options: String,
    /// The time limits, and whether it is rated.
    terms: String,
    /// The computer player that accepts it if no one does.
    stand_in: String,
    left: u32,
    mine: bool,
}

#[derive(Template)]
#[template(path = "seeks.html")]
struct SeeksPage {
    frame: Frame,
    copy_js: String,
    seeks: Vec<SeekEntry>,
    /// The reader's invitations.
    invitations: Vec<Invitation>,
    games: [GameIntro; GameKind::ALL.len()],
    said: String,
    /// URL of the next page; empty on the last page.
    more: String,
}

async fn seeks_page(
    app: &App,
    visitor: Option<&Visitor>,
    said: String,
    behind: Option<(GameKind, u32)>,
) -> Result<SeeksPage, Fault> {
    let seen = app.store.seek_changes().await?;
    let page = app.store.seeks_page(None, behind, ROWS).await?;
    let last = page.rows.last().filter(|_| page.after);
    let more = last.map(|seek| format!("/seeks?after={}-{}", seek.kind, seek.number));
    let users = page.rows.iter().map(|seek| seek.user.clone()).collect();
    let state = app.store.read(&Needs { users, ..Needs::default() }).await?;
    let rating = |seek: &Seek| state.ratings.get(&(seek.kind, seek.user.clone()));
    let seeks = page.rows.iter().map(|seek| SeekEntry {
        rating: rating(seek).map(RatingRecord::shown).unwrap_or_default(),
        kind: seek.kind.name(),
        title: seek.kind.title(),
        number: seek.number,
        user: NamedPlayer::of(&seek.user),
        options: labels::options_in_words(seek.kind, &seek.options),
        terms: board::terms(&seek.terms),
        stand_in: match seek.stand_in {
            StandIn::Nobody | StandIn::Invitation => "people only".to_owned(),
            StandIn::Nearest => "the computer, after a day".to_owned(),
            StandIn::Level(level) => {
                format!("the computer, {}, after a day", labels::of_level(&level))
            }
        },
        left: seek.left,
        mine: visitor.is_some_and(|visitor| *visitor.id() == seek.user),
    });
    let frame = Frame::new("Open games", visitor)
        .described(
            "Games that are waiting for an opponent: accept one and play immediately, or offer \
             your own.",
        )
        .live("/seeks", "/seeks/events", seen);
    let more = more.unwrap_or_default();
    let invitations = Invitation::all_of(app, visitor).await?;
    let (copy_js, seeks) = (assets::url("copy.js"), seeks.collect());
    Ok(SeeksPage { frame, copy_js, invitations, seeks, games: games(), said, more })
}

async fn seeks(
    State(app): State<App>,
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let behind = match asked.text("after") {
        "" => None,
        place => Some(fields::read_seek(place).ok_or(BAD_PLACE)?),
    };
    Ok(show(&seeks_page(&app, visitor.as_ref(), String::new(), behind).await?)?.into_response())
}

async fn take(
    State(app): State<App>,
    Member(visitor): Member,
    Path((kind, number)): Path<(String, u32)>,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let take = Action::Game(kind, GameAction::Take(number));
    let done = give(&app, &visitor, take, None, None).await?;
    answer_on_seeks(&app, &visitor, &done).await
}

async fn cancel(
    State(app): State<App>,
    Member(visitor): Member,
    Path((kind, number)): Path<(String, u32)>,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let cancel = Action::Game(kind, GameAction::CancelSeeks(Some(number)));
    let done = give(&app, &visitor, cancel, None, None).await?;
    answer_on_seeks(&app, &visitor, &done).await
}

async fn answer_on_seeks(
    app: &App,
    visitor: &Visitor,
    done: &CommandAnswer,
) -> Result<Response, Fault> {
    match (done.refusal(), done.board) {
        (Some(said), _) => {
            let page = seeks_page(app, Some(visitor), said, None).await?;
            Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
        }
        (None, Some(board)) => {
            Ok(Redirect::to(&format!("/{}/{}", board.kind, board.number)).into_response())
        }
        (None, None) => Ok(Redirect::to("/seeks").into_response()),
    }
}
