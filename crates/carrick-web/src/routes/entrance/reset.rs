//! Forgotten passwords: reset by a mailed link. A first web password can also be set by the
//! command password.

use std::collections::BTreeSet;

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use carrick_server::Budget;
use carrick_service::{Command, Keeps, Needs, Password, PasswordHash, Sender, Userid};
use carrick_tokens::ResetToken;

use super::form::{Entrance, refused};
use crate::app::App;
use crate::network::client::Client;
use crate::network::refusals::Refusal;
use crate::pages::act::{change_command_password, give_as};
use crate::pages::fault::{Fault, away};
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::routes::account::given_out;
use crate::sign_in::password::{WebPassword, command_password};
use crate::site::reset_link;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/reset", get(ask_form).post(ask))
        .route("/reset/command-password", post(by_command_password))
        .route("/reset/{token}", get(new_password_form).post(new_password))
}

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage {
    frame: Frame,
    /// Whether a link was requested.
    asked: bool,
    said: String,
    /// URL for the form of the new password; empty in the form that requests a link.
    action: String,
}

async fn ask_form(visitor: Option<Visitor>) -> Result<Response, Fault> {
    Ok(show(&ask_page(visitor.as_ref(), ""))?.into_response())
}

fn ask_page(visitor: Option<&Visitor>, said: &str) -> ResetPage {
    ResetPage {
        frame: Frame::new("A forgotten password", visitor)
            .described("Get a link by mail that sets a new password."),
        asked: false,
        said: said.to_owned(),
        action: String::new(),
    }
}

async fn ask(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, visitor, client, .. } = &entrance;
    if let Err(too_many) = app.charge_shared(Budget::Reset, &client.address).await {
        return away(
            too_many.into(),
            &ask_page(visitor.as_ref(), &Fault::from(too_many).to_string()),
        );
    }
    // The answer does not depend on what was typed, so it tells nothing of who has an account.
    if let Some(user) = entrance.user() {
        give_as(app, Sender::Nobody, &client.address, Command::Reset(user)).await?;
    }
    Ok(show(&ResetPage { asked: true, ..ask_page(visitor.as_ref(), "") })?.into_response())
}

/// The user of a reset link, if it is still valid.
async fn owner_of_link(app: &App, client: &Client, token: &str) -> Result<Userid, Fault> {
    const OLD: Fault = Fault::NotFound(
        "This link is not good any more: it lasts a day and for one change. Ask for another.",
    );
    app.charge_shared(Budget::Link, &client.address).await?;
    let token: ResetToken = app.setup.keys.open(token, app.now()).map_err(|_| OLD)?;
    let needs = Needs { users: [token.user.clone()].into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let is_last =
        state.users.get(&token.user).is_some_and(|user| reset_link::is_last(&token, user));
    if is_last { Ok(token.user) } else { Err(OLD) }
}

fn new_password_page(visitor: Option<&Visitor>, token: &str, said: &str) -> ResetPage {
    ResetPage {
        frame: Frame::new("A new password", visitor)
            .described("Choose a new password for your account."),
        asked: false,
        said: said.to_owned(),
        action: format!("/reset/{token}"),
    }
}

async fn new_password_form(
    State(app): State<App>,
    client: Client,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    owner_of_link(&app, &client, &token).await?;
    Ok(show(&new_password_page(visitor.as_ref(), &token, ""))?.into_response())
}

async fn new_password(Path(token): Path<String>, entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, visitor, client, fields, .. } = &entrance;
    let user = owner_of_link(app, client, &token).await?;
    let again = |said: &str| refused(&new_password_page(visitor.as_ref(), &token, said));
    let (web, command) = match chosen(fields.raw("password"), fields.raw("command"), &user) {
        Ok(chosen) => chosen,
        Err(said) => return again(said),
    };
    // The page does not show names of tokens: with a second factor, the link alone does not sign
    // its holder in.
    let given_out = given_out(app, &user).await?;
    let keeps = |what| fields.all("keep").any(|ticked| ticked == what);
    let keeps = Keeps {
        tokens: if keeps("tokens") { given_out.tokens } else { BTreeSet::new() },
        feed: keeps("feed"),
    };
    if let Some(new) = command {
        let done = change_command_password(app, &user, &client.address, new, keeps.clone()).await?;
        if let Some(said) = done.refusal() {
            return again(&said);
        }
        tracing::info!(%user, "a new command password, by a link");
    }
    if let Some(new) = web {
        let hash = new.hash(app, &client.address).await?;
        app.store.change_web_password(&user, &hash, app.now(), &keeps).await?;
        tracing::info!(%user, "a new web password, by a link");
    }
    app.store.end_other_sessions(&user, None).await?;
    entrance.enter(&user, "/account").await
}

/// The new web and command passwords; an empty field keeps the old one.
///
/// # Errors
/// A sentence for the user, when a password is invalid or both fields are empty.
fn chosen(
    web: &str,
    command: &str,
    user: &Userid,
) -> Result<(Option<WebPassword>, Option<Password>), &'static str> {
    if web.is_empty() && command.is_empty() {
        return Err("Type a new password, a new command password, or both.");
    }
    let web = (!web.is_empty()).then(|| WebPassword::choose(web, user)).transpose()?;
    let command = (!command.is_empty()).then(|| command_password(command)).transpose()?;
    Ok((web, command))
}

/// One refusal for an unknown user, a wrong command password, and a web password that is set
/// already: commands with passwords are mailed in the clear, so a command password must not give
/// access to it.
const NOT_BY_COMMAND: &str = "That name and that command password do not belong together, or the account \
                              has a password for this site already.";

/// Sets a first web password for a user who has only a command password.
async fn by_command_password(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, visitor, client, fields, .. } = &entrance;
    let again = |said: &str| refused(&ask_page(visitor.as_ref(), said));
    let user = entrance.user().filter(|user| !user.is_guest());
    let command_password = fields.raw("command").trim().parse::<Password>();
    let (Some(user), Ok(command_password)) = (user, command_password) else {
        return again(NOT_BY_COMMAND);
    };
    let new = match WebPassword::choose(fields.raw("password"), &user) {
        Ok(new) => new,
        Err(said) => return again(said),
    };
    let guess = match entrance.guess(&user).await {
        Ok(guess) => guess,
        Err(fault) => {
            let page = ask_page(visitor.as_ref(), &fault.to_string());
            return fault.on(&page);
        }
    };
    let stored = app.store.password_of(&user).await?;
    let is_first = app.store.web_password_of(&user).await?.is_none();
    let known = stored.is_some() && is_first;
    let hash = stored.unwrap_or_else(PasswordHash::of_nobody);
    let matches = match guess.hash(move || hash.verifies(&command_password)).await {
        Ok(matches) => matches,
        Err(busy) => {
            guess.refund(&user).await;
            return Err(busy.into());
        }
    };
    if !(known && matches) {
        app.log_refusal(Refusal::Password, "", &client.address);
        return again(NOT_BY_COMMAND);
    }
    guess.refund(&user).await;
    app.store.set_web_password(&user, &new.hash(app, &client.address).await?, app.now()).await?;
    tracing::info!(%user, "a first web password, by the command password");
    entrance.enter(&user, "/account").await
}
