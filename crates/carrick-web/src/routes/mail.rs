//! Landing pages of links in emails: a question and a button. A GET request changes nothing,
//! because security scanners open every link. The token in the link is the proof, with or without a
//! session.

use askama::Template;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_server::{bring_again, change_account, decline, stop};
use carrick_service::{
    AccountChange, BoardId, Declinable, Message, Needs, State as Seen, Subscription, Userid,
};
use carrick_store::{Committed, Confirmation};
use carrick_tokens::{
    ChangeToken, ConfirmToken, DeclineToken, Token, TokenError, UnsubscribeToken,
};

use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::page::{Frame, show};
use crate::pages::refusal;
use crate::pages::session::Visitor;

/// Routes of these pages.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/confirm/{token}", get(ask_to_confirm).post(confirm))
        .route("/change/{token}", get(ask_to_change).post(change))
        .route("/decline/{token}", get(ask_to_decline).post(decline_game))
        .route("/stop/{token}", get(ask_to_stop).post(stop_mails))
}

/// Path of unsubscribe links. Mail programs send forms here without opening a page first (RFC
/// 8058), so it is exempt from CSRF protection.
pub(crate) const STOP: &str = "/stop/";

#[derive(Template)]
#[template(path = "mailed.html")]
struct MailedPage {
    frame: Frame,
    /// The question, or what was done.
    said: String,
    /// Label of the button; empty when it is done.
    button: &'static str,
}

fn page(
    visitor: Option<&Visitor>,
    title: &'static str,
    said: String,
    button: &'static str,
) -> Result<Response, Fault> {
    Ok(show(&MailedPage { frame: Frame::new(title, visitor).described(&said), said, button })?
        .into_response())
}

/// Opens a token.
fn open<T: Token>(app: &App, token: &str) -> Result<T, Fault> {
    app.setup.keys.open(token, app.now()).map_err(|error| {
        Fault::NotFound(match error {
            TokenError::Expired => "This link has expired. Ask for a new one.",
            TokenError::Malformed => {
                "This is only part of a link. Copy the whole link from the email."
            }
            TokenError::UnknownKey | TokenError::Forged => {
                "This link is invalid or out of date. Ask for a new one."
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
        "{user} says that {address} is their address. If that is you, confirm it to get email \
         about your games there."
    );
    page(visitor.as_ref(), "Email address", said, "Yes, it is mine")
}

async fn confirm(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let ConfirmToken { user, address, .. } = open(&app, &token)?;
    let said = match app.store.confirm_address(&user, &address).await? {
        Confirmation::Done => format!("{address} is confirmed. Email for {user} now goes there."),
        Confirmation::Taken => {
            format!(
                "Another player has already confirmed {address}; an address can belong to only \
                     one player."
            )
        }
        Confirmation::Gone => {
            format!("{address} is no longer an address of {user}, so there is nothing to confirm.")
        }
    };
    page(visitor.as_ref(), "Email address", said, "")
}

const NO_CHANGE: &str = "This has already been done, or is no longer asked for.";

const fn head(change: &AccountChange) -> &'static str {
    match change {
        AccountChange::Challenge(..) => "A challenge",
        _ => "Account change",
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
            let said = format!("Should {}?", change.question(&user));
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
    let ((_, change), done) = asked.zip(done).ok_or(Fault::NotFound(NO_CHANGE))?;
    page(visitor.as_ref(), head(&change), answer(done, &user), "")
}

async fn ask_to_decline(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let (board, user) = declined_by(&app, &token).await?;
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let seen = app.store.read(&needs).await?;
    let record = seen.boards.get(&board);
    let said = match Declinable::of(record, &user) {
        Declinable::Yes => {
            let others = record.into_iter().flat_map(|record| &record.players);
            let other = others.filter(|player| **player != user).map(Userid::as_str).next();
            let said = format!(
                "Should {user} decline {board} against {}? The game is cancelled, and no rating changes.",
                other.unwrap_or("nobody")
            );
            return page(visitor.as_ref(), DECLINES, said, "Yes, decline it");
        }
        Declinable::Gone => format!("{board} no longer exists, so there is nothing to decline."),
        Declinable::Over => format!("{board} is already over."),
        Declinable::Begun => format!(
            "{user} has already moved on {board}, so it can no longer be declined. It can be \
             resigned on the game’s page."
        ),
    };
    page(visitor.as_ref(), DECLINES, said, "")
}

const DECLINES: &str = "Declining a game";

async fn decline_game(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let (board, user) = declined_by(&app, &token).await?;
    let done = decline(&app.store, user.clone(), board, app.now()).await?;
    page(visitor.as_ref(), DECLINES, answer(done, &user), "")
}

/// What a page says to the user whose link was followed.
fn answer(done: Committed, user: &Userid) -> String {
    if let Some(refusal) = &done.refusal {
        return refusal::in_words(refusal);
    }
    let is_mine = |message: &Message| message.to.user().is_none_or(|to| to == user);
    done.messages.into_iter().find(is_mine).map(|message| message.text).unwrap_or_default()
}

/// The board of a token, and the user who declines its game.
async fn declined_by(app: &App, token: &str) -> Result<(BoardId, Userid), Fault> {
    let DeclineToken { board, seat, .. } = open(app, token)?;
    let needs = Needs { boards: [board].into(), ..Needs::default() };
    let mut seen = app.store.read(&needs).await?;
    let record = seen.boards.remove(&board);
    let record = record.ok_or(Fault::NotFound("That board no longer exists."))?;
    Ok((board, record.players[seat.index()].clone()))
}

#[derive(Template)]
#[template(path = "stop.html")]
struct StopPage {
    frame: Frame,
    said: String,
    /// Wider subscriptions that the same link can stop: the word in the form and the button's
    /// label.
    wider: Vec<(&'static str, &'static str)>,
    /// Whether it has already been stopped.
    is_stopped: bool,
    /// Whether a button can restore it.
    comes_again: bool,
    /// Commands that restore it.
    commands: String,
}

const STOPS: &str = "No more mail";

/// The subscription that a form stops: the one of the link, or a wider one.
fn wanted(from: Subscription, word: &str) -> Option<Subscription> {
    match word {
        "" => Some(from),
        "turns" => Some(Subscription::Turns),
        "everything" => Some(Subscription::Everything),
        _ => None,
    }
}

/// The user and subscription of a link, and the state it was read from.
async fn to_be_stopped(app: &App, token: &str) -> Result<(Userid, Subscription, Seen), Fault> {
    let UnsubscribeToken { user, from } = open(app, token)?;
    let seen = app.store.read(&from.needs(&user)).await?;
    match seen.users.get(&user).filter(|user| user.deleted.is_none()) {
        Some(_) => Ok((user, from, seen)),
        None => Err(Fault::NotFound("That account no longer exists and gets no email.")),
    }
}

async fn ask_to_stop(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
) -> Result<Response, Fault> {
    let (user, from, seen) = to_be_stopped(&app, &token).await?;
    let what = from.what(&seen, &user);
    let warning = from.warning(&seen, &user).unwrap_or_default();
    let is_stopped = seen.users.get(&user).is_some_and(|user| from.is_stopped(&seen, user));
    let said = if is_stopped {
        format!("{user} does not get {what}. {warning}")
    } else {
        format!("{user} gets {what}. Should that stop? {warning}")
    };
    show_stop(visitor.as_ref(), said, &user, from, is_stopped)
}

fn show_stop(
    visitor: Option<&Visitor>,
    said: String,
    user: &Userid,
    from: Subscription,
    is_stopped: bool,
) -> Result<Response, Fault> {
    let turns = ("turns", "Stop email about all my turns");
    let everything = ("everything", "Stop all email");
    let wider = match from {
        Subscription::Board(_) | Subscription::Reminders => vec![turns, everything],
        Subscription::Everything => Vec::new(),
        _ => vec![everything],
    };
    let page = StopPage {
        frame: Frame::new(STOPS, visitor).described(&said),
        said,
        wider: if is_stopped { Vec::new() } else { wider },
        is_stopped,
        comes_again: from.comes_again(),
        commands: from.commands(user).replace("\n  ", " and "),
    };
    Ok(show(&page)?.into_response())
}

/// Stops emails, after a click on the page's button or with one click in a mail program (RFC 8058).
/// A mail program may send either kind of form and does not show the answer, so one last email says
/// what was stopped.
async fn stop_mails(
    State(app): State<App>,
    visitor: Option<Visitor>,
    Path(token): Path<String>,
    form: Bytes,
) -> Result<Response, Fault> {
    let field = |name: &str| {
        let mut fields = url::form_urlencoded::parse(&form);
        fields.find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
    };
    let (user, from, seen) = to_be_stopped(&app, &token).await?;
    let from = wanted(from, &field("what").unwrap_or_default()).ok_or(Fault::FORM)?;
    let what = from.what(&seen, &user);
    if field("do").as_deref() == Some("again") {
        bring_again(&app.store, user.clone(), from, app.now()).await?;
        let said = format!("{user} gets {what} again.");
        return page(visitor.as_ref(), "Mail again", said, "");
    }
    let is_ours = field("do").is_some();
    stop(&app.store, user.clone(), from, !is_ours, app.now()).await?;
    let warning = from.warning(&seen, &user).unwrap_or_default();
    let said = format!("{user} no longer gets {what}. {warning}");
    show_stop(visitor.as_ref(), said, &user, from, true)
}
