//! Lists of boards and players: the front page, the dashboard, search, watching.

mod dashboard;
mod film;
mod home;
mod search;
mod watching;
mod worth;

use axum::Router;

use crate::app::App;

/// The routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .merge(home::routes())
        .merge(film::routes())
        .merge(dashboard::routes())
        .merge(search::routes())
        .merge(watching::routes())
}
