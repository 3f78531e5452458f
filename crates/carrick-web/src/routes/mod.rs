//! Every address of the site.

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
mod rules;
mod seeks;
mod sign;
mod step;
mod tokens;
mod watching;
mod well_known;
mod write;

pub(crate) use lists::standing_place;
pub(crate) use rules::{explore_url, pictures};
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;

use crate::app::App;
use crate::fault::{self, Fault};
use crate::page::page_of;
use crate::{api, assets, guard, limits};

/// The longest form: a letter with its lines.
pub(crate) const BODY_BYTES: usize = 64 * 1024;

/// How long a request may take before its first byte.
const PATIENCE: Duration = Duration::from_secs(20);

/// The site.
pub fn router(app: App) -> Router {
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
        .route("/assets/{release}/{name}", get(assets::serve))
        .fallback(async || Fault::PAGE)
        .method_not_allowed_fallback(misplaced)
        .layer(middleware::from_fn_with_state(app.clone(), limits::charge))
        .merge(api::routes(&app))
        .layer(middleware::from_fn_with_state(app.clone(), fault::known))
        .layer(CompressionLayer::new())
        .layer(DefaultBodyLimit::max(BODY_BYTES))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, PATIENCE))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Whoever opens the address of a form, as by loading the page again after a refusal, finds its page.
async fn misplaced(method: Method, uri: Uri) -> Response {
    match method.is_safe() {
        true => Redirect::to(page_of(uri.path())).into_response(),
        false => Fault::Method.into_response(),
    }
}
