//! Command box: takes a line of the command language and shows the answer as it would be mailed.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_server::{Budget, Cost, ParsedLine};
use carrick_service::{HelpTopic, Sender, command, help};

use crate::app::App;
use crate::network::client::Client;
use crate::pages::act::{Done, act_on_text, may_act};
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::page::{Frame, show};
use crate::pages::payer::Payer;
use crate::pages::session::Visitor;

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
        frame: Frame::new("Command box", visitor)
            .described("Type a command as on the old play-by-mail server, and read its answer."),
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

/// Price of a command that only asks for something.
const QUESTION: Cost = 50;

async fn run(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    payer: Payer,
    fields: Fields,
) -> Result<Response, Fault> {
    let text = fields.text("command").replace(['\r', '\n'], " ");
    let body = Some(fields.raw("body").to_owned()).filter(|body| !body.trim().is_empty());
    let line = ParsedLine::new(&text);
    let turned_away = |fault: Fault| {
        let mut page = page(visitor.as_ref());
        page.typed = command::retyped(&text, visitor.as_ref().map(Visitor::id));
        page.body = fields.raw("body").to_owned();
        let text = fault.to_string();
        page.answer = Some(Done { refused: true, subject: String::new(), text, board: None });
        fault.on(&page)
    };
    let counted = match line.signs_up(body.as_deref()) {
        true => app.charge(Budget::SignUp, &client.address),
        // The answer may be a list of all games.
        false => payer.pay(&app, QUESTION),
    };
    if let Err(too_many) = counted {
        return turned_away(too_many.into());
    }
    let done = match &visitor {
        // Guests may type what they may click.
        Some(visitor) if !visitor.guest => match may_act(&app, visitor) {
            Ok(()) => act_on_text(&app, visitor.sender(), visitor.id().as_str(), line, body).await,
            Err(too_many) => Ok(too_many),
        },
        _ => act_on_text(&app, Sender::Nobody, &client.address, line, body).await,
    };
    let done = match done {
        Ok(done) => done,
        Err(fault) => return turned_away(fault),
    };
    let mut page = page(visitor.as_ref());
    // After a command that was carried out, the box is empty; and a password is never shown again.
    if done.refused {
        page.typed = command::retyped(&text, visitor.as_ref().map(Visitor::id));
        page.body = fields.raw("body").to_owned();
    }
    page.answer = Some(done);
    Ok(show(&page)?.into_response())
}
