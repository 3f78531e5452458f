//! Reviews of a finished game, as far as they are done.

use carrick_service::{ReviewNow, SeatResult, Userid};

use super::analysis::not_reviewed;
use super::load::Loaded;
use crate::app::App;
use crate::pages::fault::Fault;
use crate::pages::payer::Payer;

/// The reviews of a board, or why a user may not see them yet; `None` while its game is played, or
/// when it has no turn.
pub(crate) async fn reviews(
    app: &App,
    payer: &Payer,
    user: Option<&Userid>,
    board: &Loaded,
) -> Result<Option<Result<ReviewNow, String>>, Fault> {
    let played = |result| !matches!(result, SeatResult::Declined(_));
    let ended = board.record.ended.as_ref().is_some_and(|ended| played(ended.result()));
    if !ended || board.record.turns.is_empty() {
        return Ok(None);
    }
    let now = app.store.review(board.id()).await?;
    let is_told = now.done.is_some();
    if let Some(user) = user.filter(|_| is_told)
        && let Some(postponed) = not_reviewed(app, payer, user, &board.game).await?
    {
        return Ok(Some(Err(postponed)));
    }
    Ok(Some(Ok(now)))
}
