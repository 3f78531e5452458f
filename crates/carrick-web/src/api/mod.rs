//! The JSON API: the same commands as those of pages and mails, for programs.
//!
//! Whoever calls shows a token, never a cookie; so no page elsewhere can do anything in a visitor's
//! name, and every site may be allowed to call (CORS). The OpenAPI document is made of the code
//! that answers.

mod act;
mod board_view;
mod boards;
mod caller;
pub(crate) mod document;
mod events;
mod extract;
mod games;
mod me;
mod openings;
mod position;
mod problem;
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

/// Where the API is.
pub(crate) const PATH: &str = "/api/v1";

/// The routes of the API, with their documentation.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(games::routes())
        .merge(position::routes())
        .merge(boards::routes())
        .merge(turns::routes())
        .merge(openings::routes())
        .merge(users::routes())
        .merge(me::routes())
        .merge(tokens::routes())
        .merge(events::routes())
}
