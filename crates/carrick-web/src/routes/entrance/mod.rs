//! Signing up, in and out; the second step of signing in; a forgotten password.

mod form;
mod reset;
mod sign;
mod step;

use axum::Router;

use crate::app::App;

/// The routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new().merge(sign::routes()).merge(step::routes()).merge(reset::routes())
}
