//! A user's account: passwords, sessions, addresses, preferences, tokens, feeds; how pages look.

mod export;
mod feeds;
mod settings;
mod ways_in;

use axum::Router;

use crate::app::App;

pub(super) use ways_in::given_out;

/// Routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .merge(settings::routes())
        .merge(ways_in::routes())
        .merge(export::routes())
        .merge(feeds::routes())
}
