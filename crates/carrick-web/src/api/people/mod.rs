//! Players, the caller's own account, and API tokens.

mod me;
mod tokens;
mod users;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(users::routes()).merge(me::routes()).merge(tokens::routes())
}
