//! Second step of signing in, for users with a second factor: asks for a code.

use askama::Template;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use carrick_server::Budget;
use carrick_service::Userid;
use carrick_tokens::StepToken;
use jiff::SignedDuration;

use super::form::Entrance;
use crate::app::App;
use crate::network::refusals::Refusal;
use crate::pages::fault::{self, Fault};
use crate::pages::page::{Frame, show};
use crate::sign_in::second_factor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/sign-in/code", post(code))
}

/// Time allowed between the password and the code.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(10);

#[derive(Template)]
#[template(path = "step.html")]
struct StepPage {
    frame: Frame,
    said: String,
    /// Sealed proof that the password was right.
    token: String,
    to: String,
}

/// Asks for a code.
pub(super) fn ask(entrance: &Entrance, user: &Userid, to: &str) -> Result<Response, Fault> {
    let app = &entrance.app;
    let token = StepToken { user: user.clone(), expires: app.now() + GOOD_FOR };
    page(entrance, app.setup.keys.seal(&token), to, None)
}

fn page(
    entrance: &Entrance,
    token: String,
    to: &str,
    said: Option<&str>,
) -> Result<Response, Fault> {
    let status = if said.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = StepPage {
        frame: Frame::new("Your code", entrance.visitor.as_ref())
            .described("Enter the code that the app on your phone shows."),
        said: said.unwrap_or_default().to_owned(),
        token,
        to: to.to_owned(),
    };
    Ok((status, [(header::CACHE_CONTROL, "no-store")], show(&page)?).into_response())
}

const WRONG: &str = "That code does not fit, or was used before. The app shows a new one every half minute; its \
                     clock must be right.";

async fn code(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, fields, client, .. } = &entrance;
    let sealed = fields.text("token").to_owned();
    let Ok(token) = app.setup.keys.open::<StepToken>(&sealed, app.now()) else {
        return Err(Fault::Bad("That took too long; please sign in again from the start."));
    };
    // Only users with the right password get here, so a stranger can lock nobody out.
    if let Err(too_many) = app.charge_shared(Budget::Code, token.user.as_str()).await {
        app.log_refusal(Refusal::Guesses, "", &client.address);
        let said = Fault::from(too_many).to_string();
        let mut response = page(&entrance, sealed, &entrance.to(), Some(&said))?;
        let (status, after) = fault::retry_later(too_many.into());
        *response.status_mut() = status;
        response.headers_mut().insert(header::RETRY_AFTER, after);
        return Ok(response);
    }
    if !second_factor::admits(app, &token.user, fields.text("code")).await? {
        tracing::warn!(user = %token.user, from = client.address, "a wrong code");
        return page(&entrance, sealed, &entrance.to(), Some(WRONG));
    }
    entrance.admit(&token.user, &entrance.to()).await
}
