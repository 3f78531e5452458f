//! API tokens: made, listed and revoked by programs.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use carrick_service::{Scope, Scopes};
use carrick_store::ApiToken;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::request::{Acts, Body, Caller, Mine, Named, Refused, token};
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::labels;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(tokens, make)).routes(routes!(revoke))
}

/// Scope of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::api) enum ScopeName {
    /// See data that only you may see.
    Read,
    /// Play turns, make and answer offers, resign, queue lines.
    Play,
    /// Challenge others and the computer, seek games and take them.
    Challenge,
    /// Talk on boards and watch them.
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
    /// Time of the last use, to the minute or so; absent before the first.
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
    /// Its scopes; they may not exceed those of the calling token.
    #[schema(min_items = 1, max_items = 5)]
    scopes: Vec<ScopeName>,
    /// Days until it expires; 90 if left out, but never after the calling token expires.
    #[schema(minimum = 1, maximum = 366, example = 90)]
    days: Option<u16>,
}

/// A new token.
#[derive(Debug, Serialize, ToSchema)]
struct MadeToken {
    #[schema(minimum = 1)]
    number: u64,
    /// The token itself. It is shown only here.
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
/// Its scopes and its lifetime cannot exceed those of the calling token. It is shown once.
#[utoipa::path(post, path = "/me/tokens", tag = "account", security(("token" = ["account"])),
    request_body = NewToken,
    responses((status = 201, description = "The new token", body = MadeToken,
        headers(("Location" = String, description = "Where it can be revoked"))), Acts))]
async fn make(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewToken>,
) -> Result<Response, Refused> {
    caller.may(Scope::Account)?;
    let name = token::name(&new.name)
        .ok_or_else(|| Refused::Malformed("name has 1 to 40 characters".to_owned()))?;
    let days = new.days.unwrap_or(90);
    if !(1..=token::MOST_DAYS).contains(&days) {
        return Err(Refused::Malformed("days is a whole number from 1 to 366".to_owned()));
    }
    if new.scopes.len() > Scope::ALL.len() {
        return Err(Refused::Malformed("scopes names each scope once at most".to_owned()));
    }
    let scopes: Scopes = new.scopes.into_iter().map(Scope::from).collect();
    if scopes.is_empty() {
        return Err(Refused::Malformed("scopes names at least one".to_owned()));
    }
    if let Some(scope) = scopes.iter().find(|&scope| !caller.scopes.contains(scope)) {
        return Err(Refused::Scope(scope));
    }
    let now = app.now();
    let wanted = now + SignedDuration::from_hours(24 * i64::from(days));
    if new.days.is_some() && wanted > caller.expires {
        return Err(Refused::Conflict(format!(
            "this token is good until {}, and none that it makes is good for longer; ask for fewer days, or \
             leave them out",
            caller.expires
        )));
    }
    let expires = wanted.min(caller.expires);
    let made = token::make_token_until(&app.store, &caller.user, name, scopes, now, expires)
        .await
        .map_err(Fault::from)?;
    let (number, token) = made.map_err(|room| {
        Refused::Conflict(labels::no_room(room, token::MOST, "tokens").unwrap_or_default())
    })?;
    let place = format!("/api/v1/me/tokens/{number}");
    let body = Json(MadeToken { number, token: token.reveal(), expires: expires.to_string() });
    Ok((StatusCode::CREATED, [(header::LOCATION, place)], body).into_response())
}

/// Revoke a token
#[utoipa::path(delete, path = "/me/tokens/{number}", tag = "account",
    security(("token" = ["account"])), params(TokenPath),
    responses((status = 204, description = "It is good no more"), Mine))]
async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Named(path): Named<TokenPath>,
) -> Result<StatusCode, Refused> {
    caller.may(Scope::Account)?;
    match app.store.revoke_api_token(&caller.user, path.number).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refused::NotFound("You have no token of that number.")),
    }
}
