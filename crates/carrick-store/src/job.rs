//! The boards on which the computer is asked for something.

use carrick_service::{BoardId, Userid, WaitingJob};
use jiff::Timestamp;

use crate::column::{Columns, time};
use crate::sqlite::Connection;
use crate::write::one;
use crate::{Conflict, StoreError, counter};

/// The computer is asked for something on a board. Whoever works on what it was asked there before
/// need not be waited for.
pub(crate) async fn made(
    connection: &mut Connection,
    board: BoardId,
    opponent: &Userid,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO jobs (kind, number, opponent, since) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (kind, number) DO UPDATE SET opponent = excluded.opponent, \
         since = excluded.since, claimed_until = NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(opponent.as_str())
    .bind(time(now))
    .execute(connection)
    .await?;
    Ok(())
}

/// The computer is asked for nothing on a board, if it was.
pub(crate) async fn gone(connection: &mut Connection, board: BoardId) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM jobs WHERE kind = $1 AND number = $2")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .execute(connection)
        .await?;
    Ok(())
}

/// The jobs that nobody works on.
pub(crate) async fn waiting(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Vec<WaitingJob>, StoreError> {
    let sql = "SELECT j.kind, j.number, j.opponent, j.since, s.job FROM jobs j \
               LEFT JOIN servings s ON s.userid = j.opponent \
               WHERE j.claimed_until IS NULL OR j.claimed_until <= $1";
    let rows = sqlx::query(sql).bind(time(now)).fetch_all(connection).await?;
    let job = |row| {
        Ok(WaitingJob {
            board: Columns::board(row)?,
            opponent: Columns::parsed(row, "opponent")?,
            since: Columns::time(row, "since")?,
            served: Columns::raw(row, "job")?,
        })
    };
    rows.iter().map(job).collect()
}

/// Of the jobs that somebody works on, the one whose claim runs out first, and when.
pub(crate) async fn claimed(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Option<(BoardId, Timestamp)>, StoreError> {
    let sql = "SELECT kind, number, claimed_until FROM jobs WHERE claimed_until > $1 \
               ORDER BY claimed_until, kind, number LIMIT 1";
    let row = sqlx::query(sql).bind(time(now)).fetch_optional(connection).await?;
    row.map(|row| Ok((Columns::board(&row)?, Columns::time(&row, "claimed_until")?))).transpose()
}

/// Nobody works any more on a job that was claimed until this moment, if it still is.
pub(crate) async fn release(
    connection: &mut Connection,
    board: BoardId,
    until: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE jobs SET claimed_until = NULL \
               WHERE kind = $1 AND number = $2 AND claimed_until = $3";
    sqlx::query(sql)
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(time(until))
        .execute(connection)
        .await?;
    Ok(())
}

/// Somebody works on a job until a moment, and its opponent is served.
pub(crate) async fn claim(
    connection: &mut Connection,
    board: BoardId,
    now: Timestamp,
    until: Timestamp,
) -> Result<(), StoreError> {
    let done = sqlx::query(
        "UPDATE jobs SET claimed_until = $3 WHERE kind = $1 AND number = $2 \
         AND (claimed_until IS NULL OR claimed_until <= $4)",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(time(until))
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    one(done.rows_affected(), || Conflict::NoBoard(board))?;
    let job = counter::take(connection, "job", 1).await?;
    sqlx::query(
        "INSERT INTO servings (userid, job) \
         SELECT opponent, $3 FROM jobs WHERE kind = $1 AND number = $2 \
         ON CONFLICT (userid) DO UPDATE SET job = excluded.job",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(job)
    .execute(connection)
    .await?;
    Ok(())
}
