//! Signing up, in and out; the second step of signing in; a forgotten password.
//!
//! Forgotten passwords are reset with a mailed link. A first web password can also be set with the
//! command password.

use std::collections::BTreeSet;

use askama::Template;
use axum::Router;
use axum::extract::{
    FromRequest, FromRequestParts, OptionalFromRequestParts, Path, Request as HttpRequest, State,
};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_server::{At, Attempt, TurnedAway};
use carrick_service::{
    Action, Appearance, Credential, Keeps, Needs, Password, PasswordHash, Request, Sender,
    SettingsPatch, TypedCommand, UserSetting, Userid,
};
use carrick_tokens::{ResetToken, StepToken};
use jiff::SignedDuration;

use crate::app::App;
use crate::network::access::AccessRefusal;
use crate::network::client::Client;
use crate::pages::fault::{Fault, away};
use crate::pages::fields::{Fields, QueryFields, change_command_password, give_as};
use crate::pages::page::{Frame, Shown, show};
use crate::pages::session::{LessonProgress, Visitor};
use crate::pages::{fault, session};
use crate::routes::account::given_out;
use crate::sign_in::{self, WebPassword, command_password};
use crate::site::address;

/// Routes of these pages.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/sign-up", get(sign_up_form).post(sign_up))
        .route("/sign-in", get(sign_in_form).post(sign_in))
        .route("/sign-out", post(sign_out))
        .route("/sign-in/code", post(code))
        .route("/reset", get(ask_form).post(ask))
        .route("/reset/command-password", post(by_command_password))
        .route("/reset/{token}", get(new_password_form).post(new_password))
}

/// Extractor: a form that signs someone in.
struct Entrance {
    pub(crate) app: App,
    /// The visitor before signing in, usually a guest.
    pub(crate) visitor: Option<Visitor>,
    pub(crate) client: Client,
    pub(crate) fields: Fields,
    /// Progress in the lessons, from their browser's cookie.
    learned: LessonProgress,
}

impl FromRequest<App> for Entrance {
    type Rejection = Fault;

    async fn from_request(request: HttpRequest, app: &App) -> Result<Self, Fault> {
        let (mut parts, body) = request.into_parts();
        let visitor =
            <Visitor as OptionalFromRequestParts<App>>::from_request_parts(&mut parts, app).await?;
        let Ok(client) = Client::from_request_parts(&mut parts, app).await;
        let learned = LessonProgress::of(&parts.headers);
        let fields = Fields::from_request(HttpRequest::from_parts(parts, body), app).await?;
        Ok(Self { app: app.clone(), visitor, client, fields, learned })
    }
}

impl Entrance {
    /// The typed name, if it is valid.
    pub(crate) fn user(&self) -> Option<Userid> {
        self.fields.text("user").parse().ok()
    }

    /// URL of the page after signing in.
    pub(crate) fn to(&self) -> String {
        let asked = self.fields.text("to");
        let here = self.app.setup.base_url.path_to(asked);
        here.filter(|_| !asked.is_empty()).unwrap_or_else(|| "/boards".to_owned())
    }

    /// Charges an attempt at an account's password before it is checked. A correct one is refunded.
    ///
    /// # Errors
    /// When the limit is exceeded.
    pub(crate) async fn guess(&self, user: &Userid) -> Result<At<'_>, Fault> {
        let at = At { gate: &self.app.gate, sender: &self.client.address, place: None };
        at.charge(user).await.map_err(|too_many| {
            self.app.log_refusal(AccessRefusal::Guesses, "", &self.client.address);
            Fault::Guesses(too_many)
        })?;
        Ok(at)
    }

    /// Signs in a user whose password was correct, or first asks for a code.
    pub(crate) async fn enter(&self, user: &Userid, to: &str) -> Result<Response, Fault> {
        if self.app.store.is_suspended(user).await? {
            return Err(Fault::Suspended);
        }
        let factor = self.app.store.second_factor_of(user).await?;
        match factor.and_then(|factor| factor.since) {
            Some(_) => ask_code(self, user, to),
            None => self.admit(user, to).await,
        }
    }

    /// Signs a user in: starts a session, and gives the account the games that they played as a
    /// guest and the lesson steps that they finished.
    pub(crate) async fn admit(&self, user: &Userid, to: &str) -> Result<Response, Fault> {
        let Self { app, visitor, client, .. } = self;
        tracing::info!(%user, from = client.address, "signed in");
        let old = visitor.as_ref().map(|visitor| &*visitor.session);
        app.store.note_place(user, &app.address_hash(&client.address)).await?;
        let (_, cookie) = session::begin(app, user, old, client.label.clone()).await?;
        if let Some(guest) = visitor.as_ref().filter(|visitor| visitor.guest) {
            app.store.hand_over(guest.id(), user, app.now()).await?;
        }
        app.store.note_learned(user, &self.learned.steps()).await?;
        Ok((cookie, Redirect::to(to)).into_response())
    }
}

/// Renders a refused form.
pub(crate) fn refused(page: &impl askama::Template) -> Result<Response, Fault> {
    Ok((StatusCode::UNPROCESSABLE_ENTITY, show(page)?).into_response())
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
            true => {
                "A name and a password are enough to play against people and to keep the games \
                     that you started as a guest."
            }
            false => "Sign in to continue your games.",
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
        "ended" => "You are no longer signed in, so nothing was changed. Sign in and try again.",
        _ => "",
    };
    Ok(show(&sign_page(false, visitor.as_ref(), &asked, said))?.into_response())
}

async fn sign_up(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, visitor, client, fields, .. } = &entrance;
    let again = |said: &str| refused(&sign_page(true, visitor.as_ref(), fields, said));
    let Some(user) = entrance.user() else {
        return again(
            "A name has 2 to 20 letters (a to z), digits and _, and starts with a letter.",
        );
    };
    // A form that is sent twice creates only one account.
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
    if let Err(too_many) = app.attempt(Attempt::SignUp, &client.address).await {
        return turned_away(too_many.into());
    }
    // Until the user sets one, the command password is derived from the web password in a way that
    // only this server can compute, so that a form that is sent twice signs up once.
    let parts = ["command password", user.as_str(), password.as_str()];
    let derived = app.setup.keys.fingerprint(&parts.map(str::as_bytes));
    let derived = derived[..32].parse().map_err(|_| Fault::Failed("no command password"))?;
    let command = TypedCommand {
        action: Action::Signup(Vec::new()),
        credential: Some(Credential::new_user(user.clone(), derived)),
    };
    let signup = Request::typed(Sender::Nobody, command, None);
    let done = match give_as(app, &client.address, signup).await {
        Ok(done) => done,
        Err(fault) => return turned_away(fault),
    };
    let stored = app.store.web_password_of(&user).await?;
    if let Some(said) = done.refusal() {
        if stored.is_some() {
            app.log_refusal(AccessRefusal::Password, "", &client.address);
        }
        return again(&said);
    }
    match stored {
        Some(stored) => {
            if !password.verify(app, &client.address, Some(stored)).await? {
                app.log_refusal(AccessRefusal::Password, "", &client.address);
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

/// Copies the appearance settings that a visitor had before signing up to their new account.
async fn keep_appearance(app: &App, user: &Userid, address: &str) -> Result<(), Fault> {
    let chosen = Shown::of_reader().0;
    if chosen == Appearance::default() {
        return Ok(());
    }
    let patch = SettingsPatch::new(None).with(&UserSetting::APPEARANCE, &chosen.to_string());
    let set = Action::ChangeSettings(patch.map_err(|_| Fault::FORM)?);
    give_as(app, address, Request::by(user.clone(), set)).await?;
    Ok(())
}

fn already_here(me: &Userid) -> String {
    format!("You are signed in as {me}; sign out first to sign up as someone else.")
}

/// Refusal of a name whose account has another password.
const TAKEN: &str = "That name is taken; choose another one, or use its password if it is yours.";

/// Refusal when the queue for hashing is full.
const BUSY: &str = "Many people are signing in at the moment. Try again in a few seconds.";

/// Refusal of a wrong password or an unknown user: the answer does not reveal which.
const NOT_TOGETHER: &str = "That name and password do not belong together.";

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
        app.log_refusal(AccessRefusal::Password, "", &client.address);
        return again(NOT_TOGETHER);
    }
    guess.refund(&user).await;
    entrance.enter(&user, &entrance.to()).await
}

async fn sign_out(State(app): State<App>, visitor: Visitor) -> Result<Response, Fault> {
    app.store.end_session(visitor.id(), &visitor.session.token).await?;
    let gone = [
        (header::SET_COOKIE, address::set(&app.setup.base_url, None)),
        (header::HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\"")),
    ];
    Ok((gone, Redirect::to("/")).into_response())
}

/// Time allowed between the password and the code.
const GOOD_FOR: SignedDuration = SignedDuration::from_mins(10);

#[derive(Template)]
#[template(path = "step.html")]
struct SecondFactorPage {
    frame: Frame,
    said: String,
    /// Sealed proof that the password was right.
    token: String,
    to: String,
}

/// Asks for a code.
fn ask_code(entrance: &Entrance, user: &Userid, to: &str) -> Result<Response, Fault> {
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
    let page = SecondFactorPage {
        frame: Frame::new("Your code", entrance.visitor.as_ref())
            .described("Enter the code that the app on your phone shows."),
        said: said.unwrap_or_default().to_owned(),
        token,
        to: to.to_owned(),
    };
    Ok((status, [(header::CACHE_CONTROL, "no-store")], show(&page)?).into_response())
}

const WRONG: &str = "That code is wrong or has already been used. The app shows a new one every 30 \
                     seconds; its clock must be right.";

async fn code(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, fields, client, .. } = &entrance;
    let sealed = fields.text("token").to_owned();
    let Ok(token) = app.setup.keys.open::<StepToken>(&sealed, app.now()) else {
        return Err(Fault::Bad("That took too long; please sign in again from the start."));
    };
    // Only users with the correct password get here, so a stranger cannot lock anyone out.
    if let Err(too_many) = app.attempt(Attempt::Code, token.user.as_str()).await {
        app.log_refusal(AccessRefusal::Guesses, "", &client.address);
        let said = Fault::from(too_many).to_string();
        let mut response = page(&entrance, sealed, &entrance.to(), Some(&said))?;
        let (status, after) = fault::retry_later(too_many.into());
        *response.status_mut() = status;
        response.headers_mut().insert(header::RETRY_AFTER, after);
        return Ok(response);
    }
    if !sign_in::admits(app, &token.user, fields.text("code")).await? {
        tracing::warn!(user = %token.user, from = client.address, "a wrong code");
        return page(&entrance, sealed, &entrance.to(), Some(WRONG));
    }
    entrance.admit(&token.user, &entrance.to()).await
}

#[derive(Template)]
#[template(path = "reset.html")]
struct ResetPage {
    frame: Frame,
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
        frame: Frame::new("Forgotten password", visitor)
            .described("Get an email with a link for setting a new password."),
        asked: false,
        said: said.to_owned(),
        action: String::new(),
    }
}

async fn ask(entrance: Entrance) -> Result<Response, Fault> {
    let Entrance { app, visitor, client, .. } = &entrance;
    if let Err(too_many) = app.attempt(Attempt::Reset, &client.address).await {
        return away(
            too_many.into(),
            &ask_page(visitor.as_ref(), &Fault::from(too_many).to_string()),
        );
    }
    // The answer does not depend on what was typed, so it does not reveal who has an account.
    if let Some(user) = entrance.user() {
        let command = TypedCommand { action: Action::Reset(user), credential: None };
        let reset = Request::typed(Sender::Nobody, command, None);
        give_as(app, &client.address, reset).await?;
    }
    Ok(show(&ResetPage { asked: true, ..ask_page(visitor.as_ref(), "") })?.into_response())
}

/// The user of a reset link, if it is still valid.
async fn owner_of_link(app: &App, client: &Client, token: &str) -> Result<Userid, Fault> {
    const OLD: Fault = Fault::NotFound(
        "This link has expired: it is valid for a day and for one change. Ask for another one.",
    );
    app.attempt(Attempt::Link, &client.address).await?;
    let token: ResetToken = app.setup.keys.open(token, app.now()).map_err(|_| OLD)?;
    let needs = Needs { users: [token.user.clone()].into(), ..Needs::default() };
    let state = app.store.read(&needs).await?;
    let is_last = state.users.get(&token.user).is_some_and(|user| address::is_last(&token, user));
    if is_last { Ok(token.user) } else { Err(OLD) }
}

fn new_password_page(visitor: Option<&Visitor>, token: &str, said: &str) -> ResetPage {
    ResetPage {
        frame: Frame::new("New password", visitor)
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
    // The page does not show the names of tokens: with a second factor, the link alone does not
    // sign its holder in.
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

/// One refusal for an unknown user, a wrong command password, and a web password that is already
/// set. Commands with passwords are mailed unencrypted, so a command password must not be enough to
/// replace a web password.
const NOT_BY_COMMAND: &str = "That name and command password do not belong together, or the \
                              account already has a password for this site.";

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
        app.log_refusal(AccessRefusal::Password, "", &client.address);
        return again(NOT_BY_COMMAND);
    }
    guess.refund(&user).await;
    app.store.set_web_password(&user, &new.hash(app, &client.address).await?, app.now()).await?;
    tracing::info!(%user, "a first web password, by the command password");
    entrance.enter(&user, "/account").await
}
