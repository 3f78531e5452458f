//! Signing up, in and out, and the link for a forgotten password.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_server::At;
use carrick_service::{Needs, Password, PasswordHash, Sender, Userid, command};
use carrick_tokens::ResetToken;

use crate::act::act_as;
use crate::app::App;
use crate::client::Client;
use crate::fault::Fault;
use crate::fields::{Asked, Fields};
use crate::limits::Kind;
use crate::page::{Frame, show};
use crate::reset;
use crate::secret::WebPassword;
use crate::session::{self, Visitor};
use crate::{cookie, guest};

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/sign-up", get(sign_up_form).post(sign_up))
        .route("/sign-in", get(sign_in_form).post(sign_in))
        .route("/sign-out", post(sign_out))
        .route("/reset", get(ask_form).post(ask))
        .route("/reset/command-password", post(by_command_password))
        .route("/reset/{token}", get(new_password_form).post(new_password))
}

#[derive(Template)]
#[template(path = "sign.html")]
struct SignPage {
    frame: Frame,
    /// Whether to sign up; else in.
    up: bool,
    user: String,
    to: String,
    /// What was wrong, or a word before.
    said: String,
    keeps: bool,
}

fn sign_page(visitor: Option<&Visitor>, up: bool) -> SignPage {
    SignPage {
        frame: Frame::new(if up { "Sign up" } else { "Sign in" }, visitor),
        up,
        user: String::new(),
        to: String::new(),
        said: String::new(),
        keeps: visitor.is_some_and(|visitor| visitor.guest),
    }
}

async fn sign_up_form(visitor: Option<Visitor>, Asked(asked): Asked) -> Result<Response, Fault> {
    let said = match asked.text("why") {
        "members" => "To play against people, sign up first: a name and a password are enough.",
        _ => "",
    };
    let page = SignPage {
        said: said.to_owned(),
        to: asked.text("to").to_owned(),
        ..sign_page(visitor.as_ref(), true)
    };
    Ok(show(&page)?.into_response())
}

async fn sign_in_form(visitor: Option<Visitor>, Asked(asked): Asked) -> Result<Response, Fault> {
    let page = SignPage { to: asked.text("to").to_owned(), ..sign_page(visitor.as_ref(), false) };
    Ok(show(&page)?.into_response())
}

async fn sign_up(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    fields: Fields,
) -> Result<Response, Fault> {
    let again = |said: &str| -> Result<Response, Fault> {
        let page = SignPage {
            user: fields.text("user").to_owned(),
            to: fields.text("to").to_owned(),
            said: said.to_owned(),
            ..sign_page(visitor.as_ref(), true)
        };
        Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
    };
    let Some(user) = read_user(&fields).filter(|user| !guest::is_guest_name(user)) else {
        return again("A name has 2 to 20 letters, digits and _, and begins with a letter.");
    };
    if command::is_reserved(&user) {
        return again("That name is a word of the command language; choose another.");
    }
    let password = match WebPassword::choose(fields.raw("password"), &user) {
        Ok(password) => password,
        Err(said) => return again(said),
    };
    let now = app.now();
    if !app.limits.allows(Kind::SignUp, &client.address, now) {
        return again("That was too often. Please try again in an hour.");
    }
    // The command password is one that only this server can compute from the web password, until its
    // owner sets one: a form sent twice signs up once.
    let parts = ["command password", user.as_str(), password.as_str()];
    let derived = app.setup.keys.fingerprint(&parts.map(str::as_bytes));
    let line = format!("signup {user} {}", &derived[..32]);
    let done = act_as(&app, Sender::Nobody, &client.address, &line, None).await?;
    let stored = app.store.web_password_of(&user).await?;
    let is_new = stored.is_none();
    let taken = done.refused || (!is_new && !password.clone().verify(&app, stored).await);
    if taken {
        return again("That name is taken; choose another, or sign in if it is yours.");
    }
    if is_new {
        app.store.set_web_password(&user, &password.hash(&app).await?, now).await?;
    }
    let to = match fields.text("to") {
        "" => "/boards?welcome=1",
        to => local(to),
    };
    enter(&app, &user, visitor.as_ref(), client, to).await
}

async fn sign_in(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    fields: Fields,
) -> Result<Response, Fault> {
    let to = local(fields.text("to"));
    let again = |said: &str| -> Result<Response, Fault> {
        let page = SignPage {
            user: fields.text("user").to_owned(),
            to: to.to_owned(),
            said: said.to_owned(),
            ..sign_page(visitor.as_ref(), false)
        };
        Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
    };
    let Some(user) = read_user(&fields) else { return again(NOT_TOGETHER) };
    let at = At { gate: &app.gate, sender: &client.address };
    if at.charge(&user, app.now()).is_err() {
        tracing::warn!(from = client.address, "turned away: too many wrong passwords");
        return again("That was too often. Please wait a few minutes and try again.");
    }
    let stored = app.store.web_password_of(&user).await?;
    let matches = match WebPassword::read(fields.raw("password")) {
        Some(password) => password.verify(&app, stored).await,
        None => false,
    };
    if !matches {
        // The name is not told: it may be a password that was typed into the wrong field.
        tracing::warn!(from = client.address, "a wrong web password");
        return again(NOT_TOGETHER);
    }
    at.refund(&user);
    enter(&app, &user, visitor.as_ref(), client, to).await
}

/// The same for a wrong password and for a user who does not exist.
const NOT_TOGETHER: &str = "That name and that web password do not belong together.";

/// Signs somebody in: a new session, and what he played as a guest becomes his.
async fn enter(
    app: &App,
    user: &Userid,
    visitor: Option<&Visitor>,
    client: Client,
    to: &str,
) -> Result<Response, Fault> {
    tracing::info!(%user, from = client.address, "signed in");
    let old = visitor.map(|visitor| &visitor.session);
    let (_, cookie) = session::begin(app, user, old, client.label).await?;
    if let Some(guest) = visitor.filter(|visitor| visitor.guest) {
        app.store.hand_over(guest.id(), user, app.now()).await?;
    }
    Ok((cookie, Redirect::to(to)).into_response())
}

async fn sign_out(State(app): State<App>, visitor: Visitor) -> Result<Response, Fault> {
    app.store.end_session(visitor.id(), &visitor.session.token).await?;
    let gone = [
        (header::SET_COOKIE, cookie::set(&app.setup.base_url, None)),
        (header::HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\"")),
    ];
    Ok((gone, Redirect::to("/")).into_response())
}

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage {
    frame: Frame,
    /// Whether the link was asked for.
    asked: bool,
    said: String,
    /// Where the new password goes; empty where a link is asked for.
    action: String,
}

async fn ask_form(visitor: Option<Visitor>) -> Result<Response, Fault> {
    Ok(show(&reset_page(visitor.as_ref()))?.into_response())
}

fn reset_page(visitor: Option<&Visitor>) -> ResetPage {
    ResetPage {
        frame: Frame::new("A forgotten password", visitor),
        asked: false,
        said: String::new(),
        action: String::new(),
    }
}

async fn ask(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    fields: Fields,
) -> Result<Response, Fault> {
    if !app.limits.allows(Kind::Reset, &client.address, app.now()) {
        return Err(Fault::TooOften);
    }
    // Whatever was typed, the answer is the same.
    if let Some(user) = read_user(&fields) {
        act_as(&app, Sender::Nobody, &client.address, &format!("reset {user}"), None).await?;
    }
    Ok(show(&ResetPage { asked: true, ..reset_page(visitor.as_ref()) })?.into_response())
}

/// The user whose link this is, if the link is still good.
async fn owner_of_link(app: &App, client: &Client, token: &str) -> Result<Userid, Fault> {
    const OLD: Fault = Fault::NotFound(
        "This link is not good any more: it lasts a day and for one change. Ask for another.",
    );
    if !app.limits.allows(Kind::Link, &client.address, app.now()) {
        return Err(Fault::TooOften);
    }
    let token: ResetToken = app.setup.keys.open(token, app.now()).map_err(|_| OLD)?;
    let needs = Needs { users: [token.user.clone()].into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let is_last = state.users.get(&token.user).is_some_and(|user| reset::is_last(&token, user));
    if is_last { Ok(token.user) } else { Err(OLD) }
}

async fn new_password_form(
    State(app): State<App>,
    client: Client,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    owner_of_link(&app, &client, &token).await?;
    let page = ResetPage {
        frame: Frame::new("A new password", None),
        asked: false,
        said: String::new(),
        action: format!("/reset/{token}"),
    };
    Ok(show(&page)?.into_response())
}

async fn new_password(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    Path(token): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let user = owner_of_link(&app, &client, &token).await?;
    let password = match WebPassword::choose(fields.raw("password"), &user) {
        Ok(password) => password,
        Err(said) => {
            let page = ResetPage {
                frame: Frame::new("A new password", None),
                asked: false,
                said: said.to_owned(),
                action: format!("/reset/{token}"),
            };
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response());
        }
    };
    app.store.set_web_password(&user, &password.hash(&app).await?, app.now()).await?;
    app.store.end_other_sessions(&user, None).await?;
    tracing::info!(%user, "a new web password, by a link");
    enter(&app, &user, visitor.as_ref(), client, "/account").await
}

/// The same whether there is no such user, the command password is wrong, or a web password was set before: that
/// one is not to be had for a word that is mailed in the clear.
const NOT_BY_COMMAND: &str = "That name and that command password do not belong together, or the account \
                              has a web password already.";

/// Gives a first web password to whoever has a command password only.
async fn by_command_password(
    State(app): State<App>,
    visitor: Option<Visitor>,
    client: Client,
    fields: Fields,
) -> Result<Response, Fault> {
    let again = |said: &str| -> Result<Response, Fault> {
        let page = ResetPage { said: said.to_owned(), ..reset_page(visitor.as_ref()) };
        Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
    };
    let user = read_user(&fields).filter(|user| !guest::is_guest_name(user));
    let command_password = fields.raw("command").trim().parse::<Password>();
    let (Some(user), Ok(command_password)) = (user, command_password) else {
        return again(NOT_BY_COMMAND);
    };
    let new = match WebPassword::choose(fields.raw("password"), &user) {
        Ok(new) => new,
        Err(said) => return again(said),
    };
    let at = At { gate: &app.gate, sender: &client.address };
    if at.charge(&user, app.now()).is_err() {
        tracing::warn!(from = client.address, "turned away: too many wrong passwords");
        return again("That was too often. Please wait a few minutes and try again.");
    }
    let stored = app.store.password_of(&user).await?;
    let is_first = app.store.web_password_of(&user).await?.is_none();
    let known = stored.is_some() && is_first;
    let hash = stored.unwrap_or_else(PasswordHash::of_nobody);
    let matches = app.gate.hash(move || hash.verifies(&command_password)).await;
    if !(known && matches) {
        tracing::warn!(from = client.address, "a wrong command password");
        return again(NOT_BY_COMMAND);
    }
    at.refund(&user);
    app.store.set_web_password(&user, &new.hash(&app).await?, app.now()).await?;
    tracing::info!(%user, "a first web password, by the command password");
    enter(&app, &user, visitor.as_ref(), client, "/account").await
}

fn read_user(fields: &Fields) -> Option<Userid> {
    fields.text("user").parse().ok()
}

/// A page of this site; anything else is the front page.
fn local(to: &str) -> &str {
    let is_path = to.starts_with('/') && !to.starts_with("//") && !to.contains(['\\', '\r', '\n']);
    if is_path { to } else { "/boards" }
}
