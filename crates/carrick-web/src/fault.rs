//! What a reader sees when a page cannot be shown: a sentence and a way out, never an internal error.

use askama::Template;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use carrick_server::Failure;
use carrick_store::StoreError;

use crate::page::Frame;

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// There is no such thing.
    #[error("{0}")]
    NotFound(&'static str),
    /// The form was not one of ours.
    #[error("{0}")]
    Bad(&'static str),
    /// Too often.
    #[error("That was too often. Please wait a few minutes and try again.")]
    TooOften,
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

impl Fault {
    /// No such page.
    pub(crate) const PAGE: Self = Self::NotFound("There is no page here.");
    /// No such board.
    pub(crate) const BOARD: Self =
        Self::NotFound("There is no such board. It may have vanished because nobody began on it.");
    /// No such player.
    pub(crate) const PLAYER: Self = Self::NotFound("There is no player of that name here.");

    const fn status(&self) -> StatusCode {
        match self {
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::Store(StoreError::Busy) => StatusCode::SERVICE_UNAVAILABLE,
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
            Self::Store(error) => tracing::error!(%error, "the database failed"),
            Self::TooOften => tracing::warn!("turned away: too often"),
            Self::Render(error) => tracing::error!(%error, "a page could not be written"),
            _ => {}
        }
        let title = if status == StatusCode::NOT_FOUND { "Not found" } else { "Not done" };
        let page = FaultPage { frame: Frame::new(title, None), sentence: self.to_string() };
        match page.render() {
            Ok(html) => (status, Html(html)).into_response(),
            Err(_) => (status, self.to_string()).into_response(),
        }
    }
}
