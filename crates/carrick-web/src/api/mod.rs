//! JSON API: carries out the commands of pages and mails for programs.
//!
//! Callers authenticate with a token, never a cookie. So no other site can act in a visitor's name
//! (CSRF), and every site may be allowed to call (CORS). The OpenAPI document is generated from
//! the handlers.

mod act;
mod analyses;
mod board_view;
mod boards;
mod caller;
pub(crate) mod document;
mod events;
mod extract;
mod games;
mod hints;
mod level;
mod me;
mod openings;
mod position;
mod problem;
mod puzzles;
mod reviews;
pub(crate) mod token;
mod tokens;
mod turns;
mod users;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) use caller::Caller;
pub use document::openapi;
pub(crate) use problem::Refused;
pub use token::{Token, make_token};

/// Path of the API.
pub(crate) const PATH: &str = "/api/v1";

/// Routes of the API, with their documentation.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(games::routes())
        .merge(position::routes())
        .merge(analyses::routes())
        .merge(boards::routes())
        .merge(turns::routes())
        .merge(reviews::routes())
        .merge(hints::routes())
        .merge(openings::routes())
        .merge(puzzles::routes())
        .merge(users::routes())
        .merge(me::routes())
        .merge(tokens::routes())
        .merge(events::routes())
}
