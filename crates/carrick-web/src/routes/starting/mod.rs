//! Starting a game: forms of new games, open games, games at one screen.

mod begin;
mod form;
pub(super) mod hotseat;
mod seeks;

use axum::Router;

pub(super) use self::begin::Beginner;
pub(super) use self::form::{List, option_lists};

use crate::app::App;

/// The routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new().merge(begin::routes()).merge(hotseat::routes()).merge(seeks::routes())
}
