//! Sessions and visitors: the user or guest behind a request.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use carrick_server::TooMany;
use carrick_service::{Credential, Needs, Sender, User, Userid, Zone};
use carrick_store::{Session, TokenHash, Visit};
use jiff::{SignedDuration, Timestamp};
use std::sync::{Arc, OnceLock};

use super::appearance::Shown;
use super::fault::Fault;
use super::page::page_of;
use super::when::When;
use crate::app::App;
use crate::network::client::Client;
use crate::site::cookie;
use crate::site::encode::{encode, hex, sha256};

/// Minimum time between two updates of a session's last use.
const NOTE_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// Maximum age of a session, however much it is used; then the password is asked for again.
const LONGEST: SignedDuration = SignedDuration::from_hours(24 * 365);

/// A user or guest with a session.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    /// The session.
    pub(crate) session: Arc<Session>,
    /// Whether they are a guest.
    pub(crate) guest: bool,
    /// Their time zone.
    pub(crate) zone: Zone,
    /// Number of boards on which they are to move.
    pub(crate) waiting: u32,
    /// Network address of the request, as rate limits count it.
    pub(crate) address: String,
    /// Set when a rate limit refused their action, so that the answer gets status 429.
    pub(crate) put_off: Arc<OnceLock<TooMany>>,
}

impl Visitor {
    pub(crate) fn id(&self) -> &Userid {
        &self.session.user
    }

    /// The sender of their commands.
    pub(crate) fn sender(&self) -> Sender {
        Sender::User(self.session.user.clone())
    }

    /// The credential for their commands. It has no password: the session proves who they are.
    pub(crate) fn credential(&self) -> Credential {
        Credential { user: self.session.user.clone(), password: None }
    }

    /// Their account, with all preferences.
    pub(crate) async fn account(&self, app: &App) -> Result<User, Fault> {
        let needs = Needs { users: [self.id().clone()].into(), ..Needs::default() };
        app.store.read(&needs).await?.users.remove(self.id()).ok_or(Fault::PLAYER)
    }

    /// A moment in their zone, and how far it is from now.
    pub(crate) fn when(&self, at: Timestamp, now: Timestamp) -> When {
        When::new(at, now, &self.zone)
    }
}

/// A visitor who has signed up. As an extractor, it asks guests to sign up and everybody else to
/// sign in.
#[derive(Debug, Clone)]
pub(crate) struct Member(pub(crate) Visitor);

impl OptionalFromRequestParts<App> for Visitor {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Fault> {
        // Cached: several extractors of a request may ask for it.
        if let Some(visitor) = parts.extensions.get::<Option<Self>>() {
            return Ok(visitor.clone());
        }
        let visitor = load(parts, app).await?;
        parts.extensions.insert(visitor.clone());
        Ok(visitor)
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let found = <Self as OptionalFromRequestParts<App>>::from_request_parts(parts, app).await;
        found.map_err(Fault::into_response)?.ok_or_else(|| to_sign_in(parts))
    }
}

impl FromRequestParts<App> for Member {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Response> {
        let visitor = <Visitor as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        if visitor.guest {
            return Err(Redirect::to("/sign-up?why=members").into_response());
        }
        Ok(Self(visitor))
    }
}

/// Redirects to the sign-in page, which leads back to the page, or to the page of a form that was
/// not accepted.
fn to_sign_in(parts: &Parts) -> Response {
    let path = parts.uri.path();
    let (page, why) = match parts.method.is_safe() {
        true => (path, ""),
        false => (page_of(path), "&why=ended"),
    };
    Redirect::to(&format!("/sign-in?to={}{why}", encode(page))).into_response()
}

async fn load(parts: &mut Parts, app: &App) -> Result<Option<Visitor>, Fault> {
    let Some(token) = cookie::token(&parts.headers, &app.setup.base_url) else { return Ok(None) };
    let now = app.now();
    let Some(visit) = app.store.visit(&TokenHash(sha256(&token)), now).await? else {
        return Ok(None);
    };
    let Visit { session, zone, appearance, waiting, place } = visit;
    if let Some(kept) = appearance {
        Shown::note_account(kept);
    }
    // Only requests that change something can make the computer work.
    if !parts.method.is_safe() {
        let Ok(client) = Client::from_request_parts(parts, app).await;
        let here = app.address_hash(&client.address);
        if place.as_ref() != Some(&here) {
            // Boxed, like what comes below: it is rare, and every request would carry it.
            Box::pin(app.store.note_place(&session.user, &here)).await?;
        }
    }
    if session.seen + NOTE_EVERY <= now {
        let expires = expiry(now).min(session.created + LONGEST);
        Box::pin(app.store.session_seen(&session.token, now, expires)).await?;
    }
    let Ok(Client { address, .. }) = Client::from_request_parts(parts, app).await;
    let (guest, session) = (session.guest, Arc::new(session));
    Ok(Some(Visitor { guest, session, zone, waiting, address, put_off: Arc::default() }))
}

/// A header that sets a cookie.
pub(crate) type Cookie = [(header::HeaderName, header::HeaderValue); 1];

/// Begins a session with a new token and ends the old one: a token never outlives a change of the
/// signed-in user. Returns the session and the cookie to set.
pub(crate) async fn begin(
    app: &App,
    user: &Userid,
    old: Option<&Session>,
    label: String,
) -> Result<(Session, Cookie), Fault> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| Fault::RANDOM)?;
    let token = hex(&bytes);
    let now = app.now();
    let session = Session {
        token: TokenHash(sha256(&token)),
        user: user.clone(),
        guest: false,
        created: now,
        seen: now,
        expires: expiry(now),
        label,
    };
    app.store.begin_session(&session).await?;
    if let Some(old) = old {
        app.store.end_session(&old.user, &old.token).await?;
    }
    let cookie = [(header::SET_COOKIE, cookie::set(&app.setup.base_url, Some(&token)))];
    Ok((session, cookie))
}

fn expiry(now: Timestamp) -> Timestamp {
    now + SignedDuration::from_hours(24 * cookie::DAYS)
}
