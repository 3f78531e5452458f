//! Preview pictures, for links on other sites, of positions that are not stored: explored
//! positions, which puzzles and studies also use, and lesson steps. The pictures of boards are
//! among their files.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use carrick_games::AnyGame;
use carrick_lessons::Lesson;
use carrick_position::PositionQuery;

use super::board::preview;
use super::shared::kind_of;
use crate::app::App;
use crate::cost::{PIXELS, cost_of, cost_of_query};
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::session::Payer;
use crate::site::address::encode;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/explore/{game}/{file}", get(explored))
        .route("/learn/{game}/{step}/{file}", get(lesson))
}

/// The name of all these pictures.
const FILE: &str = "preview.png";

/// Path of the preview of an explored game, or of any other game given by its turns.
pub(super) fn of_explored(game: &AnyGame) -> String {
    let (options, turns) = (game.options().to_string(), game.turn_names().join(" "));
    format!("/explore/{}/{FILE}?options={}&turns={}", game.kind(), encode(&options), encode(&turns))
}

/// Path of the preview of a step of a lesson.
pub(super) fn of_step(kind: carrick_games::GameKind, number: usize) -> String {
    format!("/learn/{kind}/{number}/{FILE}")
}

async fn explored(
    State(app): State<App>,
    payer: Payer,
    Path((kind, file)): Path<(String, String)>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let kind = kind_of(&kind)?;
    let [options, turns] = ["options", "turns"].map(|name| asked.text(name).to_owned());
    let query =
        PositionQuery { game: kind.to_string(), options, turns, ..PositionQuery::default() };
    if file != FILE {
        return Err(Fault::PAGE);
    }
    let cost = cost_of_query(&query) + PIXELS;
    let drawn = move || query.game().map_err(|_| Fault::PAGE).and_then(|game| preview(&game));
    Ok(png(app.draw(&payer, cost, drawn).await??))
}

async fn lesson(
    State(app): State<App>,
    payer: Payer,
    Path((kind, number, file)): Path<(String, usize, String)>,
) -> Result<Response, Fault> {
    let steps = &Lesson::of(kind_of(&kind)?).steps;
    let step = number.checked_sub(1).and_then(|index| steps.get(index)).ok_or(Fault::PAGE)?;
    if file != FILE {
        return Err(Fault::PAGE);
    }
    let cost = cost_of(&step.start) + PIXELS;
    Ok(png(app.draw(&payer, cost, move || preview(&step.start)).await??))
}

fn png(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "image/png")], bytes).into_response()
}
