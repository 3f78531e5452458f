//! Starting games: challenges, games against the computer, open games.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_games::{GameKind, Seat};
use carrick_service::command::field::{TermsError, TermsNumber};
use carrick_service::command::{CheckedOptions, field};
use carrick_service::{BoardAction, GameAction, Needs, Scope, Seek, StandIn, Terms, Userid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::board::BoardPath;
use super::turns::{BoardRequest, Call, created};
use crate::api::games::{GameName, GamePath};
use crate::api::request::{
    Acts, Ask, Body, Caller, IdempotencyKey, Named, Reads, Refused, limited, not_next, usual_limit,
};
use crate::api::views::{BoardView, LevelView, TermsView};
use crate::app::App;
use crate::pages::fields::read_seek;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(challenge))
        .routes(routes!(computer))
        .routes(routes!(seeks, seek))
        .routes(routes!(cancel_seeks))
        .routes(routes!(cancel_seek))
        .routes(routes!(take))
        .routes(routes!(counter))
}

/// Time control, and whether the game is rated. Fields that you leave out have default values.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewTerms {
    /// Days for each turn before the game is forfeited; 21 if left out.
    #[schema(minimum = 1, maximum = 365, example = 14)]
    forfeit_days: Option<u16>,
    /// Days after which the player is reminded; 7 if left out.
    #[schema(minimum = 1, maximum = 365, example = 7)]
    nag_days: Option<u16>,
    /// Days for all turns of a player together; no limit if left out.
    #[schema(minimum = 1, maximum = 3650, example = 90)]
    total_days: Option<u16>,
    /// Hours added to the total after each turn; needs `total_days`.
    #[schema(minimum = 1, maximum = 720, example = 12)]
    increment_hours: Option<u16>,
    /// Whether the game is rated. By default it is, unless there is a handicap.
    #[schema(example = true)]
    rated: Option<bool>,
}

impl NewTerms {
    pub(super) fn read(self, options: &CheckedOptions) -> Result<Terms, Refused> {
        let mut terms = field::TermsBuilder::default();
        for (which, value) in [
            (TermsNumber::ForfeitDays, self.forfeit_days),
            (TermsNumber::NagDays, self.nag_days),
            (TermsNumber::TotalDays, self.total_days),
            (TermsNumber::IncrementHours, self.increment_hours),
        ] {
            if let Some(value) = value {
                terms.set(which, value).map_err(bad_terms)?;
            }
        }
        terms.set_rated(self.rated.unwrap_or(true));
        terms.check(options).map_err(bad_terms)
    }
}

/// Refusal of unsuitable terms, naming the field.
fn bad_terms(error: TermsError) -> Refused {
    match error {
        TermsError::OutOfRange(which) => {
            let field = match which {
                TermsNumber::ForfeitDays => "forfeit_days",
                TermsNumber::NagDays => "nag_days",
                TermsNumber::TotalDays => "total_days",
                TermsNumber::IncrementHours => "increment_hours",
            };
            out_of_range(field, which.most())
        }
        TermsError::IncrementAlone => {
            let sentence = "increment_hours is added to total_days, so it needs that field";
            Refused::Meaningless("increment_hours", sentence.to_owned())
        }
    }
}

fn out_of_range(field: &'static str, most: u16) -> Refused {
    Refused::Malformed(format!("{field} must be a whole number from 1 to {most}"))
}

/// Parses a game's options. Returns their canonical form and whether they include a handicap.
pub(super) fn options(kind: GameKind, text: &str) -> Result<CheckedOptions, Refused> {
    let words: Vec<&str> = text.split_whitespace().collect();
    CheckedOptions::read(kind, &words)
        .map_err(|error| Refused::Meaningless("options", error.to_string()))
}

/// The player who moves first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum First {
    #[default]
    Me,
    Opponent,
}

impl First {
    /// The caller's seat.
    const fn seat(self) -> Seat {
        match self {
            Self::Me => Seat::First,
            Self::Opponent => Seat::Second,
        }
    }
}

/// A challenge.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewChallenge {
    #[schema(inline)]
    game: GameName,
    /// The game's options, separated by spaces; the default board if left out.
    #[serde(default)]
    #[schema(example = "", max_length = 200)]
    options: String,
    #[schema(example = "camb", pattern = "^[A-Za-z][A-Za-z0-9_]{1,19}$")]
    opponent: String,
    #[serde(default)]
    #[schema(inline)]
    first: First,
    #[serde(default)]
    #[schema(inline)]
    terms: NewTerms,
}

/// A game against the computer.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewComputerGame {
    #[schema(inline)]
    game: GameName,
    #[serde(default)]
    #[schema(example = "", max_length = 200)]
    options: String,
    /// Strength of the computer.
    #[schema(inline)]
    level: LevelView,
    /// Whether it is a teaching game: its positions include what the computer threatens, and its
    /// page warns of turns that lose immediately.
    #[serde(default)]
    teaching: bool,
    /// The player who moves first; chosen at random if left out.
    #[serde(default)]
    #[schema(inline)]
    first: Option<First>,
}

/// An offer of games that anyone can accept.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewSeek {
    #[schema(inline)]
    game: GameName,
    #[serde(default)]
    #[schema(example = "", max_length = 200)]
    options: String,
    #[serde(default)]
    #[schema(inline)]
    terms: NewTerms,
    /// Number of games; 1 if left out.
    #[schema(minimum = 1, maximum = 20, example = 1)]
    count: Option<u32>,
    /// The computer player that accepts a game if no one else does.
    #[serde(default)]
    #[schema(inline)]
    stand_in: StandInName,
    /// The level. Needs `"stand_in": "level"`.
    #[schema(inline)]
    level: Option<LevelView>,
}

/// The computer player that accepts a game if no one else does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum StandInName {
    /// No computer player: only people can accept.
    Nobody,
    /// The level nearest to your rating.
    #[default]
    Nearest,
    /// The level in the field `level`.
    Level,
}

/// A seek.
#[derive(Debug, Serialize, ToSchema)]
struct SeekView {
    game: GameName,
    #[schema(minimum = 1)]
    number: u32,
    /// The user who offers the games.
    userid: String,
    options: String,
    terms: TermsView,
    #[schema(format = DateTime)]
    made: String,
    /// Number of games not yet accepted.
    #[schema(minimum = 1)]
    left: u32,
    stand_in: StandInName,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    level: Option<LevelView>,
}

impl From<&Seek> for SeekView {
    fn from(seek: &Seek) -> Self {
        let (stand_in, level) = match seek.stand_in {
            StandIn::Nobody | StandIn::Invitation => (StandInName::Nobody, None),
            StandIn::Nearest => (StandInName::Nearest, None),
            StandIn::Level(level) => (StandInName::Level, Some(level.into())),
        };
        Self {
            game: seek.kind.into(),
            number: seek.number,
            userid: seek.user.to_string(),
            options: seek.options.clone(),
            terms: (&seek.terms).into(),
            made: seek.made.to_string(),
            left: seek.left,
            stand_in,
            level,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct Seeks {
    seeks: Vec<SeekView>,
    /// Value of `after` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "antipod-3")]
    next: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedSeeks {
    /// Only seeks of this game.
    #[param(inline)]
    game: Option<GameName>,
    /// Maximum number of seeks.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: u32,
    /// Only seeks after this one: `next` of the previous answer.
    #[param(pattern = "^({games})-[1-9][0-9]{0,8}$", example = "antipod-3")]
    after: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct SeekPath {
    #[param(inline)]
    game: GameName,
    #[param(minimum = 1, maximum = 999_999_999)]
    number: u32,
}

/// Challenge a player
///
/// The board is an offer until your opponent accepts it or moves there. Clocks run, and the game
/// counts, once both players have moved. The computer accepts immediately. If you send the same
/// challenge twice, two boards open, unless both requests have the same `Idempotency-Key`.
#[utoipa::path(post, path = "/challenges", tag = "challenges",
    security(("token" = ["challenge"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "A name for this request",
        pattern = "^[!-~]{1,64}$")),
    request_body = NewChallenge,
    responses((status = 201, description = "The new board", body = BoardView,
        headers(("Location" = String, description = "URL of the board"))), Acts))]
async fn challenge(
    State(app): State<App>,
    caller: Caller,
    delivery: IdempotencyKey,
    Body(new): Body<NewChallenge>,
) -> Result<Response, Refused> {
    caller.may(Scope::Challenge)?;
    let kind = GameKind::from(new.game);
    let options = options(kind, &new.options)?;
    let terms = new.terms.read(&options)?;
    let opponent: Userid = new
        .opponent
        .parse()
        .map_err(|_| Refused::Malformed("opponent must be a userid, such as camb".to_owned()))?;
    let me = caller.user.clone();
    let (first, second) = match new.first {
        First::Me => (me, opponent),
        First::Opponent => (opponent, me),
    };
    let action = GameAction::Challenge { options: options.canonical, terms, first, second };
    let call = Call { app: &app, caller: &caller, delivery };
    let id = call.of_game(Scope::Challenge, kind, action, None).await?;
    created(&app, &caller, id).await
}

/// Play the computer
///
/// An unrated game. The computer answers within seconds and grants every undo. For a rated game,
/// challenge its accounts: `level1` to `level9`, or the game's beginners from `novice1` up.
#[utoipa::path(post, path = "/computer-games", tag = "challenges",
    security(("token" = ["challenge"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "A name for this request",
        pattern = "^[!-~]{1,64}$")),
    request_body = NewComputerGame,
    responses((status = 201, description = "The new board", body = BoardView,
        headers(("Location" = String, description = "URL of the board"))), Acts))]
async fn computer(
    State(app): State<App>,
    caller: Caller,
    delivery: IdempotencyKey,
    Body(new): Body<NewComputerGame>,
) -> Result<Response, Refused> {
    caller.may(Scope::Challenge)?;
    let kind = GameKind::from(new.game);
    let options = options(kind, &new.options)?.canonical;
    let call = Call { app: &app, caller: &caller, delivery };
    let NewComputerGame { level, teaching, first, .. } = new;
    let seat = first.map(First::seat);
    let (level, given) = (level.0, Vec::new());
    let action = GameAction::Computer { options, level, teaching, seat, given };
    let id = call.of_game(Scope::Challenge, kind, action, None).await?;
    created(&app, &caller, id).await
}

/// Open seeks
#[utoipa::path(get, path = "/seeks", tag = "challenges", security((), ("token" = [])),
    params(WantedSeeks), responses((status = 200, description = "Seeks", body = Seeks), Reads))]
async fn seeks(
    State(app): State<App>,
    _: Option<Caller>,
    Ask(wanted): Ask<WantedSeeks>,
) -> Result<Json<Seeks>, Refused> {
    let limit = limited(wanted.limit)?;
    let behind = match &wanted.after {
        Some(text) => Some(read_seek(text).ok_or_else(|| not_next("antipod-3"))?),
        None => None,
    };
    let page = app.store.seeks_page(wanted.game.map(Into::into), behind, limit).await?;
    let last = page.rows.last().filter(|_| page.after);
    let next = last.map(|seek| format!("{}-{}", seek.kind, seek.number));
    Ok(Json(Seeks { seeks: page.rows.iter().map(Into::into).collect(), next }))
}

async fn open(app: &App, kind: GameKind) -> Result<Vec<Seek>, Refused> {
    let needs = Needs { seeks: [kind].into(), ..Needs::default() };
    let found = app.store.read(&needs).await?.seeks;
    Ok(found.into_values().flat_map(|(seeks, _)| seeks.into_values()).collect())
}

/// Seek opponents
///
/// The answer lists your seeks of this game. If no one accepts for a long time, the computer may
/// take one of the games.
#[utoipa::path(post, path = "/seeks", tag = "challenges", security(("token" = ["challenge"])),
    params(("Idempotency-Key" = Option<String>, Header, description = "A name for this request",
        pattern = "^[!-~]{1,64}$")),
    request_body = NewSeek,
    responses((status = 201, description = "Your seeks of this game", body = Seeks,
        headers(("Location" = String, description = "URL of the list of seeks"))), Acts))]
async fn seek(
    State(app): State<App>,
    caller: Caller,
    delivery: IdempotencyKey,
    Body(new): Body<NewSeek>,
) -> Result<Response, Refused> {
    caller.may(Scope::Challenge)?;
    let kind = GameKind::from(new.game);
    let options = options(kind, &new.options)?;
    let terms = new.terms.read(&options)?;
    let count = new.count.unwrap_or(1);
    if !(1..=20).contains(&count) {
        return Err(out_of_range("count", 20));
    }
    let stand_in = match (new.stand_in, new.level) {
        (StandInName::Nobody, None) => StandIn::Nobody,
        (StandInName::Nearest, None) => StandIn::Nearest,
        (StandInName::Level, Some(level)) => StandIn::Level(level.0),
        _ => {
            let sentence = "level and \"stand_in\": \"level\" need each other";
            return Err(Refused::Meaningless("level", sentence.to_owned()));
        }
    };
    let call = Call { app: &app, caller: &caller, delivery };
    let options = options.canonical;
    let action = GameAction::Seek { options, terms, count, stand_in };
    call.of_game(Scope::Challenge, kind, action, None).await?;
    let mut mine = open(&app, kind).await?;
    mine.retain(|seek| seek.user == caller.user);
    let place = format!("/api/v1/seeks?game={kind}");
    let body = Json(Seeks { seeks: mine.iter().map(Into::into).collect(), next: None });
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], body).into_response())
}

/// Cancel your seeks
///
/// Cancels all your seeks of one game.
#[utoipa::path(delete, path = "/seeks/{game}", tag = "challenges",
    security(("token" = ["challenge"])), params(GamePath),
    responses((status = 204, description = "Your seeks are cancelled"), Acts))]
async fn cancel_seeks(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<GamePath>,
    delivery: IdempotencyKey,
) -> Result<StatusCode, Refused> {
    let call = Call { app: &app, caller: &caller, delivery };
    let action = GameAction::CancelSeeks(None);
    call.of_game(Scope::Challenge, path.game.into(), action, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Cancel one of your seeks
#[utoipa::path(delete, path = "/seeks/{game}/{number}", tag = "challenges",
    security(("token" = ["challenge"])), params(SeekPath),
    responses((status = 204, description = "The seek is cancelled"), Acts))]
async fn cancel_seek(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<SeekPath>,
    delivery: IdempotencyKey,
) -> Result<StatusCode, Refused> {
    let call = Call { app: &app, caller: &caller, delivery };
    let action = GameAction::CancelSeeks(Some(path.number));
    call.of_game(Scope::Challenge, path.game.into(), action, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Accept a seek
#[utoipa::path(post, path = "/seeks/{game}/{number}/take", tag = "challenges",
    security(("token" = ["challenge"])), params(SeekPath),
    responses((status = 201, description = "The new board", body = BoardView,
        headers(("Location" = String, description = "URL of the board"))), Acts))]
async fn take(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<SeekPath>,
    delivery: IdempotencyKey,
) -> Result<Response, Refused> {
    caller.may(Scope::Challenge)?;
    let call = Call { app: &app, caller: &caller, delivery };
    let action = GameAction::Take(path.number);
    let id = call.of_game(Scope::Challenge, path.game.into(), action, None).await?;
    created(&app, &caller, id).await
}

/// Other terms for a game that was offered to you.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewCounter {
    /// The options that you propose; the game's default board if left out.
    #[serde(default)]
    #[schema(example = "", max_length = 200)]
    options: String,
    /// The player who moves first; unchanged if left out.
    #[serde(default)]
    #[schema(inline)]
    first: Option<First>,
    #[serde(default)]
    #[schema(inline)]
    terms: NewTerms,
}

/// Propose other terms
///
/// Declines a game that was offered to you and offers its challenger a different one instead.
#[utoipa::path(post, path = "/boards/{game}/{number}/counter", tag = "challenges",
    security(("token" = ["challenge"])), params(BoardPath), request_body = NewCounter,
    responses((status = 201, description = "The new board", body = BoardView,
        headers(("Location" = String, description = "URL of the board"))), Acts))]
async fn counter(on: BoardRequest, Body(new): Body<NewCounter>) -> Result<Response, Refused> {
    on.may(Scope::Challenge)?;
    let options = options(on.kind(), &new.options)?;
    let terms = new.terms.read(&options)?;
    let seat = new.first.map(First::seat);
    let counter = BoardAction::Counter { options: options.canonical, terms, seat };
    let id = on.carry_out(Scope::Challenge, counter, None).await?;
    on.created(id).await
}
