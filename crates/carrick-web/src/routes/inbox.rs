//! The inbox: what waits for a reader, and what other users wrote to them.
//!
//! The bell in the header of every page counts everything that waits, and links here.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use carrick_service::command::field;
use carrick_service::{Action, Needs};
use carrick_store::{Part, ReceivedLetter};
use jiff::Timestamp;

use crate::app::App;
use crate::guard::rate_limit;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields, give};
use crate::pages::labels::{NamedPlayer, When};
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Visitor};
use crate::routes::lists::boards_of;
use crate::routes::offers::GameOffer;
use crate::routes::shared::{BoardEntry, entry};

/// Routes of these pages.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/inbox", get(inbox))
        .route_layer(from_fn(rate_limit::list))
        .route("/bell", get(bell))
        .route("/inbox/read", post(read))
        .route("/write", get(form).post(send))
}

/// Maximum number of messages on the page.
const LETTERS: u32 = 30;

/// Maximum number of boards on the page.
const BOARDS: u32 = 20;

/// A message in the inbox.
struct LetterEntry {
    from: NamedPlayer,
    text: String,
    when: When,
    unread: bool,
    /// Whether an operator wrote it to everyone who reads the news.
    news: bool,
}

#[derive(Template)]
#[template(path = "inbox.html")]
struct InboxPage {
    frame: Frame,
    /// Games that others offer to the reader, and the reader's own offers.
    offers: Vec<GameOffer>,
    /// Boards on which it is the reader's turn.
    turns: Vec<BoardEntry>,
    letters: Vec<LetterEntry>,
    /// Number of the latest message, if any are unread.
    unread: Option<u64>,
    /// URL of older messages; empty if there are none.
    older: String,
    /// Whether the reader may write messages.
    writes: bool,
}

async fn inbox(
    State(app): State<App>,
    visitor: Visitor,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let (seen, now) = (app.store.last_change().await?, app.now());
    let before = asked.text("before").parse().ok();
    // Older messages have a separate page.
    let list = async |part| match before {
        Some(_) => Ok(Vec::new()),
        None => boards_of(&app, &visitor, part, BOARDS).await,
    };
    let (mut turns, offers) = (list(Part::Waiting).await?, list(Part::Offers).await?);
    turns.retain(|board| board.offered_to.is_none());
    let boards = offers.iter().map(|board| board.id).collect();
    let state = app.store.read(&Needs { boards, ..Needs::default() }).await?;
    let offers = state.boards.values();
    let offers = offers
        .filter_map(|one| GameOffer::of(one, &state.users, &state.ratings, Some(&visitor), now));
    let mut letters = app.store.inbox(visitor.id(), before, LETTERS + 1).await?;
    let more = letters.len() > LETTERS as usize;
    letters.truncate(LETTERS as usize);
    let older =
        letters.last().filter(|_| more).map(|last| format!("/inbox?before={}", last.number));
    let page = InboxPage {
        offers: offers.collect(),
        turns: turns.iter().map(|board| entry(board, Some(&visitor), now)).collect(),
        unread: letters.iter().find(|letter| letter.unread).map(|letter| letter.number),
        letters: letters.into_iter().map(|one| letter_entry(one, &visitor, now)).collect(),
        older: older.unwrap_or_default(),
        writes: !visitor.guest,
        frame: Frame::new("Inbox", Some(&visitor))
            .described("Your turns, offers and messages.")
            .live("/inbox", "/events", seen),
    };
    Ok(show(&page)?.into_response())
}

fn letter_entry(letter: ReceivedLetter, reader: &Visitor, now: Timestamp) -> LetterEntry {
    LetterEntry {
        from: NamedPlayer::of(&letter.from),
        text: letter.text,
        when: reader.when(letter.at, now),
        unread: letter.unread,
        news: letter.news,
    }
}

async fn read(State(app): State<App>, visitor: Visitor, fields: Fields) -> Result<Redirect, Fault> {
    let up_to = fields.text("up_to").parse().map_err(|_| Fault::FORM)?;
    app.store.letters_read(visitor.id(), up_to).await?;
    Ok(Redirect::to("/inbox"))
}

#[derive(Template)]
#[template(path = "bell.html")]
struct Bell {
    frame: Frame,
}

/// Only the bell, which scripts put into an open page.
async fn bell(visitor: Option<Visitor>) -> Result<Response, Fault> {
    const FRESH: [(HeaderName, &str); 1] = [(header::CACHE_CONTROL, "no-store")];
    Ok((FRESH, show(&Bell { frame: Frame::new("Inbox", visitor.as_ref()) })?).into_response())
}

#[derive(Template)]
#[template(path = "write.html")]
struct WritePage {
    frame: Frame,
    to: String,
    text: String,
    /// Whether the user may broadcast to the news.
    operator: bool,
    /// The refusal; empty when there is none.
    said: String,
    /// Confirmation that the message was sent.
    done: String,
}

async fn write_page(app: &App, visitor: &Visitor, to: &str) -> Result<WritePage, Fault> {
    Ok(WritePage {
        frame: Frame::new("Write", Some(visitor)).described("Write a message to another player."),
        to: to.to_owned(),
        text: String::new(),
        operator: visitor.account(app).await?.operator,
        said: String::new(),
        done: String::new(),
    })
}

async fn form(
    State(app): State<App>,
    Member(visitor): Member,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    Ok(show(&write_page(&app, &visitor, asked.text("to")).await?)?.into_response())
}

async fn send(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let text = fields.text("text");
    let to: Vec<&str> = fields.text("to").split_whitespace().collect();
    let mut page = write_page(&app, &visitor, &to.join(" ")).await?;
    let sent = match letter(&fields) {
        Ok(letter) => {
            let done = give(&app, &visitor, letter, Some(text.to_owned()), None).await?;
            done.refusal().map_or(Ok(done.text), Err)
        }
        Err(said) => Err(said),
    };
    match sent {
        Ok(done) => {
            page.done = done;
            Ok(show(&page)?.into_response())
        }
        Err(said) => {
            page.said = said;
            page.text = text.to_owned();
            Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response())
        }
    }
}

/// The action that sends the message to its addressees.
///
/// # Errors
/// A sentence for the user, when there is no addressee.
fn letter(fields: &Fields) -> Result<Action, String> {
    if fields.text("what") == "broadcast" {
        return Ok(Action::Broadcast);
    }
    match field::users(fields.text("to")) {
        Ok(to) if to.is_empty() => Err("Who is the message for? Type one or more names into \
                                        “To”."
            .to_owned()),
        Ok(to) => Ok(Action::Message(to)),
        Err(error) => Err(error.of("To")),
    }
}
