//! A board's game and its pictures as files.

use axum::extract::{Path, Query as UrlQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use carrick_games::AnyGame;
use carrick_pictures::{PictureError, Style, Theme, png, small_svg, svg};
use carrick_position::{PositionError, PositionQuery, PositionView};
use carrick_service::exchange::record_of;

use crate::app::App;
use crate::board::{self, Loaded, PathBoard};
use crate::cost::{PIXELS, cost_of, cost_of_query};
use crate::pages::fault::Fault;
use crate::pages::fields::QueryFields;
use crate::pages::session::Payer;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/{game}/{number}/{file}", get(file)).route("/position", get(stateless))
}

/// Width of PNG pictures, in pixels.
const WIDTH_PX: u32 = 800;

async fn file(
    State(app): State<App>,
    payer: Payer,
    PathBoard(id): PathBoard,
    Path((.., file)): Path<(String, String, String)>,
    QueryFields(asked): QueryFields,
) -> Result<Response, Fault> {
    let Some(media_type) = media_type(&file) else { return Err(Fault::PAGE) };
    let board = board::load(&app, id).await?;
    let pixels = if media_type == PNG { PIXELS } else { 0 };
    let at = asked.text("at").parse().ok();
    let cost = cost_of(&board.game) + pixels;
    let bytes = app.draw(&payer, cost, move || written(&board, &file, at)).await??;
    Ok(([(header::CONTENT_TYPE, media_type)], bytes).into_response())
}

/// Media type of a board's file; `None` when there is no such file.
fn media_type(file: &str) -> Option<&'static str> {
    Some(match file {
        "game.json" => "application/json",
        "game.sgf" => "application/x-go-sgf",
        "game.txt" => "text/plain; charset=utf-8",
        "board.svg" | "small.svg" | "small-dark.svg" => SVG,
        "board.png" | "preview.png" => PNG,
        _ => return None,
    })
}

fn written(board: &Loaded, file: &str, at: Option<usize>) -> Result<Vec<u8>, Fault> {
    let record = || record_of(&board.record).map_err(|_| Fault::BOARD);
    let plain = Style::default();
    // A downloaded picture shows the same turn as its page.
    let at = at.filter(|at| *at < board.game.ply());
    let shown = || at.map_or_else(|| board.game.clone(), |at| board.game.at(at));
    let small = |theme| small(&board.game, theme).into_bytes();
    Ok(match file {
        "game.json" => record()?.to_json().into_bytes(),
        "game.sgf" => record()?.to_sgf().into_bytes(),
        "game.txt" => record()?.to_line().into_bytes(),
        "board.svg" => svg(&shown(), &plain).into_bytes(),
        "small.svg" => small(Theme::Light),
        "small-dark.svg" => small(Theme::Dark),
        "board.png" => drawn(png(&svg(&shown(), &plain), WIDTH_PX))?,
        "preview.png" => preview(&shown())?,
        _ => return Err(Fault::PAGE),
    })
}

/// Small picture of a game, for lists.
pub(crate) fn small(game: &AnyGame, theme: Theme) -> String {
    small_svg(game, &Style { theme, labels: false, ..Style::default() })
}

const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

fn drawn(picture: Result<Vec<u8>, PictureError>) -> Result<Vec<u8>, Fault> {
    picture.map_err(|error| {
        tracing::error!(%error, "a board cannot be drawn");
        Fault::PAGE
    })
}

/// Preview picture for links on other sites, in the usual format.
///
/// # Errors
/// When the picture cannot be drawn.
pub(crate) fn preview(game: &AnyGame) -> Result<Vec<u8>, Fault> {
    let board = svg(game, &Style { labels: false, ..Style::default() });
    let inner = board.replacen("<svg ", "<svg x=\"24\" y=\"24\" width=\"1152\" height=\"582\" ", 1);
    let card = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\">\
         <rect width=\"1200\" height=\"630\" fill=\"#ffffff\"/>{inner}</svg>"
    );
    drawn(png(&card, 1200))
}

async fn stateless(
    State(app): State<App>,
    payer: Payer,
    UrlQuery(query): UrlQuery<PositionQuery>,
) -> Result<Response, Fault> {
    // The rest of the answer costs as much as the picture.
    Ok(app
        .draw(&payer, 2 * cost_of_query(&query), move || answer(carrick_position::answer(&query)))
        .await?)
}

/// A position as JSON, or what is wrong with the query.
pub(crate) fn answer(view: Result<PositionView, PositionError>) -> Response {
    match view {
        Ok(view) => Json(view).into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, Json(error.problem())).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use carrick_games::{AnyOptions, GameKind, SizeLimits};

    use super::*;

    #[test]
    fn a_preview_has_the_size_of_a_card() {
        for kind in GameKind::ALL {
            let options = AnyOptions::parse(kind, &[], SizeLimits::Challenge).unwrap();
            let bytes = preview(&AnyGame::new(options)).unwrap();
            let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            assert_eq!((side(16), side(20)), (1200, 630), "{kind}");
        }
    }
}
