//! Command box: runs a line of the command language and shows the answer as it would appear in an
//! email.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_server::{Attempt, Budget, Cost, GAME, ParsedLine, RequestedWork, TooMany};
use carrick_service::{HelpTopic, Sender, command, help};

use crate::app::App;
use crate::network::client::Client;
use crate::pages::fault::Fault;
use crate::pages::fields::{CommandAnswer, Fields, act_on_text};
use crate::pages::page::{Frame, show};
use crate::pages::session::{Payer, Visitor};

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
    answer: Option<CommandAnswer>,
    help: String,
}

fn page(visitor: Option<&Visitor>) -> CommandsPage {
    CommandsPage {
        frame: Frame::new("Command box", visitor)
            .described("Type a command as on the old play-by-mail server, and read the answer."),
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

/// Price of a command, not counting its words. The answer may be a list of all games, and each word
/// may be a turn to replay.
const QUESTION: Cost = 50;

/// Charges each command, in the line or in its body, to the sender and their address.
async fn count(
    app: &App,
    visitor: Option<&Visitor>,
    payer: &Payer,
    asks: RequestedWork,
) -> Result<(), TooMany> {
    payer.pay(app, (asks.commands - asks.sign_ups) * QUESTION + asks.words)?;
    // One has already been counted, as for every form.
    app.charge(&[
        (Budget::AddressChanges, payer.address(), asks.commands - 1),
        (Budget::Games, payer.address(), asks.games * GAME),
    ])?;
    if let Some(visitor) = visitor {
        app.charge(&[(Budget::Changes, visitor.id().as_str(), asks.commands)])?;
    }
    // A body creates at most one account.
    if asks.sign_ups > 0 {
        app.attempt(Attempt::SignUp, payer.address()).await?;
    }
    for _ in 0..asks.resets {
        app.attempt(Attempt::Reset, payer.address()).await?;
    }
    Ok(())
}

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
        page.answer = Some(CommandAnswer::turned_away(text));
        fault.on(&page)
    };
    // Guests may type whatever they may click.
    let member = visitor.as_ref().filter(|visitor| !visitor.guest);
    if let Err(too_many) = count(&app, member, &payer, line.asks(body.as_deref())).await {
        return turned_away(too_many.into());
    }
    let sender = member.map_or(Sender::Nobody, Visitor::sender);
    let done = match act_on_text(&app, sender, &client.address, line, body).await {
        Ok(done) => done,
        Err(fault) => return turned_away(fault),
    };
    let mut page = page(visitor.as_ref());
    // After a successful command the box is empty, and passwords are never shown again.
    if done.refused {
        page.typed = command::retyped(&text, visitor.as_ref().map(Visitor::id));
        page.body = fields.raw("body").to_owned();
    }
    page.answer = Some(done);
    Ok(show(&page)?.into_response())
}
