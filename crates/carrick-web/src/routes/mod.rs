//! Routes of all pages.

mod account;
mod begin;
mod board;
mod commands;
mod dashboard;
mod entrance;
mod export;
mod factor;
mod feeds;
mod files;
mod home;
mod hotseat;
mod lists;
mod live;
pub(crate) mod mailed;
mod play;
mod position;
mod reset;
mod rulebook;
mod rules;
mod seeks;
mod sign;
mod step;
mod tokens;
mod watching;
mod well_known;
mod write;

pub(crate) use rules::{explore_url, pictures};

use axum::Router;

use crate::app::App;

/// Router of all pages.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .merge(home::routes())
        .merge(sign::routes())
        .merge(step::routes())
        .merge(reset::routes())
        .merge(mailed::routes())
        .merge(dashboard::routes())
        .merge(begin::routes())
        .merge(hotseat::routes())
        .merge(seeks::routes())
        .merge(lists::routes())
        .merge(rules::routes())
        .merge(account::routes())
        .merge(factor::routes())
        .merge(tokens::routes())
        .merge(export::routes())
        .merge(feeds::routes())
        .merge(watching::routes())
        .merge(commands::routes())
        .merge(position::routes())
        .merge(live::routes())
        .merge(write::routes())
        .merge(board::routes())
        .merge(play::routes())
        .merge(files::routes())
        .merge(well_known::routes())
}
