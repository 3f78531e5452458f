//! Who calls, and what he may do.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use carrick_service::{Scope, Scopes, Sender, Userid};
use jiff::SignedDuration;

use super::problem::Refused;
use super::token;
use crate::app::App;
use crate::client::Client;
use crate::limits::Kind;

/// How often a token's use is noted.
const NOTE_EVERY: SignedDuration = SignedDuration::from_mins(1);

/// A program with a good token. Cookies mean nothing here.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) user: Userid,
    pub(crate) scopes: Scopes,
}

impl Caller {
    /// # Errors
    /// When the token does not have this scope.
    pub(crate) fn may(&self, scope: Scope) -> Result<(), Refused> {
        if self.scopes.contains(scope) { Ok(()) } else { Err(Refused::Scope(scope)) }
    }

    /// As whom his commands are carried out.
    pub(crate) fn sender(&self) -> Sender {
        Sender::User(self.user.clone())
    }
}

impl OptionalFromRequestParts<App> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Refused> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else {
            charge_stranger(parts, app).await?;
            return Ok(None);
        };
        let shown = value.to_str().ok().and_then(|value| {
            let (scheme, token) = value.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
        });
        let now = app.now();
        let found = match shown.and_then(token::hash) {
            Some(hash) => app.store.api_token(&hash, now).await?,
            None => None,
        };
        let Some(found) = found else {
            charge_stranger(parts, app).await?;
            let Ok(client) = Client::from_request_parts(parts, app).await;
            tracing::warn!(from = client.address, "a wrong token");
            return Err(Refused::Token(
                "This is no token that is good here: it may be mistyped, expired or revoked. Send \
                 it as Authorization: Bearer carrick_…; the account page lists yours.",
            ));
        };
        if !app.limits.allows(Kind::Token, found.number.to_string(), now) {
            return Err(Refused::TooOften);
        }
        if found.used.is_none_or(|used| used + NOTE_EVERY <= now) {
            app.store.api_token_used(found.number, now).await?;
        }
        Ok(Some(Self { user: found.user, scopes: found.scopes }))
    }
}

/// Counts a request without a good token for the address it comes from.
async fn charge_stranger(parts: &mut Parts, app: &App) -> Result<(), Refused> {
    let Ok(client) = Client::from_request_parts(parts, app).await;
    match app.limits.allows(Kind::Stranger, client.address, app.now()) {
        true => Ok(()),
        false => {
            tracing::warn!("turned away: too many requests without a token");
            Err(Refused::TooOften)
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
