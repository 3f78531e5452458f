//! Payers: the user or address that rate limits charge for a request, and drawing at their cost.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use carrick_server::{Budget, Cost, TooMany, TurnedAway};
use carrick_service::Userid;

use super::appearance::Shown;
use super::session::Visitor;
use crate::app::App;
use crate::network::client::Client;
use crate::site::Identity;
use crate::site::stylesheet::Arrival;

/// Payer of a request: a user or an address.
#[derive(Debug, Clone)]
pub(crate) struct Payer {
    address: String,
    /// The user and their budget (browser or program); `None` for strangers.
    pub(crate) known: Option<(Budget, Userid)>,
}

impl Payer {
    /// A stranger at a network address.
    pub(crate) fn stranger(address: impl Into<String>) -> Self {
        Self { address: address.into(), known: None }
    }

    /// A user at a network address.
    pub(crate) fn member(user: &Userid, address: impl Into<String>) -> Self {
        Self { address: address.into(), known: Some((Budget::Member, user.clone())) }
    }

    /// The payer for a page's reader. Guests pay as strangers, since anybody can become many
    /// guests.
    pub(crate) fn of(visitor: &Visitor) -> Self {
        match visitor.guest {
            true => Self::stranger(&visitor.address),
            false => Self::member(visitor.id(), &visitor.address),
        }
    }

    /// A user's program at a network address.
    pub(crate) fn program(user: &Userid, address: String) -> Self {
        Self { address, known: Some((Budget::Program, user.clone())) }
    }

    fn budgets(&self) -> Vec<(Budget, &str)> {
        match &self.known {
            None => vec![(Budget::Stranger, &*self.address)],
            Some((budget, user)) => {
                vec![(*budget, user.as_str()), (Budget::Household, &*self.address)]
            }
        }
    }

    /// # Errors
    /// When the limit is exceeded.
    pub(crate) fn pay(&self, app: &App, cost: Cost) -> Result<(), TooMany> {
        app.charge_all(&self.budgets(), cost)
    }

    /// Gives back the price of something that was not shown.
    pub(crate) fn refund(&self, app: &App, cost: Cost) {
        app.refund_all(&self.budgets(), cost);
    }

    /// Network address, by which waiting requests take turns.
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
    /// Draws on a blocking thread when it is the payer's turn, so that no page of others waits for
    /// it, however slow the drawing is.
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
