//! Error pages: a sentence and a way out, never an internal error.

use askama::Template;
use axum::extract::{MatchedPath, OptionalFromRequestParts, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use carrick_server::{Busy, Failure, TooMany, TurnedAway};
use carrick_store::StoreError;

use super::page::{Frame, show};
use super::session::Visitor;
use crate::app::App;

/// Maximum number of guests from one network address.
pub(crate) const MOST_GUESTS: u32 = 1000;

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// No such page or thing (404).
    #[error("{0}")]
    NotFound(&'static str),
    /// Method not allowed (405).
    #[error("You cannot send anything to this address. Go back and try again from the page.")]
    Method,
    /// A form or query that cannot be read (400).
    #[error("{0}")]
    Bad(&'static str),
    /// A request whose body is compressed (415).
    #[error(
        "This server does not read compressed bodies. Send the body as it is, without the header \
         Content-Encoding."
    )]
    Compressed,
    /// An operator has suspended the account.
    #[error(
        "This account is suspended: an operator of this server has locked it, and its games are \
         paused. If you have questions, ask the administrator of this server."
    )]
    Suspended,
    /// Visitors may not play here.
    #[error("To play here, sign in first: this site has no guests.")]
    NoGuests,
    /// The network address has the maximum number of guests.
    #[error(
        "{MOST_GUESTS} guests are playing from your network address, which is the maximum. Sign up \
         to play; a name and a password are enough."
    )]
    TooManyGuests,
    /// A rate limit is exceeded (429).
    #[error("Too many requests. Try again in {}.", .0.in_words())]
    TooOften(TooMany),
    /// Too many wrong passwords (429).
    #[error(
        "Too many wrong passwords for this name or from your network, so this one was not checked. \
         Try again in {}.", .0.in_words()
    )]
    Guesses(TooMany),
    /// Too many passwords, right or wrong (429).
    #[error(
        "This server is already checking many passwords from your network, so this one was not \
         checked. Try again in {}.", .0.in_words()
    )]
    Hashes(TooMany),
    /// The queue for drawing or hashing is full (503).
    #[error("The server is too busy for this at the moment. Try again in a few seconds.")]
    Busy(Busy),
    /// The database failed.
    #[error("Something went wrong on the server. Please try again in a moment.")]
    Store(#[from] StoreError),
    /// Something failed that should never fail; the log names it.
    #[error("Something went wrong on the server. Please try again in a moment.")]
    Failed(&'static str),
    /// A page could not be rendered.
    #[error("Something went wrong on the server. Please try again in a moment.")]
    Render(#[from] askama::Error),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => Self::Store(error),
            Failure::Random(_) => Self::RANDOM,
            Failure::TurnedAway(TurnedAway::TooMany(too_many)) => Self::Guesses(too_many),
            Failure::TurnedAway(away) => away.into(),
        }
    }
}

impl From<TooMany> for Fault {
    fn from(too_many: TooMany) -> Self {
        Self::TooOften(too_many)
    }
}

impl From<Busy> for Fault {
    fn from(busy: Busy) -> Self {
        Self::Busy(busy)
    }
}

impl From<TurnedAway> for Fault {
    fn from(away: TurnedAway) -> Self {
        match away {
            TurnedAway::TooMany(too_many) => too_many.into(),
            TurnedAway::Hashes(too_many) => Self::Hashes(too_many),
            TurnedAway::Busy(busy) => busy.into(),
        }
    }
}

const DECLINED: &str = "This game was declined before it began, so its board no longer exists.";

/// Value of `Retry-After` while the database cannot be used.
const BUSY_SECONDS: &str = "5";

impl Fault {
    /// The cause of an internal error, for the log.
    fn cause(&self) -> Option<ErrorCause> {
        match self {
            Self::Store(error) => {
                Some(ErrorCause { said: error.to_string(), is_in_the_log: error.is_in_the_log() })
            }
            Self::Failed(what) => {
                Some(ErrorCause { said: (*what).to_owned(), is_in_the_log: false })
            }
            Self::Render(error) => {
                Some(ErrorCause { said: error.to_string(), is_in_the_log: false })
            }
            _ => None,
        }
    }

    /// The rate limit or queue that turned the request away.
    const fn turned_away(&self) -> Option<TurnedAway> {
        match self {
            Self::TooOften(too_many) | Self::Guesses(too_many) => {
                Some(TurnedAway::TooMany(*too_many))
            }
            Self::Hashes(too_many) => Some(TurnedAway::Hashes(*too_many)),
            Self::Busy(busy) => Some(TurnedAway::Busy(*busy)),
            _ => None,
        }
    }

    /// Adds to its response the cause, for the log, and when to try again.
    pub(crate) fn note_on(&self, response: &mut Response) {
        if let Some(cause) = self.cause() {
            response.extensions_mut().insert(cause);
        }
        if let Some(away) = self.turned_away() {
            response.headers_mut().insert(header::RETRY_AFTER, retry_later(away).1);
            response.extensions_mut().insert(away);
        }
        if matches!(self, Self::Store(error) if error.is_temporary()) {
            let seconds = HeaderValue::from_static(BUSY_SECONDS);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
    }

    /// If a limit refused a form, shows its page again, with the typed text and a `Retry-After`.
    ///
    /// # Errors
    /// Any other fault is returned.
    pub(crate) fn on(self, page: &impl Template) -> Result<Response, Self> {
        match self.turned_away() {
            Some(turned_away) => away(turned_away, page),
            None => Err(self),
        }
    }

    /// The operating system gives no random numbers.
    pub(crate) const RANDOM: Self = Self::Failed("the machine gives no random numbers");
    /// A form whose hidden fields are missing or changed.
    pub(crate) const FORM: Self =
        Self::Bad("This form has been changed since its page made it; load the page again.");
    /// No such page.
    pub(crate) const PAGE: Self = Self::NotFound("There is no page here.");
    /// No such board.
    pub(crate) const BOARD: Self =
        Self::NotFound("There is no such board. Perhaps the game was not started in time.");
    /// A board that no longer exists because its game was declined.
    pub(crate) const DECLINED: Self = Self::NotFound(DECLINED);
    /// No such player.
    pub(crate) const PLAYER: Self = Self::NotFound("There is no player with that name here.");

    fn title(&self) -> &'static str {
        match self {
            Self::NotFound(said) if *said == DECLINED => "The game was declined",
            Self::NotFound(_) => "Not found",
            _ => "That did not work",
        }
    }

    pub(crate) const fn status(&self) -> StatusCode {
        match self {
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Compressed => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Suspended | Self::NoGuests | Self::TooManyGuests => StatusCode::FORBIDDEN,
            Self::TooOften(_) | Self::Guesses(_) | Self::Hashes(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(error) if error.is_temporary() => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Failed(_) | Self::Render(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage {
    frame: Frame,
    sentence: String,
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let status = self.status();
        let bare = Bare { title: self.title(), sentence: self.to_string() };
        let mut response = match bare.page(None) {
            Ok(html) => (status, html).into_response(),
            Err(_) => (status, self.to_string()).into_response(),
        };
        response.extensions_mut().insert(bare);
        self.note_on(&mut response);
        response
    }
}

/// Cause of an internal error, attached to its response for the log.
#[derive(Debug, Clone)]
struct ErrorCause {
    said: String,
    /// Whether the log already has it, because it concerns all requests and not just this one.
    is_in_the_log: bool,
}

/// Middleware: logs the cause of every internal error, in any part of the site.
pub(crate) async fn log(request: Request, next: Next) -> Response {
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().cloned();
    let mut response = next.run(request).await;
    let cause = response.extensions_mut().remove::<ErrorCause>();
    let is_internal = response.status() == StatusCode::INTERNAL_SERVER_ERROR;
    if (is_internal || cause.is_some()) && !cause.as_ref().is_some_and(|cause| cause.is_in_the_log)
    {
        let route = path.as_ref().map_or("none", MatchedPath::as_str);
        let cause = cause.map_or_else(|| "unknown".to_owned(), |cause| cause.said);
        let status = response.status().as_u16();
        tracing::error!(%method, route, status, cause, "a request failed");
    }
    response
}

/// Content of an error page, rendered later, once the reader is known.
#[derive(Debug, Clone)]
struct Bare {
    title: &'static str,
    sentence: String,
}

impl Bare {
    fn page(&self, visitor: Option<&Visitor>) -> Result<Html<String>, Fault> {
        show(&FaultPage {
            frame: Frame::new(self.title, visitor).described(&self.sentence),
            sentence: self.sentence.clone(),
        })
    }
}

/// Middleware: renders error pages with the layout of the signed-in user.
pub(crate) async fn known(State(app): State<App>, request: Request, next: Next) -> Response {
    let cookies = request.headers().get_all(header::COOKIE).iter().cloned().collect::<Vec<_>>();
    let mut response = next.run(request).await;
    let Some(bare) = response.extensions_mut().remove::<Bare>() else { return response };
    let (mut parts, ()) = Request::new(()).into_parts();
    for cookie in cookies {
        parts.headers.append(header::COOKIE, cookie);
    }
    let found = <Visitor as OptionalFromRequestParts<App>>::from_request_parts(&mut parts, &app);
    // Boxed, because otherwise the future of every request would contain it.
    match Box::pin(found).await {
        Ok(Some(visitor)) => match bare.page(Some(&visitor)) {
            Ok(page) => {
                let after = response.headers_mut().remove(header::RETRY_AFTER);
                let mut shown = (response.status(), page).into_response();
                if let Some(after) = after {
                    shown.headers_mut().insert(header::RETRY_AFTER, after);
                }
                shown
            }
            Err(_) => response,
        },
        _ => response,
    }
}

/// Shows a page again because a rate limit or a full queue refused its form: with the typed text
/// and a `Retry-After`.
pub(crate) fn away(away: TurnedAway, page: &impl Template) -> Result<Response, Fault> {
    let (status, after) = retry_later(away);
    Ok((status, [(header::RETRY_AFTER, after)], show(page)?).into_response())
}

/// The status and the `Retry-After` of an answer to a client that must try again later.
pub(crate) fn retry_later(away: TurnedAway) -> (StatusCode, HeaderValue) {
    match away {
        TurnedAway::TooMany(too_many) | TurnedAway::Hashes(too_many) => {
            (StatusCode::TOO_MANY_REQUESTS, too_many.seconds().into())
        }
        // The queue is short, so it drains soon.
        TurnedAway::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, HeaderValue::from_static("2")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use axum::Router;
    use axum::body::Body;
    use axum::routing::get;
    use tower::ServiceExt as _;
    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    use super::*;

    /// Keeps the lines of a log.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<String>>>);

    struct Line(String);

    impl Visit for Line {
        fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
            self.0.push_str(&format!("{field}={value:?} "));
        }
    }

    impl Subscriber for Lines {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            metadata.target().starts_with("carrick")
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, event: &Event<'_>) {
            let mut line = Line(String::new());
            event.record(&mut line);
            self.0.lock().unwrap().push(line.0);
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[tokio::test]
    async fn every_internal_error_is_logged_once_with_its_cause() {
        let lines = Lines::default();
        let _guard = tracing::subscriber::set_default(lines.clone());
        let api = || crate::api::Refused::from(Fault::Failed("no salt"));
        let site: Router = Router::new()
            .route("/page", get(async || Fault::RANDOM))
            .route("/api", get(async move || api()))
            .route("/bare", get(async || StatusCode::INTERNAL_SERVER_ERROR))
            .route("/fine", get(async || Fault::PAGE))
            .layer(axum::middleware::from_fn(log));
        for (path, status, cause) in [
            ("/page", 500, Some("the machine gives no random numbers")),
            ("/api", 500, Some("no salt")),
            ("/bare", 500, Some("unknown")),
            ("/fine", 404, None),
        ] {
            let request = Request::get(path).body(Body::empty()).unwrap();
            let answer = site.clone().oneshot(request).await.unwrap();
            assert_eq!(answer.status().as_u16(), status, "{path}");
            let said = std::mem::take(&mut *lines.0.lock().unwrap());
            assert_eq!(said.len(), usize::from(cause.is_some()), "{path}: {said:?}");
            let whole = said.concat();
            assert!(whole.contains(cause.unwrap_or_default()), "{path}: {whole}");
            assert!(cause.is_none() || whole.contains(path), "{whole}");
        }
    }
}
