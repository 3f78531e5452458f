//! Letters: to some players, or to all subscribers of the news.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_service::Command;
use carrick_service::command::field;

use crate::app::App;
use crate::pages::act::give;
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
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
    let sent = match letter(&visitor, &fields) {
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
