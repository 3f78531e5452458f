//! Players, the caller's own account, and API tokens.

mod me;
mod users;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().merge(users::routes()).merge(me::routes())
}
