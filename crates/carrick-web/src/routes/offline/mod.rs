//! The site as an app that works off line: manifest and icons, the service worker, and the pages
//! that need no network.

mod hand_in;
mod manifest;
mod page;
mod solved;
mod week;
mod worker;

use axum::Router;

use crate::app::App;

/// The routes of the app.
pub(super) fn routes() -> Router<App> {
    Router::new().merge(manifest::routes()).merge(worker::routes()).merge(page::routes())
}
