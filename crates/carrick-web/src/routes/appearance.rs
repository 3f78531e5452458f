//! The page on which readers choose how pages and boards look and sound.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::app::App;
use crate::pages::appearance::{Appearance, Look, Size, Theme, View};
use crate::pages::fault::Fault;
use crate::pages::fields::Fields;
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;

pub(super) fn routes() -> Router<App> {
    Router::new().route("/appearance", get(form).post(keep))
}

#[derive(Template)]
#[template(path = "appearance.html")]
struct AppearancePage {
    frame: Frame,
    choices: [Choices; 4],
    now: Appearance,
}

/// A group of radio buttons.
struct Choices {
    name: &'static str,
    title: &'static str,
    /// Words, labels, and whether they are chosen.
    all: Vec<(&'static str, &'static str, bool)>,
}

async fn form(visitor: Option<Visitor>) -> Result<Response, Fault> {
    let now = Appearance::of_reader();
    let themes = Theme::ALL.iter().map(|one| (one.word(), one.label(), *one == now.theme));
    let looks = Look::ALL.iter().map(|one| (one.word(), one.label(), *one == now.look));
    let sizes = Size::ALL.iter().map(|one| (one.word(), one.label(), *one == now.size));
    let views = View::ALL.iter().map(|one| (one.word(), one.label(), *one == now.view));
    let choices = [
        Choices { name: "theme", title: "Colours of pages", all: themes.collect() },
        Choices { name: "look", title: "Colours of boards", all: looks.collect() },
        Choices { name: "size", title: "Size of boards", all: sizes.collect() },
        Choices { name: "view", title: "View of boards", all: views.collect() },
    ];
    let frame = Frame::new("Appearance", visitor.as_ref());
    Ok(show(&AppearancePage { frame, choices, now })?.into_response())
}

/// Keeps the choices; one that is missing or unknown becomes the usual one.
async fn keep(State(app): State<App>, fields: Fields) -> Response {
    let chosen = Appearance {
        theme: Theme::of(fields.text("theme")).unwrap_or_default(),
        look: Look::of(fields.text("look")).unwrap_or_default(),
        size: Size::of(fields.text("size")).unwrap_or_default(),
        view: View::of(fields.text("view")).unwrap_or_default(),
        bare: !fields.ticked("labels"),
        still: !fields.ticked("motion"),
        terse: !fields.ticked("hints"),
        sound: fields.ticked("sound"),
    };
    let cookie = [(header::SET_COOKIE, chosen.cookie(&app.setup.base_url))];
    (cookie, Redirect::to("/appearance")).into_response()
}
