//! Routes of the API.

use axum::middleware::from_fn;
use utoipa_axum::router::OpenApiRouter;

use super::{boards, games, people, positions};
use crate::app::App;
use crate::guard::rate_limit;

/// Routes of the API, with their documentation.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(boards::routes())
        .merge(people::routes())
        .layer(from_fn(rate_limit::change))
        .merge(games::routes())
        .merge(positions::routes())
}
