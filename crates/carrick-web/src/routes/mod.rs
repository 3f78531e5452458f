//! Routes of all pages.

mod account;
mod analysis;
mod board;
mod commands;
mod entrance;
mod events;
mod inbox;
mod learning;
mod lists;
pub(crate) mod mail;
mod offers;
mod offline;
mod preview;
mod shared;
mod starting;
mod studies;
mod well_known;

use axum::Router;
use axum::routing::get;

pub(crate) use self::starting::invite as invitation;
use crate::app::App;
use crate::site::assets;

/// Routes that cost nothing: probes and in-memory files.
pub(crate) fn free() -> Router<App> {
    Router::new()
        .merge(lists::probes())
        .merge(lists::faces())
        .merge(offline::files())
        .merge(well_known::routes())
        .route("/assets/{release}/{name}", get(assets::serve))
}

/// The routes of all pages.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .merge(entrance::routes())
        .merge(account::routes())
        .merge(lists::routes())
        .merge(starting::routes())
        .merge(board::routes())
        .merge(analysis::routes())
        .merge(studies::routes())
        .merge(learning::routes())
        .merge(offline::routes())
        .merge(preview::routes())
        .merge(commands::routes())
        .merge(mail::routes())
        .merge(inbox::routes())
        .merge(events::routes())
}
