//! Players and standings.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use carrick_games::GameKind;
use carrick_service::{Needs, Scope, Scopes, Userid, computer_level};
use carrick_store::{ApiToken, RatedGame};
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::games::{GameName, GamePath};
use crate::api::request::{
    self, Acts, Ask, Body, Caller, Mine, Named, Reads, Refused, limited, not_next, usual_limit,
};
use crate::api::views::{LevelView, Rating};
use crate::app::App;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::fields::{
    read_name, read_rated, read_standing, standing_key, write_board, write_standing,
};
use crate::pages::labels;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(users))
        .routes(routes!(user))
        .routes(routes!(rating_history))
        .routes(routes!(standings))
        .route_layer(from_fn(rate_limit::list))
        .routes(routes!(tokens, make))
        .routes(routes!(revoke))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedUsers {
    /// Only users whose names contain this text.
    #[serde(default)]
    #[param(max_length = 20)]
    part: String,
    /// Maximum number of users.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: u32,
    /// Only users after this one: `next` of the previous answer.
    #[param(pattern = "^[a-z0-9_]{1,20}/[a-z0-9_]{1,20}$", example = "camb/camb")]
    after: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Users {
    users: Vec<String>,
    /// Value of `after` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "camb/camb")]
    next: Option<String>,
}

/// A player.
#[derive(Debug, Serialize, ToSchema)]
struct UserView {
    #[schema(example = "camb")]
    userid: String,
    #[schema(format = DateTime)]
    joined: String,
    /// The level of a computer player.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(inline)]
    computer: Option<LevelView>,
    /// Whether their clocks are stopped because they are away.
    away: bool,
    /// Whether they have deleted their account.
    left: bool,
    ratings: Vec<UserRating>,
}

/// A rating in one game.
#[derive(Debug, Serialize, ToSchema)]
struct UserRating {
    game: GameName,
    #[serde(flatten)]
    rating: Rating,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct UserPath {
    #[param(pattern = "^[A-Za-z][A-Za-z0-9_]{1,19}$", example = "camb")]
    pub(super) userid: String,
}

/// Standings of a game, a page at a time: the strongest players first, those with provisional
/// ratings last.
#[derive(Debug, Serialize, ToSchema)]
struct Standings {
    game: GameName,
    players: Vec<Standing>,
    /// Value of `after` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "50,settled,1612.4,camb")]
    next: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedStandings {
    /// Maximum number of players.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: u32,
    /// Only players after this one: `next` of the previous answer.
    #[param(
        pattern = "^[0-9]{1,9},(settled|provisional),-?[0-9]{1,7}([.][0-9]{1,20})?,[a-z][a-z0-9_]{1,19}$",
        example = "50,settled,1612.4,camb"
    )]
    after: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedRated {
    /// Maximum number of games.
    #[serde(default = "usual_limit")]
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: u32,
    /// Only games after this one: `next` of the previous answer.
    #[param(
        pattern = "^[-+.:0-9TZ]{1,40},({games})-[1-9][0-9]{0,8}$",
        example = "2026-01-01T00:00:00Z,antipod-150"
    )]
    after: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Standing {
    #[schema(minimum = 1)]
    place: u64,
    userid: String,
    #[serde(flatten)]
    rating: Rating,
}

/// Players
///
/// The names of all players in alphabetical order. With `part`, they are ordered by the rest of the
/// name after that text.
#[utoipa::path(get, path = "/users", tag = "players", security((), ("token" = [])),
    params(WantedUsers), responses((status = 200, description = "Names", body = Users), Reads))]
async fn users(
    State(app): State<App>,
    _: Option<Caller>,
    Ask(wanted): Ask<WantedUsers>,
) -> Result<Json<Users>, Refused> {
    let limit = limited(wanted.limit)?;
    if wanted.part.chars().count() > 20 {
        return Err(Refused::Malformed(
            "part can have up to 20 characters, like a userid".to_owned(),
        ));
    }
    let behind = match &wanted.after {
        Some(text) => Some(read_name(text).ok_or_else(|| not_next("camb/camb"))?),
        None => None,
    };
    let page = app.store.users(&wanted.part, behind, limit).await?;
    let next = page.rows.last().filter(|_| page.after).map(|(_, place)| place.clone());
    let users = page.rows.iter().map(|(user, _)| user.to_string());
    Ok(Json(Users { users: users.collect(), next }))
}

/// A player
#[utoipa::path(get, path = "/users/{userid}", tag = "players", security((), ("token" = [])),
    params(UserPath),
    responses((status = 200, description = "The player", body = UserView), Reads))]
async fn user(
    State(app): State<App>,
    _: Option<Caller>,
    Named(path): Named<UserPath>,
) -> Result<Json<UserView>, Refused> {
    let id: Userid = path.userid.parse().map_err(|_| Fault::PLAYER)?;
    let needs = Needs { users: [id.clone()].into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let found = state.users.get(&id).ok_or(Fault::PLAYER)?;
    let rated = |kind: GameKind| {
        let rating = state.ratings.get(&(kind, id.clone()))?;
        Some(UserRating { game: kind.into(), rating: rating.into() })
    };
    let ratings = GameKind::ALL.into_iter().filter_map(rated).collect();
    let now = app.now();
    Ok(Json(UserView {
        userid: id.to_string(),
        joined: found.joined.to_string(),
        computer: computer_level(&id).map(LevelView),
        away: found.absences.iter().any(|absence| absence.covers(now)),
        left: found.deleted.is_some(),
        ratings,
    }))
}

/// A player's ratings, in the order in which their games ended.
#[derive(Debug, Serialize, ToSchema)]
struct RatingHistory {
    games: Vec<RatedGameView>,
    /// Value of `after` for the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "2026-01-01T00:00:00Z,antipod-150")]
    next: Option<String>,
}

/// Rating after a game.
#[derive(Debug, Serialize, ToSchema)]
struct RatedGameView {
    game: GameName,
    /// Number of the board.
    number: u32,
    #[schema(format = DateTime)]
    at: String,
    after: Rating,
}

/// A player's rating history
///
/// The rating after each rated game, a page at a time.
#[utoipa::path(get, path = "/users/{userid}/rating-history", tag = "players",
    security((), ("token" = [])), params(UserPath, WantedRated),
    responses((status = 200, description = "Game by game", body = RatingHistory), Reads))]
async fn rating_history(
    State(app): State<App>,
    _: Option<Caller>,
    Named(path): Named<UserPath>,
    Ask(wanted): Ask<WantedRated>,
) -> Result<Json<RatingHistory>, Refused> {
    let limit = limited(wanted.limit)?;
    let behind = match &wanted.after {
        Some(text) => {
            Some(read_rated(text).ok_or_else(|| not_next("2026-01-01T00:00:00Z,antipod-150"))?)
        }
        None => None,
    };
    let id: Userid = path.userid.parse().map_err(|_| Fault::PLAYER)?;
    let needs = Needs { users: [id.clone()].into(), ..Needs::default() };
    if !app.store.read(&needs).await?.users.contains_key(&id) {
        return Err(Fault::PLAYER.into());
    }
    let page = app.store.rated_page(&id, behind, limit).await?;
    let last = page.rows.last().filter(|_| page.after);
    let next = last.map(|one| format!("{},{}", one.at, write_board(one.board)));
    let view = |one: RatedGame| RatedGameView {
        game: one.board.kind.into(),
        number: one.board.number,
        at: one.at.to_string(),
        after: (&one.after).into(),
    };
    Ok(Json(RatingHistory { games: page.rows.into_iter().map(view).collect(), next }))
}

/// Standings
#[utoipa::path(get, path = "/standings/{game}", tag = "players", security((), ("token" = [])),
    params(GamePath, WantedStandings),
    responses((status = 200, description = "Rated players", body = Standings), Reads))]
async fn standings(
    State(app): State<App>,
    _: Option<Caller>,
    Named(path): Named<GamePath>,
    Ask(wanted): Ask<WantedStandings>,
) -> Result<Json<Standings>, Refused> {
    let limit = limited(wanted.limit)?;
    let (rank, behind) = match &wanted.after {
        Some(text) => {
            let place = read_standing(text).ok_or_else(|| not_next("50,settled,1612.4,camb"))?;
            (place.0, Some(place.1))
        }
        None => (0, None),
    };
    let page = app.store.standings_page(path.game.into(), behind.as_ref(), limit).await?;
    let next = page.rows.last().filter(|_| page.after).map(|(user, rating)| {
        write_standing(rank + page.rows.len() as u64, &standing_key(user, rating))
    });
    let players = (rank + 1..).zip(&page.rows).map(|(place, (user, rating))| Standing {
        place,
        userid: user.to_string(),
        rating: rating.into(),
    });
    Ok(Json(Standings { game: path.game, players: players.collect(), next }))
}

/// Scope of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScopeName {
    /// See data that only you can see.
    Read,
    /// Play turns, make and answer offers, resign, queue conditional turns.
    Play,
    /// Challenge others and the computer; offer and accept open games.
    Challenge,
    /// Write remarks on boards and watch them.
    Chat,
    /// Change settings, vacations and blocks; make and revoke tokens.
    Account,
}

impl From<Scope> for ScopeName {
    fn from(scope: Scope) -> Self {
        match scope {
            Scope::Read => Self::Read,
            Scope::Play => Self::Play,
            Scope::Challenge => Self::Challenge,
            Scope::Chat => Self::Chat,
            Scope::Account => Self::Account,
        }
    }
}

impl From<ScopeName> for Scope {
    fn from(name: ScopeName) -> Self {
        match name {
            ScopeName::Read => Self::Read,
            ScopeName::Play => Self::Play,
            ScopeName::Challenge => Self::Challenge,
            ScopeName::Chat => Self::Chat,
            ScopeName::Account => Self::Account,
        }
    }
}

/// A token without its secret.
#[derive(Debug, Serialize, ToSchema)]
struct TokenView {
    #[schema(minimum = 1)]
    number: u64,
    #[schema(example = "my bot")]
    name: String,
    scopes: Vec<ScopeName>,
    #[schema(format = DateTime)]
    created: String,
    /// Time of the last use, accurate to about a minute; absent before the first use.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    used: Option<String>,
    #[schema(format = DateTime)]
    expires: String,
}

impl From<&ApiToken> for TokenView {
    fn from(token: &ApiToken) -> Self {
        Self {
            number: token.number,
            name: token.name.clone(),
            scopes: token.scopes.iter().map(Into::into).collect(),
            created: token.created.to_string(),
            used: token.used.map(|at| at.to_string()),
            expires: token.expires.to_string(),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct Tokens {
    tokens: Vec<TokenView>,
}

#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewToken {
    /// A name for the token.
    #[schema(example = "my bot", min_length = 1, max_length = 40, pattern = "^[!-~][ -~]{0,39}$")]
    name: String,
    /// Its scopes; the calling token must have all of them.
    #[schema(min_items = 1, max_items = 5)]
    scopes: Vec<ScopeName>,
    /// Days until it expires; 90 if left out, but never longer than the calling token.
    #[schema(minimum = 1, maximum = 366, example = 90)]
    days: Option<u16>,
}

/// A new token.
#[derive(Debug, Serialize, ToSchema)]
struct MadeToken {
    #[schema(minimum = 1)]
    number: u64,
    /// The token itself, which is shown only here.
    #[schema(pattern = "^carrick_[0-9a-f]{64}$")]
    token: String,
    /// Time at which it expires.
    #[schema(format = DateTime)]
    expires: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
struct TokenPath {
    #[param(minimum = 1, maximum = 999_999_999)]
    number: u64,
}

/// Your tokens
#[utoipa::path(get, path = "/me/tokens", tag = "account", security(("token" = ["account"])),
    responses((status = 200, description = "The newest first", body = Tokens), Mine))]
async fn tokens(State(app): State<App>, caller: Caller) -> Result<Json<Tokens>, Refused> {
    caller.may(Scope::Account)?;
    let tokens = app.store.api_tokens_of(&caller.user, app.now()).await?;
    Ok(Json(Tokens { tokens: tokens.iter().map(Into::into).collect() }))
}

/// Make a token
///
/// It cannot have scopes that the calling token lacks, and cannot outlive it. The token is shown
/// only once.
#[utoipa::path(post, path = "/me/tokens", tag = "account", security(("token" = ["account"])),
    request_body = NewToken,
    responses((status = 201, description = "The new token", body = MadeToken,
        headers(("Location" = String, description = "URL at which to revoke it"))), Acts))]
async fn make(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewToken>,
) -> Result<Response, Refused> {
    caller.may(Scope::Account)?;
    let name = request::name(&new.name)
        .ok_or_else(|| Refused::Malformed("name must have 1 to 40 characters".to_owned()))?;
    let days = new.days.unwrap_or(90);
    if !(1..=request::MOST_DAYS).contains(&days) {
        return Err(Refused::Malformed("days must be a whole number from 1 to 366".to_owned()));
    }
    if new.scopes.len() > Scope::ALL.len() {
        return Err(Refused::Malformed("scopes must name each scope only once".to_owned()));
    }
    let scopes: Scopes = new.scopes.into_iter().map(Scope::from).collect();
    if scopes.is_empty() {
        return Err(Refused::Malformed("scopes must name at least one scope".to_owned()));
    }
    if let Some(scope) = scopes.iter().find(|&scope| !caller.scopes.contains(scope)) {
        return Err(Refused::Scope(scope));
    }
    let now = app.now();
    let wanted = now + SignedDuration::from_hours(24 * i64::from(days));
    if new.days.is_some() && wanted > caller.expires {
        return Err(Refused::Conflict(format!(
            "this token is valid until {}, and the tokens it makes cannot last longer; ask for fewer days, or \
             leave them out",
            caller.expires
        )));
    }
    let expires = wanted.min(caller.expires);
    let made = request::make_token_until(&app.store, &caller.user, name, scopes, now, expires)
        .await
        .map_err(Fault::from)?;
    let (number, token) = made.map_err(|room| {
        Refused::Conflict(labels::no_room(room, request::MOST, "tokens").unwrap_or_default())
    })?;
    let place = format!("/api/v1/me/tokens/{number}");
    let body = Json(MadeToken { number, token: token.reveal(), expires: expires.to_string() });
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], body).into_response())
}

/// Revoke a token
#[utoipa::path(delete, path = "/me/tokens/{number}", tag = "account",
    security(("token" = ["account"])), params(TokenPath),
    responses((status = 204, description = "The token is revoked"), Mine))]
async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<TokenPath>,
) -> Result<StatusCode, Refused> {
    caller.may(Scope::Account)?;
    match app.store.revoke_api_token(&caller.user, path.number).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refused::NotFound("You have no token with that number.")),
    }
}
