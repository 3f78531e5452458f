//! Routes of all pages.

mod account;
mod analysis;
mod appearance;
mod board;
mod commands;
mod entrance;
mod learn;
mod lists;
pub(crate) mod mailed;
mod offline;
mod preview;
mod puzzles;
mod rulebook;
mod rules;
mod shared;
mod starting;
mod studies;
mod well_known;
mod write;

use axum::Router;

use crate::app::App;

/// The routes of all pages.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .merge(entrance::routes())
        .merge(account::routes())
        .merge(lists::routes())
        .merge(starting::routes())
        .merge(board::routes())
        .merge(rules::routes())
        .merge(analysis::routes())
        .merge(studies::routes())
        .merge(learn::routes())
        .merge(offline::routes())
        .merge(puzzles::routes())
        .merge(preview::routes())
        .merge(appearance::routes())
        .merge(commands::routes())
        .merge(write::routes())
        .merge(mailed::routes())
        .merge(well_known::routes())
}
