//! Signing in: the steps that all its forms share, and the new session.

use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequestParts, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use carrick_server::At;
use carrick_service::Userid;

use super::step;
use crate::app::App;
use crate::network::client::Client;
use crate::network::refusals::Refusal;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::page::show;
use crate::pages::progress::Progress;
use crate::pages::session::{self, Visitor};

/// Extractor: a form that signs somebody in.
pub(super) struct Entrance {
    pub(super) app: App,
    /// The visitor before signing in, usually a guest.
    pub(super) visitor: Option<Visitor>,
    pub(super) client: Client,
    pub(super) fields: Fields,
    /// Progress in the lessons that their browser tells of.
    learned: Progress,
}

impl FromRequest<App> for Entrance {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &App) -> Result<Self, Fault> {
        let (mut parts, body) = request.into_parts();
        let visitor =
            <Visitor as OptionalFromRequestParts<App>>::from_request_parts(&mut parts, app).await?;
        let Ok(client) = Client::from_request_parts(&mut parts, app).await;
        let learned = Progress::of(&parts.headers);
        let fields = Fields::from_request(Request::from_parts(parts, body), app).await?;
        Ok(Self { app: app.clone(), visitor, client, fields, learned })
    }
}

impl Entrance {
    /// The typed name, when it is a valid one.
    pub(super) fn user(&self) -> Option<Userid> {
        self.fields.text("user").parse().ok()
    }

    /// URL of the page after signing in.
    pub(super) fn to(&self) -> String {
        let asked = self.fields.text("to");
        let here = self.app.setup.base_url.path_to(asked);
        here.filter(|_| !asked.is_empty()).unwrap_or_else(|| "/boards".to_owned())
    }

    /// Charges a guess of an account's password before it is checked. A right one is refunded.
    ///
    /// # Errors
    /// When the limit is exceeded.
    pub(super) async fn guess(&self, user: &Userid) -> Result<At<'_>, Fault> {
        let at = At { gate: &self.app.gate, sender: &self.client.address, place: None };
        at.charge(user).await.map_err(|too_many| {
            self.app.log_refusal(Refusal::Guesses, "", &self.client.address);
            Fault::Guesses(too_many)
        })?;
        Ok(at)
    }

    /// Signs a user in whose password was right, or first asks for a code.
    pub(super) async fn enter(&self, user: &Userid, to: &str) -> Result<Response, Fault> {
        if self.app.store.is_suspended(user).await? {
            return Err(Fault::Suspended);
        }
        let factor = self.app.store.second_factor_of(user).await?;
        match factor.and_then(|factor| factor.since) {
            Some(_) => step::ask(self, user, to),
            None => self.admit(user, to).await,
        }
    }

    /// Signs a user in: begins a session, and gives them the games that they played as a guest,
    /// and the steps of lessons that they finished.
    pub(super) async fn admit(&self, user: &Userid, to: &str) -> Result<Response, Fault> {
        let Self { app, visitor, client, .. } = self;
        tracing::info!(%user, from = client.address, "signed in");
        let old = visitor.as_ref().map(|visitor| &*visitor.session);
        let (_, cookie) = session::begin(app, user, old, client.label.clone()).await?;
        if let Some(guest) = visitor.as_ref().filter(|visitor| visitor.guest) {
            app.store.hand_over(guest.id(), user, app.now()).await?;
        }
        app.store.note_learned(user, &self.learned.steps()).await?;
        Ok((cookie, Redirect::to(to)).into_response())
    }
}

/// Renders a form that was refused.
pub(super) fn refused(page: &impl askama::Template) -> Result<Response, Fault> {
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(page)?).into_response())
}
