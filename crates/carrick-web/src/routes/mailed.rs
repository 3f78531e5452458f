//! Where links in mails lead: a page with a button. A GET changes nothing, since programs that look for
//! harmful links open them all; the token in the link is the proof, and what may be done does not depend on a session.

use askama::Template;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_server::{change_account, stop};
use carrick_service::{AccountChange, Addressee, Subscription};
use carrick_store::Confirmation;
use carrick_tokens::{ChangeToken, ConfirmToken, Token, TokenError, UnsubscribeToken};

use crate::app::App;
use crate::fault::Fault;
use crate::page::{Frame, show};
use crate::session::Visitor;

/// What is under here is asked for by mail programs too, which come from no page (RFC 8058).
pub(crate) const STOP: &str = "/stop/";

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/confirm/{token}", get(ask_to_confirm).post(confirm))
        .route("/change/{token}", get(ask_to_change).post(change))
        .route("/stop/{token}", get(ask_to_stop).post(stop_mails))
}

#[derive(Template)]
#[template(path = "mailed.html")]
struct MailedPage {
    frame: Frame,
    /// What would be done, or was.
    said: String,
    /// What the button says; empty once it is done.
    button: &'static str,
}

fn page(
    visitor: Option<&Visitor>,
    title: &'static str,
    said: String,
    button: &'static str,
) -> Result<Response, Fault> {
    Ok(show(&MailedPage { frame: Frame::new(title, visitor), said, button })?.into_response())
}

/// What a token proves.
fn open<T: Token>(app: &App, token: &str) -> Result<T, Fault> {
    app.setup.keys.open(token, app.now()).map_err(|error| {
        Fault::NotFound(match error {
            TokenError::Expired => "This link has expired. Ask for a new one.",
            TokenError::Malformed => {
                "This is only a part of a link. Copy all of it, from the mail."
            }
            TokenError::UnknownKey | TokenError::Forged => {
                "This link is not one of ours, or from another time. Ask for a new one."
            }
        })
    })
}

async fn ask_to_confirm(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let ConfirmToken { user, address, .. } = open(&app, &token)?;
    let said = format!(
        "{user} says that {address} is his. If that is you, confirm it, and mail about your games comes there."
    );
    page(visitor.as_ref(), "A mail address", said, "Yes, it is mine")
}

async fn confirm(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let ConfirmToken { user, address, .. } = open(&app, &token)?;
    let said = match app.store.confirm_address(&user, &address).await? {
        Confirmation::Done => format!("{address} is confirmed. Mail for {user} comes there now."),
        Confirmation::Taken => {
            format!("Another player has confirmed {address} already; it can be one player's only.")
        }
        Confirmation::Gone => {
            format!("{user} does not name {address} any more, so there is nothing to confirm.")
        }
    };
    page(visitor.as_ref(), "A mail address", said, "")
}

const NO_CHANGE: &str = "This was done already, or is not asked any more.";

const fn head(change: &AccountChange) -> &'static str {
    match change {
        AccountChange::Challenge(_) => "A challenge",
        _ => "A change of an account",
    }
}

async fn ask_to_change(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let ChangeToken { user, number, .. } = open(&app, &token)?;
    let asked = app.store.account_change(i64::from(number)).await?;
    match asked.filter(|(whose, _)| *whose == user) {
        Some((_, change)) => {
            let said = format!("Shall {}?", change.question(&user));
            page(visitor.as_ref(), head(&change), said, "Yes, do it")
        }
        None => Err(Fault::NotFound(NO_CHANGE)),
    }
}

async fn change(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let ChangeToken { user, number, .. } = open(&app, &token)?;
    let asked = app.store.account_change(i64::from(number)).await?;
    let done = change_account(&app.store, &user, number, app.now()).await?;
    let ((_, change), messages) = asked.zip(done).ok_or(Fault::NotFound(NO_CHANGE))?;
    let answer = messages.into_iter().find(|message| message.to == Addressee::Sender);
    page(visitor.as_ref(), head(&change), answer.map(|answer| answer.text).unwrap_or_default(), "")
}

async fn ask_to_stop(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let UnsubscribeToken { user, from } = open(&app, &token)?;
    let said = format!("{user} gets {}. Shall that end?", what(from));
    page(visitor.as_ref(), "No more mail", said, "Yes, stop it")
}

async fn stop_mails(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let UnsubscribeToken { user, from } = open(&app, &token)?;
    let said = match from {
        Subscription::Everything => format!(
            "{user} gets no more mail, except answers to what he asks himself. Games go on: turns are to be \
             looked for here. The account page turns mail on again, and so does: ankor set {user} - mail=each"
        ),
        from => format!("{user} no longer gets {}.", what(from)),
    };
    stop(&app.store, user, from, app.now()).await?;
    page(visitor.as_ref(), "No more mail", said, "")
}

fn what(from: Subscription) -> String {
    match from {
        Subscription::Board(board) => format!("every turn of {board} by mail"),
        Subscription::Game(kind) => format!("turns and ends of games of {} by mail", kind.title()),
        Subscription::News => "the news by mail".to_owned(),
        Subscription::Everything => {
            "mail about his own games, reminders, messages and news".to_owned()
        }
    }
}
