//! Letters: to some players, or to all who read the news.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::pages::act::fill_in;
use crate::pages::fault::Fault;
use crate::pages::fields::{Asked, Fields};
use crate::pages::page::{Frame, show};
use crate::pages::session::{Member, Visitor};

pub(super) fn routes() -> Router<App> {
    Router::new().route("/write", get(form).post(send))
}

#[derive(Template)]
#[template(path = "write.html")]
struct WritePage {
    frame: Frame,
    to: String,
    text: String,
    /// Whether the news may be written here.
    operator: bool,
    /// What was wrong.
    said: String,
    /// What came of it.
    done: String,
}

async fn page(app: &App, visitor: &Visitor, to: &str) -> Result<WritePage, Fault> {
    Ok(WritePage {
        frame: Frame::new("Write", Some(visitor)),
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
    Asked(asked): Asked,
) -> Result<Response, Fault> {
    Ok(show(&page(&app, &visitor, asked.text("to")).await?)?.into_response())
}

async fn send(
    State(app): State<App>,
    Member(visitor): Member,
    fields: Fields,
) -> Result<Response, Fault> {
    let (me, text) = (visitor.id(), fields.text("text"));
    let to: Vec<&str> = fields.text("to").split_whitespace().collect();
    let mut page = page(&app, &visitor, &to.join(" ")).await?;
    let line = match (fields.text("what"), to.is_empty()) {
        ("broadcast", _) => format!("broadcast {me} -"),
        (_, false) => format!("message {me} - {}", to.join(" ")),
        (_, true) => {
            page.said = "To whom? Type one name or more into “To”.".to_owned();
            page.text = text.to_owned();
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response());
        }
    };
    let done = fill_in(&app, &visitor, &line, "To", Some(text.to_owned())).await?;
    if let Some(said) = done.refusal() {
        page.said = said;
        page.text = text.to_owned();
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, show(&page)?).into_response());
    }
    page.done = done.text;
    Ok(show(&page)?.into_response())
}
