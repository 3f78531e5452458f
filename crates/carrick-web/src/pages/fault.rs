//! Error pages: a sentence and a way out, never an internal error.

use askama::Template;
use axum::extract::{OptionalFromRequestParts, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use carrick_server::{Busy, Failure, TooMany, TurnedAway};
use carrick_store::StoreError;

use super::page::{Frame, show};
use super::session::Visitor;
use crate::app::App;

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// No such page or thing (404).
    #[error("{0}")]
    NotFound(&'static str),
    /// Method not allowed (405).
    #[error("Nothing can be sent there. Go back, and try it from the page.")]
    Method,
    /// A form or query that cannot be read (400).
    #[error("{0}")]
    Bad(&'static str),
    /// An operator has suspended the account.
    #[error(
        "This account is suspended: an operator of this server has stopped it, and its games are \
         paused. Ask the administrator of the server."
    )]
    Suspended,
    /// A rate limit is exceeded (429).
    #[error("Too many requests. Try again in {}.", .0.in_words())]
    TooOften(TooMany),
    /// The queue for drawing or hashing is full (503).
    #[error("Too many ask for this at the moment. Try again in a few seconds.")]
    Busy(Busy),
    /// The database failed.
    #[error("Something is wrong here, and it is not your fault. Please try again in a moment.")]
    Store(#[from] StoreError),
    /// No random numbers.
    #[error("Something is wrong here, and it is not your fault. Please try again in a moment.")]
    Random,
    /// A page could not be written.
    #[error("Something is wrong here, and it is not your fault. Please try again in a moment.")]
    Render(#[from] askama::Error),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => Self::Store(error),
            Failure::Random(_) => Self::Random,
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
            TurnedAway::Busy(busy) => busy.into(),
        }
    }
}

/// Value of `Retry-After` while another program holds the database.
pub(crate) const BUSY_SECONDS: &str = "5";

impl Fault {
    /// Whether the log already has the cause, so that it need not be logged with every request.
    pub(crate) const fn is_in_the_log(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_in_the_log())
    }

    /// A form without the hidden fields that its page wrote into it, or with changed ones.
    pub(crate) const FORM: Self =
        Self::Bad("This form is not as its page made it; load the page once more.");
    /// No such page.
    pub(crate) const PAGE: Self = Self::NotFound("There is no page here.");
    /// No such board.
    pub(crate) const BOARD: Self =
        Self::NotFound("There is no such board. Nobody may have begun to play on it in time.");
    /// A board that is gone, since its game was declined.
    pub(crate) const DECLINED: Self =
        Self::NotFound("This game was declined before it began, so there is no board any more.");
    /// No such player.
    pub(crate) const PLAYER: Self = Self::NotFound("There is no player of that name here.");

    const fn title(&self) -> &'static str {
        if matches!(self, Self::NotFound(_)) { "Not found" } else { "That did not work" }
    }

    const fn status(&self) -> StatusCode {
        match self {
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::Suspended => StatusCode::FORBIDDEN,
            Self::TooOften(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(error) if error.is_temporary() => StatusCode::SERVICE_UNAVAILABLE,
            Self::Store(_) | Self::Random | Self::Render(_) => StatusCode::INTERNAL_SERVER_ERROR,
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
        match &self {
            Self::Store(error) if !error.is_in_the_log() => {
                tracing::error!(%error, "the database failed");
            }
            Self::Render(error) => tracing::error!(%error, "a page could not be written"),
            _ => {}
        }
        let bare = Bare { title: self.title(), sentence: self.to_string() };
        let mut response = match bare.page(None) {
            Ok(html) => (status, html).into_response(),
            Err(_) => (status, self.to_string()).into_response(),
        };
        if matches!(&self, Self::Store(error) if error.is_temporary()) {
            let seconds = HeaderValue::from_static(BUSY_SECONDS);
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response.extensions_mut().insert(bare);
        let away = match self {
            Self::TooOften(too_many) => Some(TurnedAway::from(too_many)),
            Self::Busy(busy) => Some(TurnedAway::from(busy)),
            _ => None,
        };
        if let Some(away) = away {
            response.headers_mut().insert(header::RETRY_AFTER, retry_later(away).1);
            response.extensions_mut().insert(away);
        }
        response
    }
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
    // Boxed, since every request would carry it.
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

/// A page shown again because a rate limit or a full queue refused its form: with the typed text
/// and a `Retry-After`.
pub(crate) fn away(away: TurnedAway, page: &impl Template) -> Result<Response, Fault> {
    let (status, after) = retry_later(away);
    Ok((status, [(header::RETRY_AFTER, after)], show(page)?).into_response())
}

/// The status and the `Retry-After` of an answer to a client that must try again later.
pub(crate) fn retry_later(away: TurnedAway) -> (StatusCode, HeaderValue) {
    match away {
        TurnedAway::TooMany(too_many) => (StatusCode::TOO_MANY_REQUESTS, too_many.seconds().into()),
        // The queue is short, so it drains soon.
        TurnedAway::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, HeaderValue::from_static("2")),
    }
}
