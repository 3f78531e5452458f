//! Lists of boards and players: the front page, the dashboard, search, watching.

mod home;
mod search;

use axum::Router;

use crate::app::App;

/// Routes of these pages.
pub(super) use home::{boards_of, probes};
pub(super) use search::faces;

pub(super) fn routes() -> Router<App> {
    Router::new().merge(home::routes()).merge(search::routes())
}
