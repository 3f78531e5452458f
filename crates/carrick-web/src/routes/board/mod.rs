//! A board: its page, turns and talk, live changes, files; and positions as data.

mod files;
mod page;
mod play;
mod review;

use axum::Router;

use crate::app::App;

pub(super) use files::{answer, preview, small};
pub(super) use review::{ReviewPart, Reviewable, asked_level, asked_times};

/// Routes of these pages.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .merge(page::routes())
        .merge(play::routes())
        .merge(review::routes())
        .merge(files::routes())
}
