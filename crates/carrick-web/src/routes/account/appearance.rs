//! The page on which readers choose how pages and boards look and sound.

use askama::Template;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use carrick_games::GameKind;
use carrick_service::{
    Appearance, BoardSize, BoardView, Command, GameCommand, Look, Remarks, Setting, Theme,
};

use crate::app::App;
use crate::pages::act::give;
use crate::pages::appearance::{
    Shown, look_label, remarks_label, size_label, theme_label, view_label,
};
use crate::pages::fault::Fault;
use crate::pages::fields::{Fields, QueryFields};
use crate::pages::page::{Frame, show};
use crate::pages::session::Visitor;

pub(in crate::routes) fn routes() -> Router<App> {
    Router::new().route("/appearance", get(form).post(keep))
}

#[derive(Template)]
#[template(path = "appearance.html")]
struct AppearancePage {
    frame: Frame,
    said: String,
    done: bool,
    /// Whether the choices are kept with an account.
    with_account: bool,
    choices: [Choices; 5],
    now: Appearance,
}

/// A group of radio buttons.
struct Choices {
    name: &'static str,
    title: &'static str,
    /// Words, labels, and whether they are chosen.
    all: Vec<(&'static str, &'static str, bool)>,
}

impl AppearancePage {
    fn new(visitor: Option<&Visitor>, now: Appearance) -> Self {
        let themes = Theme::ALL.iter().map(|&one| (one.word(), theme_label(one), one == now.theme));
        let looks = Look::ALL.iter().map(|&one| (one.word(), look_label(one), one == now.look));
        let sizes =
            BoardSize::ALL.iter().map(|&one| (one.word(), size_label(one), one == now.size));
        let views =
            BoardView::ALL.iter().map(|&one| (one.word(), view_label(one), one == now.view));
        let remarks =
            Remarks::ALL.iter().map(|&one| (one.word(), remarks_label(one), one == now.remarks));
        Self {
            frame: Frame::new("Appearance", visitor).described(
                "Choose how pages and boards look and sound: colours, size, movement, two or three dimensions.",
            ),
            said: String::new(),
            done: false,
            with_account: visitor.is_some_and(|visitor| !visitor.guest),
            choices: [
                Choices { name: "theme", title: "Colours of pages", all: themes.collect() },
                Choices { name: "look", title: "Colours of boards", all: looks.collect() },
                Choices { name: "size", title: "Size of boards", all: sizes.collect() },
                Choices { name: "view", title: "View of boards", all: views.collect() },
                Choices {
                    name: "remarks",
                    title: "Remarks on what a turn did",
                    all: remarks.collect(),
                },
            ],
            now,
        }
    }
}

async fn form(
    visitor: Option<Visitor>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let page = AppearancePage::new(visitor.as_ref(), Shown::of_reader().0);
    Ok(show(&AppearancePage { done: asked.ticked("done"), ..page })?.into_response())
}

/// Keeps the choices: with the account of a user, and in this browser.
async fn keep(
    State(app): State<App>,
    visitor: Option<Visitor>,
    fields: Fields,
) -> Result<Response, Fault> {
    let chosen = chosen(&fields);
    if let Some(user) = visitor.as_ref().filter(|visitor| !visitor.guest) {
        // All games share it, so the command may name any game.
        let set = GameCommand::Set(user.credential(), vec![Setting::Appearance(chosen)]);
        let done = give(&app, user, Command::Game(GameKind::Ankor, set), None, None).await?;
        if let Some(said) = done.refusal() {
            let page = AppearancePage { said, ..AppearancePage::new(Some(user), chosen) };
            return Ok(show(&page)?.into_response());
        }
    }
    let cookie = [(header::SET_COOKIE, Shown(chosen).cookie(&app.setup.base_url))];
    Ok((cookie, Redirect::to("/appearance?done=1")).into_response())
}

/// The choices of a form; one that is missing or unknown becomes the usual one. Boards send all of
/// them as words.
fn chosen(fields: &Fields) -> Appearance {
    if fields.has("words") {
        return Appearance::lenient(fields.text("words"));
    }
    Appearance {
        theme: Theme::of(fields.text("theme")).unwrap_or_default(),
        look: Look::of(fields.text("look")).unwrap_or_default(),
        size: BoardSize::of(fields.text("size")).unwrap_or_default(),
        view: BoardView::of(fields.text("view")).unwrap_or_default(),
        bare: !fields.ticked("labels"),
        still: !fields.ticked("motion"),
        sound: fields.ticked("sound"),
        remarks: Remarks::of(fields.text("remarks")).unwrap_or_default(),
    }
}
