//! Who pays for what is computed for a request, and drawing at their cost.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use carrick_server::{Budget, Cost, TooMany, TurnedAway};
use carrick_service::Userid;

use super::session::Visitor;
use crate::app::App;
use crate::network::client::Client;

/// Who pays for what is shown.
#[derive(Debug, Clone)]
pub(crate) struct Payer {
    address: String,
    /// A user, and whether it is a program of theirs.
    pub(crate) known: Option<(Budget, Userid)>,
}

impl Payer {
    /// Nobody in particular, at a network address.
    pub(crate) fn stranger(address: impl Into<String>) -> Self {
        Self { address: address.into(), known: None }
    }

    /// A user at a network address.
    pub(crate) fn member(user: &Userid, address: impl Into<String>) -> Self {
        Self { address: address.into(), known: Some((Budget::Member, user.clone())) }
    }

    /// Whoever looks at a page. Guests are strangers: everybody may be as many as they like.
    pub(crate) fn of(visitor: &Visitor) -> Self {
        match visitor.guest {
            true => Self::stranger(&visitor.address),
            false => Self::member(visitor.id(), &visitor.address),
        }
    }

    /// A program of a user, at a network address.
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
    /// When too much was shown of late.
    pub(crate) fn pay(&self, app: &App, cost: Cost) -> Result<(), TooMany> {
        app.charge_all(&self.budgets(), cost)
    }

    /// For what was not shown after all.
    pub(crate) fn refund(&self, app: &App, cost: Cost) {
        app.refund_all(&self.budgets(), cost);
    }

    /// Whose turn it is where several wait.
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
    /// Draws on a thread of its own, when it is the payer's turn: whatever a position is that
    /// somebody asks for, no page of another waits for it.
    ///
    /// # Errors
    /// When too much was drawn for them of late, or too many wait.
    pub(crate) async fn draw<T: Send + 'static>(
        &self,
        payer: &Payer,
        cost: Cost,
        draw: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TurnedAway> {
        payer.pay(self, cost)?;
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
