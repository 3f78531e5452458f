//! Reviews of a finished game, as far as they are done.

use carrick_service::{ReviewNow, SeatResult};

use super::load::Loaded;
use crate::app::App;
use crate::pages::fault::Fault;

/// The reviews of a board; `None` while its game is played, or when it has no turn.
pub(crate) async fn reviews(app: &App, board: &Loaded) -> Result<Option<ReviewNow>, Fault> {
    let played = |result| !matches!(result, SeatResult::Declined(_));
    let ended = board.record.ended.as_ref().is_some_and(|ended| played(ended.result()));
    match ended && !board.record.turns.is_empty() {
        true => Ok(Some(app.store.review(board.id()).await?)),
        false => Ok(None),
    }
}
