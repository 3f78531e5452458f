//! Routes of the API.

use utoipa_axum::router::OpenApiRouter;

use super::{boards, games, people, positions};
use crate::app::App;

/// Routes of the API, with their documentation.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(games::routes())
        .merge(positions::routes())
        .merge(boards::routes())
        .merge(people::routes())
}
