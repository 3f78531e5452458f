//! Caller of the API: the user and scopes of a bearer token.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use carrick_service::{Scope, Scopes, Sender, Userid};
use jiff::{SignedDuration, Timestamp};

use super::problem::Refused;
use super::token;
use crate::app::App;
use crate::network::client::Client;
use crate::network::refusals::Refusal;

/// Minimum time between two updates of a token's last use.
const NOTE_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// A program with a valid token. Cookies are ignored here.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) user: Userid,
    pub(crate) scopes: Scopes,
    /// When the token expires.
    pub(crate) expires: Timestamp,
    /// Network address of the request, as rate limits count it.
    pub(crate) address: String,
}

impl Caller {
    /// # Errors
    /// When the token does not have this scope.
    pub(crate) fn may(&self, scope: Scope) -> Result<(), Refused> {
        if self.scopes.contains(scope) { Ok(()) } else { Err(Refused::Scope(scope)) }
    }

    /// The sender of their commands.
    pub(crate) fn sender(&self) -> Sender {
        Sender::User(self.user.clone())
    }
}

impl Caller {
    /// The caller by their bearer token; `None` without one.
    ///
    /// # Errors
    /// When the token is invalid.
    pub(crate) async fn find(parts: &mut Parts, app: &App) -> Result<Option<Self>, Refused> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else { return Ok(None) };
        let shown = value.to_str().ok().and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        let now = app.now();
        let found = match shown.and_then(token::hash) {
            Some(hash) => app.store.api_token(&hash, now).await?,
            None => None,
        };
        let Ok(Client { address, .. }) = Client::from_request_parts(parts, app).await;
        let Some(found) = found else {
            app.log_refusal(Refusal::Token, "", &address);
            return Err(Refused::Token(
                "This is no token that is good here: it may be mistyped, expired or revoked. Send \
                 it as Authorization: Bearer carrick_…; the account page lists yours.",
            ));
        };
        if found.used.is_none_or(|used| used + NOTE_EVERY <= now) {
            app.store.api_token_used(found.number, now).await?;
        }
        // As for sessions: only what changes something is counted by address.
        if !parts.method.is_safe() {
            app.store.note_place(&found.user, &app.address_hash(&address)).await?;
        }
        Ok(Some(Self { user: found.user, scopes: found.scopes, expires: found.expires, address }))
    }
}

impl OptionalFromRequestParts<App> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Refused> {
        match parts.extensions.get::<Option<Self>>() {
            Some(found) => Ok(found.clone()),
            None => Self::find(parts, app).await,
        }
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refused> {
        let found = <Self as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await?;
        found.ok_or(Refused::Token(
            "This needs a token: make one on the account page, and send it as Authorization: Bearer \
             carrick_….",
        ))
    }
}
