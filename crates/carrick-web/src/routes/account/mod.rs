//! A user's account: passwords, sessions, addresses, preferences, tokens, feeds; how pages look.

mod appearance;
mod calendar;
mod export;
mod factor;
mod feeds;
mod page;
mod tokens;

use axum::Router;

use crate::app::App;

pub(super) use tokens::given_out;

/// The routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .merge(page::routes())
        .merge(factor::routes())
        .merge(tokens::routes())
        .merge(export::routes())
        .merge(feeds::routes())
        .merge(appearance::routes())
}
