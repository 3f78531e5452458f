//! Signing up, in and out.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_games::GameKind;
use carrick_server::{Budget, TurnedAway};
use carrick_service::{Appearance, Command, Credential, GameCommand, Sender, Setting, Userid};

use super::form::{Entrance, refused};
use crate::app::App;
use crate::network::refusals::Refusal;
use crate::pages::act::give_as;
use crate::pages::appearance::Shown;
use crate::pages::fault::{Fault, away};
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;
use crate::sign_in::password::WebPassword;
use crate::site::cookie;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/sign-up", get(sign_up_form).post(sign_up))
        .route("/sign-in", get(sign_in_form).post(sign_in))
        .route("/sign-out", post(sign_out))
}

#[derive(Template)]
#[template(path = "sign.html")]
struct SignPage {
    frame: Frame,
    /// Whether the form is for signing up; otherwise for signing in.
    up: bool,
    user: String,
    to: String,
    /// The refusal or a notice.
    said: String,
    keeps: bool,
}

/// The form with the typed values.
fn sign_page(up: bool, visitor: Option<&Visitor>, fields: &Fields, said: &str) -> SignPage {
    SignPage {
        frame: Frame::new(if up { "Sign up" } else { "Sign in" }, visitor).described(match up {
            true => "A name and a password are enough to play people, and to keep games begun as a guest.",
            false => "Sign in to go on with your games.",
        }),
        up,
        user: fields.text("user").to_owned(),
        to: fields.text("to").to_owned(),
        said: said.to_owned(),
        keeps: visitor.is_some_and(|visitor| visitor.guest),
    }
}

async fn sign_up_form(
    State(app): State<App>,
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let me = visitor.as_ref().filter(|visitor| !visitor.guest).map(Visitor::id);
    let said = match (me, app.gate.registration().refusal(), asked.text("why")) {
        (Some(me), _, _) => already_here(me),
        (None, Some(why), _) => sentence(why),
        (None, None, "members") => {
            "To play against people, sign up first: a name and a password are enough.".to_owned()
        }
        _ => String::new(),
    };
    Ok(show(&sign_page(true, visitor.as_ref(), &asked, &said))?.into_response())
}

async fn sign_in_form(
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let said = match asked.text("why") {
        "ended" => "You are not signed in any more, so nothing was done. Sign in and try again.",
        _ => "",
    };
    Ok(show(&sign_page(false, visitor.as_ref(), &asked, said))?.into_response())
}

async fn sign_up(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, visitor, client, fields, .. } = &entrance;
    let again = |said: &str| refused(&sign_page(true, visitor.as_ref(), fields, said));
    let Some(user) = entrance.user() else {
        return again(
            "A name has 2 to 20 letters (a to z), digits and _, and begins with a letter.",
        );
    };
    // A form that is sent twice makes one account.
    let other = visitor.as_ref().filter(|visitor| !visitor.guest && *visitor.id() != user);
    if let Some(other) = other {
        return again(&already_here(other.id()));
    }
    let password = match WebPassword::choose(fields.raw("password"), &user) {
        Ok(password) => password,
        Err(said) => return again(said),
    };
    let now = app.now();
    let turned_away = |fault: Fault| {
        let page = sign_page(true, visitor.as_ref(), fields, &fault.to_string());
        fault.on(&page)
    };
    if let Some(why) = app.gate.registration().refusal() {
        return again(&sentence(why));
    }
    if let Err(too_many) = app.charge(Budget::SignUp, &client.address) {
        return turned_away(too_many.into());
    }
    // Until its owner sets one, the command password is one that only this server can compute from
    // the web password: a form sent twice signs up once.
    let parts = ["command password", user.as_str(), password.as_str()];
    let derived = app.setup.keys.fingerprint(&parts.map(str::as_bytes));
    let derived = derived[..32].parse().map_err(|_| Fault::Failed("no command password"))?;
    let signup = Command::Signup { user: user.clone(), password: derived, addresses: Vec::new() };
    let done = match give_as(app, Sender::Nobody, &client.address, signup).await {
        Ok(done) => done,
        Err(fault) => return turned_away(fault),
    };
    let stored = app.store.web_password_of(&user).await?;
    if let Some(said) = done.refusal() {
        if stored.is_some() {
            app.log_refusal(Refusal::Password, "", &client.address);
        }
        return again(&said);
    }
    match stored {
        Some(stored) => {
            if !password.verify(app, &client.address, Some(stored)).await? {
                app.log_refusal(Refusal::Password, "", &client.address);
                return again(TAKEN);
            }
        }
        None => {
            let hash = password.hash(app, &client.address).await?;
            app.store.set_web_password(&user, &hash, now).await?;
            keep_appearance(app, &user, &client.address).await?;
        }
    }
    let welcome = || "/boards?welcome=1".to_owned();
    let to = if fields.ticked("to") { entrance.to() } else { welcome() };
    entrance.enter(&user, &to).await
}

/// A refusal of the command language as a sentence.
fn sentence(refusal: &str) -> String {
    let first = refusal.chars().next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), refusal.get(1..).unwrap_or_default())
}

/// Keeps with a new account how pages looked to its user before they had one.
async fn keep_appearance(app: &App, user: &Userid, address: &str) -> Result<(), Fault> {
    let chosen = Shown::of_reader().0;
    if chosen == Appearance::default() {
        return Ok(());
    }
    let who = Credential { user: user.clone(), password: None };
    // All games share it, so the command may name any game.
    let set = GameCommand::Set(who, vec![Setting::Appearance(chosen)]);
    let sender = Sender::User(user.clone());
    give_as(app, sender, address, Command::Game(GameKind::Ankor, set)).await?;
    Ok(())
}

fn already_here(me: &Userid) -> String {
    format!("You are {me} here; sign out first to sign up as somebody else.")
}

/// Refusal of a name whose account has another password.
const TAKEN: &str = "That name is taken; choose another, or use its password if it is yours.";

/// Refusal when the queue for hashing is full.
const BUSY: &str = "Many sign in at the moment. Try again in a few seconds.";

/// Refusal of a wrong password and of an unknown user: the answer does not tell which.
const NOT_TOGETHER: &str = "That name and that password do not belong together.";

async fn sign_in(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, visitor, client, fields, .. } = &entrance;
    let again = |said: &str| refused(&sign_page(false, visitor.as_ref(), fields, said));
    let Some(user) = entrance.user() else { return again(NOT_TOGETHER) };
    let page = |said: &str| sign_page(false, visitor.as_ref(), fields, said);
    let guess = match entrance.guess(&user).await {
        Ok(guess) => guess,
        Err(fault) => {
            let page = page(&fault.to_string());
            return fault.on(&page);
        }
    };
    let stored = app.store.web_password_of(&user).await?;
    let matches = match WebPassword::read(fields.raw("password")) {
        Some(password) => password.verify(app, &client.address, stored).await,
        None => Ok(false),
    };
    let matches = match matches {
        Ok(matches) => matches,
        Err(reason) => {
            guess.refund(&user).await;
            let said = match reason {
                TurnedAway::Busy(_) => BUSY.to_owned(),
                away => Fault::from(away).to_string(),
            };
            return away(reason, &page(&said));
        }
    };
    if !matches {
        // The name is not logged: it may be a password that was typed into the wrong field.
        app.log_refusal(Refusal::Password, "", &client.address);
        return again(NOT_TOGETHER);
    }
    guess.refund(&user).await;
    entrance.enter(&user, &entrance.to()).await
}

async fn sign_out(State(app): State<App>, visitor: Visitor) -> Result<Response, Fault> {
    app.store.end_session(visitor.id(), &visitor.session.token).await?;
    let gone = [
        (header::SET_COOKIE, cookie::set(&app.setup.base_url, None)),
        (header::HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\"")),
    ];
    Ok((gone, Redirect::to("/")).into_response())
}
