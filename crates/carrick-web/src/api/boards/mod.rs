//! Boards: listed, opened, played, reviewed and followed.

mod act;
mod board;
mod events;
mod hints;
mod openings;
mod reviews;
mod turns;

use utoipa_axum::router::OpenApiRouter;

pub(in crate::api) use self::act::Call;
use crate::app::App;

pub(in crate::api) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(board::routes())
        .merge(turns::routes())
        .merge(reviews::routes())
        .merge(hints::routes())
        .merge(openings::routes())
        .merge(events::routes())
}
