//! Starting a game: forms for new games, open games, games at one screen.

mod begin;
mod form;
pub(super) mod hotseat;
pub(crate) mod invite;

use axum::Router;

use crate::app::App;

pub(super) use self::begin::Beginner;
pub(super) use self::form::{List, option_lists};

/// Routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new().merge(begin::routes()).merge(hotseat::routes()).merge(invite::routes())
}
