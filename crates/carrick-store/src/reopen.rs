//! Games that had ended go on: their end and what it did to ratings are taken back.

use carrick_games::Seat;
use carrick_service::{BoardId, Decision, Expired, Needs, Replay, State};
use jiff::Timestamp;

use crate::batch::Writer;
use crate::column::{offer_kind, seat as seat_word, time};
use crate::sqlite::Connection;
use crate::write::one;
use crate::{Committed, Conflict, LogEntry, Store, StoreError, load, rebuild, request, write};

impl Store {
    /// Carries out the decision to reopen a game, and computes all ratings anew with a fresh [`Replay`], in one
    /// transaction and with one line in the log. A refusal leaves no trace.
    ///
    /// # Errors
    /// When the decision contradicts what is stored, or the database fails. Then nothing has changed.
    pub async fn reopen(
        &self,
        needs: &Needs,
        entry: &LogEntry,
        decide: impl FnOnce(&State) -> Decision,
        replay: Replay,
    ) -> Result<Committed, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let decision = decide(&load::state(&mut transaction, needs).await?);
        if decision.events.is_empty() {
            let Decision { messages, refused, .. } = decision;
            return Ok(Committed { messages, refused, repeated: false });
        }
        let mut writer = Writer::new(&mut transaction);
        write::events(&mut writer, &decision.events, entry.at).await?;
        let committed = request::record(&mut writer, entry, decision).await?;
        rebuild::rebuild(&mut transaction, replay).await?;
        transaction.commit().await?;
        self.tell_commit();
        Ok(committed)
    }
}

/// A game that had ended goes on.
pub(crate) async fn board_reopened(
    connection: &mut Connection,
    board: BoardId,
    to_move: Seat,
    Expired { plans, offer }: &Expired,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = sqlx::query(
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
        sqlx::query(sql)
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
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
