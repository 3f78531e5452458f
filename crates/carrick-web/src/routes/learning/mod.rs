//! Learning the games: rules and exploring, findings, lessons, puzzles.

mod lessons;
mod puzzles;
mod rulebook;
mod rules;

use axum::Router;

use crate::app::App;

/// Routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new().merge(rules::routes()).merge(lessons::routes()).merge(puzzles::routes())
}
