//! The form on a practice game's page that asks for a hint, or for its next step.

use axum::Router;
use axum::response::Response;
use axum::routing::post;
use carrick_coach::hint::Step;
use carrick_service::GameCommand;

use super::page::BoardInput;
use super::play::{Form, seen};
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/{game}/{number}/hint", post(hint))
}

/// There is no such step.
const STEP: Fault = Fault::Bad(
    "A hint has three steps: 1 says where to look, 2 names the turn, and 3, the last, says why. There \
     is nothing after it.",
);

async fn hint(form: Form, fields: Fields) -> Result<Response, Fault> {
    let step: Step = fields.text("step").parse().map_err(|_| STEP)?;
    let command = |board, who| GameCommand::Hint(board, who, Some(step));
    let refusal = form.send(command, None, seen(&fields)?).await?.refusal();
    form.back(refusal, "#hint", BoardInput::default()).await
}
