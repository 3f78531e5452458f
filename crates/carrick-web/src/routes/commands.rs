//! The command box: the old language, and the answer as it would be mailed.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_service::{HelpTopic, Sender, command, help};

use crate::act::{Done, act, act_as};
use crate::app::App;
use crate::client::Client;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::limits::Kind;
use crate::page::{Frame, show};
use crate::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/commands", get(form).post(run))
}

#[derive(Template)]
#[template(path = "commands.html")]
struct CommandsPage {
    frame: Frame,
    me: String,
    typed: String,
    body: String,
    answer: Option<Done>,
    help: String,
}

fn page(visitor: Option<&Visitor>) -> CommandsPage {
    CommandsPage {
        frame: Frame::new("Command box", visitor),
        me: visitor.map(|visitor| visitor.id().to_string()).unwrap_or_default(),
        typed: String::new(),
        body: String::new(),
        answer: None,
        help: help::text(Some(HelpTopic::Commands)),
    }
}

async fn form(visitor: Option<Visitor>) -> Result<Response, Fault> {
    Ok(show(&page(visitor.as_ref()))?.into_response())
}

async fn run(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    fields: Fields,
) -> Result<Response, Fault> {
    let text = fields.text("command").replace(['\r', '\n'], " ");
    let body = Some(fields.raw("body").to_owned()).filter(|body| !body.trim().is_empty());
    let signs_up = matches!(command::parse(&text), Ok(carrick_service::Command::Signup { .. }));
    if signs_up && !app.limits.allows(Kind::SignUp, &client.address, app.now()) {
        return Err(Fault::TooOften);
    }
    let done = match &visitor {
        // A guest may do by typing what he may do by clicking.
        Some(visitor) if !visitor.guest => act(&app, visitor, &text, body).await?,
        _ => act_as(&app, Sender::Nobody, &client.address, &text, body).await?,
    };
    let mut page = page(visitor.as_ref());
    // What was right is not typed again, and a password is not shown again.
    if done.refused {
        page.typed = command::retyped(&text, visitor.as_ref().map(Visitor::id));
        page.body = fields.raw("body").to_owned();
    }
    page.answer = Some(done);
    Ok(show(&page)?.into_response())
}
