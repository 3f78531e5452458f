//! Boards: listing, opening, playing, reviewing and following them.

mod board;
mod invitations;
mod openings;
mod reviews;
mod turns;

use utoipa_axum::router::OpenApiRouter;

use crate::app::App;

pub(crate) use self::turns::Call;

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(board::routes())
        .merge(turns::routes())
        .merge(reviews::routes())
        .merge(openings::routes())
        .merge(invitations::routes())
}
