//! Sessions and visitors: the user or guest behind a request.
//!
//! Progress in the lessons: which steps a reader has finished. It is stored in a cookie and, for a
//! reader who has an account, also in the account.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use carrick_games::GameKind;
use carrick_lessons::LessonStep;
use carrick_server::{Budget, Charge, Cost, TooMany, TurnedAway};
use carrick_service::{Needs, Sender, User, Userid, Zone};
use carrick_store::{Session, TokenHash, Visit};
use jiff::{SignedDuration, Timestamp};

use super::fault::Fault;
use super::labels::When;
use super::page::{Shown, page_of};
use crate::app::App;
use crate::network::client::Client;
use crate::site::address::{encode, hex, sha256};
use crate::site::assets::Arrival;
use crate::site::{BaseUrl, Identity, address};

/// Minimum time between two updates of a session's last use.
const NOTE_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// Maximum age of a session, even if it is in use; after that, the user must sign in again.
const LONGEST: SignedDuration = SignedDuration::from_hours(24 * 365);

/// A user or guest with a session.
#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub(crate) session: Arc<Session>,
    pub(crate) guest: bool,
    /// Their time zone.
    pub(crate) zone: Zone,
    /// Number of boards on which it is their turn.
    pub(crate) waiting: u32,
    /// Number of games that others have offered them.
    pub(crate) offers: u32,
    /// Number of unread messages.
    pub(crate) unread: u32,
    /// Network address of the request, in the form that rate limits use.
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

/// A visitor who has signed up. As an extractor, it redirects guests to the sign-up page and
/// everyone else to the sign-in page.
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

/// Redirects to the sign-in page, which leads back to the requested page, or to the page of the
/// refused form.
fn to_sign_in(parts: &Parts) -> Response {
    let path = parts.uri.path();
    let (page, why) = match parts.method.is_safe() {
        true => (path, ""),
        false => (page_of(path), "&why=ended"),
    };
    Redirect::to(&format!("/sign-in?to={}{why}", encode(page))).into_response()
}

async fn load(parts: &mut Parts, app: &App) -> Result<Option<Visitor>, Fault> {
    let Some(token) = address::token(&parts.headers, &app.setup.base_url) else { return Ok(None) };
    let now = app.now();
    let Some(visit) = app.store.visit(&TokenHash(sha256(&token)), now).await? else {
        return Ok(None);
    };
    let Visit { session, zone, appearance, waiting, offers, unread, place } = visit;
    if let Some(kept) = appearance {
        Shown::note_account(kept);
    }
    // Only requests that change something can give the computer work.
    if !parts.method.is_safe() {
        let Ok(client) = Client::from_request_parts(parts, app).await;
        let here = app.address_hash(&client.address);
        if place.as_ref() != Some(&here) {
            // Boxed, like the future below: it is rare, and otherwise the future of every request
            // would contain it.
            Box::pin(app.store.note_place(&session.user, &here)).await?;
        }
    }
    if session.seen + NOTE_EVERY <= now {
        let expires = expiry(now).min(session.created + LONGEST);
        Box::pin(app.store.session_seen(&session.token, now, expires)).await?;
    }
    let Ok(Client { address, .. }) = Client::from_request_parts(parts, app).await;
    let (guest, session) = (session.guest, Arc::new(session));
    Ok(Some(Visitor {
        guest,
        session,
        zone,
        waiting,
        offers,
        unread,
        address,
        put_off: Arc::default(),
    }))
}

/// A header that sets a cookie.
pub(crate) type Cookie = [(header::HeaderName, header::HeaderValue); 1];

/// Starts a session with a new token and ends the old one, so that a token never outlives a change
/// of the signed-in user. Returns the session and the cookie to set.
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
    let cookie = [(header::SET_COOKIE, address::set(&app.setup.base_url, Some(&token)))];
    Ok((session, cookie))
}

fn expiry(now: Timestamp) -> Timestamp {
    now + SignedDuration::from_hours(24 * address::DAYS)
}

/// Payer of a request: a user or an address.
#[derive(Debug, Clone)]
pub(crate) struct Payer {
    address: String,
    /// The user; `None` for strangers and guests.
    user: Option<Userid>,
    /// Key of the budget for processor time.
    key: String,
}

impl Payer {
    /// A stranger at a network address.
    pub(crate) fn stranger(address: impl Into<String>) -> Self {
        let address = address.into();
        Self { key: address.clone(), user: None, address }
    }

    /// A user at a network address.
    pub(crate) fn member(user: &Userid, address: impl Into<String>) -> Self {
        Self { address: address.into(), user: Some(user.clone()), key: user.to_string() }
    }

    /// The payer for a page's reader. Guests pay as strangers, because anyone can become many
    /// guests.
    pub(crate) fn of(visitor: &Visitor) -> Self {
        match visitor.guest {
            true => Self::stranger(&visitor.address),
            false => Self::member(visitor.id(), &visitor.address),
        }
    }

    /// A user's program at a network address. Its budget is separate, so it does not use up the
    /// time for the user's pages.
    pub(crate) fn program(user: &Userid, address: String) -> Self {
        Self { key: format!("programs of {user}"), ..Self::member(user, address) }
    }

    /// The user; `None` for strangers and guests.
    pub(crate) const fn user(&self) -> Option<&Userid> {
        self.user.as_ref()
    }

    fn charges(&self, cost: Cost) -> Vec<Charge<'_>> {
        let of_address = self.user.iter().map(|_| (Budget::AddressTime, &*self.address, cost));
        of_address.chain([(Budget::Time, &*self.key, cost)]).collect()
    }

    /// Pays processor time.
    ///
    /// # Errors
    /// When the limit is exceeded.
    pub(crate) fn pay(&self, app: &App, cost: Cost) -> Result<(), TooMany> {
        app.charge(&self.charges(cost))
    }

    /// Refunds the price of something that was not shown.
    pub(crate) fn refund(&self, app: &App, cost: Cost) {
        app.refund(&self.charges(cost));
    }

    /// Network address. Waiting requests of different addresses take turns.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }
}

impl FromRequestParts<App> for Payer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        if let Some(payer) = parts.extensions.get::<Self>() {
            return Ok(payer.clone());
        }
        let Ok(client) = Client::from_request_parts(parts, app).await;
        Ok(Self::stranger(client.address))
    }
}

impl App {
    /// Draws on a blocking thread when it is the payer's turn, so that other readers' pages never
    /// wait for it, however slow the drawing is.
    ///
    /// # Errors
    /// When the limit is exceeded, or the queue is full.
    pub(crate) async fn draw<T: Send + 'static>(
        &self,
        payer: &Payer,
        cost: Cost,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnedAway> {
        payer.pay(self, cost)?;
        let (reader, arrival, site) =
            (Shown::of_reader(), Arrival::of_request(), Identity::of_request());
        let draw = move || reader.within(|| arrival.within(|| site.within(draw)));
        if !self.limited {
            return Ok(self.drawing.run_patiently(payer.address(), draw).await);
        }
        let drawn = self.drawing.run(payer.address(), draw).await;
        if drawn.is_err() {
            payer.refund(self, cost);
        }
        Ok(drawn?)
    }
}

/// Name of the cookie.
const NAME: &str = "learned";

/// Lifetime of the cookie in seconds: a year.
const KEPT_SECONDS: u32 = 365 * 24 * 3600;

/// Finished steps of the lessons, each identified by its [permanent number](LessonStep::kept).
///
/// In the cookie, each game has a hexadecimal number with a bit for each step: `ankor.3-boche.1`.
/// Parts that cannot be read are ignored. Scripts also read the cookie: it contains no secret.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct LessonProgress([u16; GameKind::ALL.len()]);

impl LessonProgress {
    /// The progress in a request's cookie.
    pub(crate) fn of(headers: &HeaderMap) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs =
            lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
        let found = pairs.find(|(name, _)| name.trim() == NAME);
        found.map_or(Self::default(), |(_, value)| Self::read(value.trim()))
    }

    /// A reader's progress, in their browser and in their account together.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn of_reader(
        app: &App,
        visitor: Option<&Visitor>,
        headers: &HeaderMap,
    ) -> Result<Self, Fault> {
        let mut progress = Self::of(headers);
        if let Some(user) = visitor.filter(|visitor| !visitor.guest) {
            let kept = Self::of_user(app, user.id()).await?;
            for (here, there) in progress.0.iter_mut().zip(kept.0) {
                *here |= there;
            }
        }
        Ok(progress)
    }

    /// The progress that is stored in an account.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn of_user(app: &App, user: &Userid) -> Result<Self, Fault> {
        let mut progress = Self::default();
        for (kind, steps) in app.store.learned(user).await? {
            progress.0[kind as usize] = steps;
        }
        Ok(progress)
    }

    /// The finished steps, with a bit for each; games without any are left out.
    pub(crate) fn steps(self) -> BTreeMap<GameKind, u16> {
        let all = GameKind::ALL.into_iter().map(|kind| (kind, self.0[kind as usize]));
        all.filter(|(_, steps)| *steps != 0).collect()
    }

    fn read(value: &str) -> Self {
        let mut progress = Self::default();
        for (game, steps) in value.split('-').filter_map(|part| part.split_once('.')) {
            let (Ok(kind), Ok(steps)) = (game.parse::<GameKind>(), u16::from_str_radix(steps, 16))
            else {
                continue;
            };
            progress.0[kind as usize] = steps;
        }
        progress
    }

    /// Whether a step is finished.
    pub(crate) fn has(self, kind: GameKind, step: &LessonStep) -> bool {
        self.0[kind as usize] & bit(step.kept) != 0
    }

    /// Number of finished steps of a lesson.
    pub(crate) fn count(self, kind: GameKind, steps: &[LessonStep]) -> usize {
        steps.iter().filter(|step| self.has(kind, step)).count()
    }

    /// The steps that are not finished, counted from 1.
    pub(crate) fn left(self, kind: GameKind, steps: &[LessonStep]) -> Vec<usize> {
        (1..).zip(steps).filter(|(_, step)| !self.has(kind, step)).map(|(at, _)| at).collect()
    }

    /// The first step that is not finished, counted from 1.
    pub(crate) fn next(self, kind: GameKind, steps: &[LessonStep]) -> Option<usize> {
        self.left(kind, steps).first().copied()
    }

    /// The progress with one more finished step, given its permanent number.
    pub(crate) fn with(mut self, kind: GameKind, kept: u8) -> Self {
        self.0[kind as usize] |= bit(kept);
        self
    }

    /// The header that sets the cookie.
    pub(crate) fn cookie(self, base: &BaseUrl) -> HeaderValue {
        let secure = if base.is_secure() { "; Secure" } else { "" };
        let parts = self.steps().into_iter().map(|(kind, steps)| format!("{kind}.{steps:x}"));
        let value = parts.collect::<Vec<_>>().join("-");
        let line = format!("{NAME}={value}; Path=/; Max-Age={KEPT_SECONDS}; SameSite=Lax{secure}");
        // Names of games and hexadecimal digits are valid in headers.
        HeaderValue::try_from(line).unwrap_or_else(|_| HeaderValue::from_static("learned="))
    }
}

/// Bit of the step with this number; 0 if no step can have it.
fn bit(kept: u8) -> u16 {
    let shift = kept.checked_sub(1).map(u32::from);
    shift.and_then(|shift| 1_u16.checked_shl(shift)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use carrick_lessons::Lesson;

    use super::*;

    #[test]
    fn progress_survives_the_cookie() {
        let base: BaseUrl = "https://a.example".parse().unwrap();
        let progress = LessonProgress::default()
            .with(GameKind::Ankor, 1)
            .with(GameKind::Ankor, 3)
            .with(GameKind::Anchor, 10)
            .with(GameKind::Boche, 99);
        let line = progress.cookie(&base).to_str().unwrap().to_owned();
        assert!(line.starts_with("learned=ankor.5-anchor.200; Path=/; "), "{line}");
        assert!(line.ends_with("; Secure"));
        let mut headers = HeaderMap::new();
        let pair = line.split(';').next().unwrap();
        headers.insert(header::COOKIE, format!("session=x; {pair}").parse().unwrap());
        assert_eq!(LessonProgress::of(&headers), progress);
    }

    /// Inserting or moving a step does not change the progress in the others.
    #[test]
    fn progress_follows_the_permanent_numbers_of_steps() {
        let numbered =
            |kept: u8| LessonStep { kept, ..Lesson::of(GameKind::Ankor).steps[0].clone() };
        let progress = LessonProgress::default().with(GameKind::Ankor, 1).with(GameKind::Ankor, 3);
        let check = |kept: &[u8], finished: &[bool], next: Option<usize>| {
            let steps: Vec<LessonStep> = kept.iter().copied().map(numbered).collect();
            let found: Vec<bool> =
                steps.iter().map(|step| progress.has(GameKind::Ankor, step)).collect();
            assert_eq!(found, finished, "{kept:?}");
            let count = finished.iter().filter(|&&one| one).count();
            assert_eq!(progress.count(GameKind::Ankor, &steps), count, "{kept:?}");
            assert_eq!(progress.next(GameKind::Ankor, &steps), next, "{kept:?}");
        };
        check(&[1, 2, 3], &[true, false, true], Some(2));
        check(&[1, 3, 2], &[true, true, false], Some(3));
        check(&[1, 4, 3], &[true, false, true], Some(2));
        check(&[1, 3], &[true, true], None);
    }

    #[test]
    fn an_unreadable_cookie_is_ignored() {
        for value in ["", "chess.3", "ankor", "ankor.x", "ankor.fffff", "--", "."] {
            assert_eq!(LessonProgress::read(value), LessonProgress::default(), "{value}");
        }
        let some = LessonProgress::read("chess.3-boche.2-ankor.");
        assert_eq!(some, LessonProgress::default().with(GameKind::Boche, 2));
    }
}
