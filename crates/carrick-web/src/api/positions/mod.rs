//! Positions without a board: looked at, analysed, and puzzles.

mod analyses;
mod position;
mod puzzles;

use utoipa_axum::router::OpenApiRouter;

pub(in crate::api) use self::position::{WantedLook, answer};
use crate::app::App;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(position::routes())
        .merge(analyses::routes())
        .merge(puzzles::routes())
}
