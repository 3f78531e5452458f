//! Undo: removes turns; remarks about them stay.

use std::collections::BTreeMap;

use carrick_games::Seat;
use carrick_service::{BoardId, BoardRecord, Undone};
use jiff::Timestamp;

use crate::boards::select::{Which, select};
use crate::database::{
    Columns as _, Conflict, Connection, Query, Row, StoreError, one, query, seat as seat_word, time,
};

/// Removes all turns but the first `ply`; the first removed turn must be of that seat.
pub(crate) async fn turns_undone(
    connection: &mut Connection,
    board: BoardId,
    by: Seat,
    ply: u32,
    now: Timestamp,
) -> Result<(), StoreError> {
    let done = query(
        "UPDATE boards SET undone_times = undone_times + 1, \
         undone_turns = undone_turns + ply - $3, \
         undone_highest = CASE WHEN undone_highest < ply THEN ply ELSE undone_highest END, \
         undone_by = $4, to_move = $4, ply = $3, due = $5, nags = 0, \
         offer_by = NULL, offer_kind = NULL, offer_rejected = NULL, \
         first_queue = NULL, second_queue = NULL, submitted = NULL, \
         touched = CASE WHEN touched < $5 THEN $5 ELSE touched END \
         WHERE kind = $1 AND number = $2 AND to_move IS NOT NULL AND EXISTS \
         (SELECT 1 FROM turns t WHERE t.kind = boards.kind AND t.number = boards.number \
         AND t.ply = $3 + 1 AND t.seat = $4)",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(ply))
    .bind(seat_word(by))
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::Undo { board, ply })?;
    for sql in [
        "DELETE FROM turns WHERE kind = $1 AND number = $2 AND ply > $3",
        "DELETE FROM restarts WHERE kind = $1 AND number = $2 AND ply > $3",
        // Remarks about a removed turn now follow the last turn that is left.
        "UPDATE remarks SET ply = $3 WHERE kind = $1 AND number = $2 AND ply > $3",
    ] {
        query(sql)
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .bind(i64::from(ply))
            .execute(&mut *connection)
            .await?;
    }
    query("INSERT INTO restarts (kind, number, ply, at) VALUES ($1, $2, $3, $4)")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(i64::from(ply) + 1)
        .bind(time(now))
        .execute(connection)
        .await?;
    Ok(())
}

/// Statement for the restarts of boards: plies that began again after an undo or an import, each
/// with its time. Only boards in play have some.
pub(crate) fn restarts(which: Which<'_>) -> Query {
    let joined = Some(("restarts r", "r.kind = b.kind AND r.number = b.number"));
    select("r.kind, r.number, r.ply, r.at", joined, which, "").build()
}

/// Reads the rows of [`restarts`].
pub(crate) fn read_restarts(
    rows: &[Row],
    boards: &mut BTreeMap<BoardId, BoardRecord>,
) -> Result<(), StoreError> {
    for row in rows {
        if let Some(board) = boards.get_mut(&row.board()?) {
            board.restarts.insert(row.whole("ply")?, row.time("at")?);
        }
    }
    Ok(())
}

pub(crate) fn of_row(row: &Row) -> Result<Undone, StoreError> {
    Ok(Undone {
        times: row.whole("undone_times")?,
        turns: row.whole("undone_turns")?,
        highest: row.whole("undone_highest")?,
        by: row.some_seat("undone_by")?,
    })
}
