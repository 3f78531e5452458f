//! Letters: to some players, or to all subscribers of the news.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_service::command::field;
use carrick_service::{Command, Needs, User, computer_level};

use crate::app::App;
use crate::pages::act::give;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::names;
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Visitor};

pub(in crate::routes) fn routes() -> Router<App> {
    Router::new().route("/write", get(form).post(send))
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
    /// Confirmation that the letter was sent.
    done: String,
}

async fn page(app: &App, visitor: &Visitor, to: &str) -> Result<WritePage, Fault> {
    Ok(WritePage {
        frame: Frame::new("Write", Some(visitor)).described("Write a letter to another player."),
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
    Ok(show(&page(&app, &visitor, asked.text("to")).await?)?.into_response())
}

async fn send(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let text = fields.text("text");
    let to: Vec<&str> = fields.text("to").split_whitespace().collect();
    let mut page = page(&app, &visitor, &to.join(" ")).await?;
    let mut letter = letter(&visitor, &fields);
    if let Ok(sent) = &letter
        && let Some(said) = not_read(&app, sent).await?
    {
        letter = Err(said);
    }
    let sent = match letter {
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

/// Why nobody would read a letter to some players: letters come by mail, and no address of one is
/// confirmed. Names of nobody are left to the command.
pub(in crate::routes) async fn not_read(
    app: &App,
    letter: &Command,
) -> Result<Option<String>, Fault> {
    let Command::Message(_, to) = letter else { return Ok(None) };
    let needs = Needs { users: to.iter().cloned().collect(), ..Needs::default() };
    let users = app.store.read(&needs).await?.users;
    let is_known = |user: &&User| user.addresses.iter().any(|address| address.confirmed);
    let unread = users.values().filter(|user| user.deleted.is_none() && !is_known(user));
    let unread = unread.filter(|user| computer_level(&user.id).is_none());
    let names: Vec<String> = unread.map(|user| names::shown(&user.id)).collect();
    Ok((!names.is_empty()).then(|| {
        format!(
            "Messages come by mail, and no mail address is known of {}. Nothing was sent; on a board of \
             both of you, you can use the chat.",
            names.join(", ")
        )
    }))
}

/// The command that sends the letter to its addressees.
///
/// # Errors
/// A sentence for the user, when it has no addressee.
fn letter(visitor: &Visitor, fields: &Fields) -> Result<Command, String> {
    if fields.text("what") == "broadcast" {
        return Ok(Command::Broadcast(visitor.credential()));
    }
    match field::users(fields.text("to")) {
        Ok(to) if to.is_empty() => Err("To whom? Type one name or more into “To”.".to_owned()),
        Ok(to) => Ok(Command::Message(visitor.credential(), to)),
        Err(error) => Err(error.of("To")),
    }
}
