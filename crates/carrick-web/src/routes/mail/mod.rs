//! Letters that users write, and the pages to which links in mails lead.

pub(crate) mod mailed;
mod write;

use axum::Router;

use crate::app::App;

/// The routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new().merge(write::routes()).merge(mailed::routes())
}
