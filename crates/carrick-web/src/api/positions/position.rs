//! Position endpoint for games without a board.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use carrick_position::{PositionError, PositionView, Query};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::games::GameName;
use crate::api::request::{AskBoth, Caller, Reads, Refused, Unclear};
use crate::app::App;
use crate::cost::cost_of_query;
use crate::pages::payer::Payer;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(stateless))
}

/// Colours of a picture.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ThemeName {
    #[default]
    Page,
    Light,
    Dark,
}

impl ThemeName {
    fn word(self) -> String {
        match self {
            Self::Page => "page",
            Self::Light => "light",
            Self::Dark => "dark",
        }
        .to_owned()
    }
}

/// A game, given by its turns.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WantedGame {
    #[param(inline)]
    game: GameName,
    /// The options as in a challenge, with blanks between.
    #[serde(default)]
    #[param(example = "-radius=4", max_length = 200)]
    options: String,
    /// The turns from the first on, with blanks or commas between.
    #[serde(default)]
    #[param(example = "f4 swap", max_length = 10_000)]
    turns: String,
}

/// Query for a position and its picture.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct WantedLook {
    /// Number of turns after which to show the game, whatever was resigned or agreed later. If
    /// left out: after all turns, with the end of the game.
    #[param(minimum = 0, maximum = 1000)]
    ply: Option<u32>,
    /// Further turns to try from there: a preview.
    #[serde(default)]
    #[param(max_length = 1000)]
    then: String,
    /// The place of a cube to move (Ankor) or a spot to fill (Boche).
    #[serde(default)]
    #[param(max_length = 10)]
    select: String,
    /// Overlays of the picture: words from the answer's `overlays`, with blanks or commas between.
    /// `solid` adds where the places are in space.
    #[serde(default)]
    #[param(max_length = 200)]
    show: String,
    #[serde(default)]
    #[param(inline)]
    theme: ThemeName,
}

impl WantedLook {
    /// The query, without a game.
    pub(in crate::api) fn query(self) -> Query {
        Query {
            ply: self.ply.map(|ply| ply.to_string()).unwrap_or_default(),
            then: self.then,
            select: self.select,
            show: self.show,
            theme: self.theme.word(),
            ..Query::default()
        }
    }
}

/// A position
///
/// Everything about a position without a board: legal turns, groups, links, the count, how the
/// game ended, and the picture.
#[utoipa::path(get, path = "/position", tag = "games", security((), ("token" = [])),
    params(WantedGame, WantedLook),
    responses((status = 200, description = "The position", body = PositionView), Unclear, Reads))]
async fn stateless(
    State(app): State<App>,
    _: Option<Caller>,
    payer: Payer,
    AskBoth(wanted, look): AskBoth<WantedGame, WantedLook>,
) -> Result<Response, Refused> {
    let query = Query {
        game: carrick_games::GameKind::from(wanted.game).name().to_owned(),
        options: wanted.options,
        turns: wanted.turns,
        ..look.query()
    };
    Ok(app
        .draw(&payer, 2 * cost_of_query(&query), move || answer(carrick_position::answer(&query)))
        .await?)
}

/// A position as JSON, or the problem with the query.
pub(in crate::api) fn answer(view: Result<PositionView, PositionError>) -> Response {
    let refused = |error: PositionError| Refused::Meaningless(error.field(), error.to_string());
    view.map(Json).map_err(refused).into_response()
}
