//! Reopened games, and the plans and offers of a board whose time ran out.

use carrick_games::Seat;
use carrick_service::{BoardId, Expired};
use jiff::Timestamp;

use super::plan;
use crate::database::{
    Columns as _, Conflict, Connection, StoreError, offer_kind, one, query, seat as seat_word, time,
};

/// Reopens a finished game.
pub(crate) async fn board_reopened(
    connection: &mut Connection,
    board: BoardId,
    to_move: Seat,
    Expired { plans, offer }: &Expired,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET result = NULL, reason = NULL, ended = NULL, ending = NULL, to_move = $3, \
         due = $4, nags = 0, first_queue = $5, second_queue = $6, submitted = $7, offer_by = $8, \
         offer_kind = $9, offer_rejected = $10, \
         touched = CASE WHEN touched < $4 THEN $4 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND ended IS NOT NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(seat_word(to_move))
    .bind(time(now))
    .bind(&plans.queues[0])
    .bind(&plans.queues[1])
    .bind(&plans.submitted)
    .bind(offer.map(|offer| seat_word(offer.by)))
    .bind(offer.map(|offer| offer_kind(offer.kind)))
    .bind(offer.map(|offer| offer.rejected))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::NotEnded(board))?;
    for sql in [
        "DELETE FROM expiries WHERE kind = $1 AND number = $2",
        "DELETE FROM restarts WHERE kind = $1 AND number = $2 \
         AND ply = (SELECT ply + 1 FROM boards WHERE kind = $1 AND number = $2)",
    ] {
        query(sql)
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .execute(&mut *connection)
            .await?;
    }
    query(
        "INSERT INTO restarts (kind, number, ply, at) \
         SELECT kind, number, ply + 1, $3 FROM boards WHERE kind = $1 AND number = $2",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(time(now))
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the plans and the offer of a board whose time ran out.
pub(crate) async fn set_aside(
    connection: &mut Connection,
    board: BoardId,
    Expired { plans, offer }: &Expired,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO expiries (kind, number, first_queue, second_queue, submitted, offer_by, \
         offer_kind, offer_rejected) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(&plans.queues[0])
    .bind(&plans.queues[1])
    .bind(&plans.submitted)
    .bind(offer.map(|offer| seat_word(offer.by)))
    .bind(offer.map(|offer| offer_kind(offer.kind)))
    .bind(offer.map(|offer| offer.rejected))
    .execute(connection)
    .await?;
    Ok(())
}

/// The plans and the offer of a board whose time ran out, if it did.
pub(crate) async fn expired(
    connection: &mut Connection,
    board: BoardId,
) -> Result<Option<Expired>, StoreError> {
    let row = query("SELECT * FROM expiries WHERE kind = $1 AND number = $2")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(Expired { plans: plan::of_row(&row)?, offer: row.offer()? })).transpose()
}
