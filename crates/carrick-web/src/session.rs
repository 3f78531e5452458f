//! Who is looking at a page.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use carrick_service::{BoardFilter, Needs, Sender, User, Userid};
use carrick_store::{Session, TokenHash};
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::fault::Fault;
use crate::key::{hex, sha256};
use crate::{client, cookie};

/// How often a session's use is noted.
const NOTE_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// However much it is used, a session ends after this; then the password is asked for again.
const LONGEST: SignedDuration = SignedDuration::from_hours(24 * 365);

/// Somebody with a session: a user or a guest.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    /// His account.
    pub(crate) user: User,
    /// Whether he has not signed up.
    pub(crate) guest: bool,
    /// On how many boards he is to move.
    pub(crate) waiting: usize,
    /// The session.
    pub(crate) session: Session,
}

impl Visitor {
    pub(crate) const fn id(&self) -> &Userid {
        &self.user.id
    }

    /// As whom his commands are carried out.
    pub(crate) fn sender(&self) -> Sender {
        Sender::User(self.user.id.clone())
    }

    pub(crate) fn show_time(&self, at: Timestamp) -> String {
        self.user.zone.show(at)
    }
}

/// A visitor who has signed up; everybody else is asked to sign in.
#[derive(Debug, Clone)]
pub(crate) struct Member(pub(crate) Visitor);

impl OptionalFromRequestParts<App> for Visitor {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Fault> {
        // Several parts of a request may ask.
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

/// Asks to sign in, and comes back to a page that was only read.
fn to_sign_in(parts: &Parts) -> Response {
    let back = match parts.method.is_safe() {
        true => format!("?to={}", client::encode(parts.uri.path())),
        false => String::new(),
    };
    Redirect::to(&format!("/sign-in{back}")).into_response()
}

async fn load(parts: &Parts, app: &App) -> Result<Option<Visitor>, Fault> {
    let Some(token) = cookie::token(&parts.headers, &app.setup.base_url) else { return Ok(None) };
    let now = app.now();
    let Some(session) = app.store.session(&TokenHash(sha256(&token)), now).await? else {
        return Ok(None);
    };
    if session.seen + NOTE_EVERY <= now {
        let expires = expiry(now).min(session.created + LONGEST);
        app.store.session_seen(&session.token, now, expires).await?;
    }
    let needs = Needs {
        users: [session.user.clone()].into(),
        listed: vec![BoardFilter {
            kind: None,
            player: Some(session.user.clone()),
            running: true,
            ended_since: None,
        }],
        ..Needs::default()
    };
    let mut state = app.store.read(&needs).await?;
    let waits = |board: &&carrick_service::BoardSummary| {
        board.to_move.is_some_and(|seat| board.players[seat.index()] == session.user)
    };
    let waiting = state.summaries.iter().filter(waits).count();
    let Some(user) = state.users.remove(&session.user) else { return Ok(None) };
    Ok(Some(Visitor { user, guest: session.guest, waiting, session }))
}

/// Begins a session with a new token, and ends the one the request came with: a token never outlives
/// a change of who is signed in. The cookie to set.
pub(crate) async fn begin(
    app: &App,
    user: &Userid,
    old: Option<&Session>,
    label: String,
) -> Result<[(header::HeaderName, header::HeaderValue); 1], Fault> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| Fault::Random)?;
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
    Ok([(header::SET_COOKIE, cookie::set(&app.setup.base_url, Some(&token)))])
}

fn expiry(now: Timestamp) -> Timestamp {
    now + SignedDuration::from_hours(24 * cookie::DAYS)
}
