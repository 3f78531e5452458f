//! Conditional moves and submitted turns of the players of a board.

use carrick_service::{BoardId, Plans};
use jiff::Timestamp;

use crate::database::{Columns as _, Conflict, Connection, Row, StoreError, one, query, time};

/// Replaces the plans on a board in play.
pub(crate) async fn changed(
    connection: &mut Connection,
    board: BoardId,
    plans: &Plans,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET first_queue = $3, second_queue = $4, submitted = $5, \
         touched = CASE WHEN touched < $6 THEN $6 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(&plans.queues[0])
    .bind(&plans.queues[1])
    .bind(&plans.submitted)
    .bind(time(now))
    .execute(connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotInPlay(board))
}

pub(crate) fn of_row(row: &Row) -> Result<Plans, StoreError> {
    Ok(Plans {
        queues: [row.raw("first_queue")?, row.raw("second_queue")?],
        submitted: row.raw("submitted")?,
    })
}
