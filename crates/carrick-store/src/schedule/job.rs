//! Job queue of the computer: boards on which it owes a turn or an answer.

use carrick_service::{BoardId, NextJob, Userid, WaitingJob, computer_level};
use jiff::Timestamp;

use crate::database::{Columns, Connection, Lock, Queue, StoreError, counter, query, time};
use crate::store::Store;

/// Queues a job on a board. It replaces an earlier job there, claimed or not.
pub(crate) async fn made(
    connection: &mut Connection,
    board: BoardId,
    opponent: &Userid,
    now: Timestamp,
) -> Result<(), StoreError> {
    query(
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

/// Removes the job of a board, if there is one.
pub(crate) async fn gone(connection: &mut Connection, board: BoardId) -> Result<(), StoreError> {
    query("DELETE FROM jobs WHERE kind = $1 AND number = $2")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .execute(connection)
        .await?;
    Ok(())
}

/// Sequence that holds the virtual clock of the job that was begun last.
const SERIES: &str = "thinking";

/// Jobs that are not claimed.
pub(crate) async fn waiting(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Vec<WaitingJob>, StoreError> {
    // SQLite begins with the left table of a CROSS JOIN, and would otherwise begin with all boards:
    // the queue is mostly empty.
    let sql = "SELECT j.kind, j.number, j.opponent, j.since, s.job, b.first_player, b.second_player, \
               b.options, b.ply, coalesce(p.place, 'user ' || j.opponent) AS place, \
               h.clock_ms, h.served AS place_served FROM jobs j CROSS JOIN boards b \
               LEFT JOIN servings s ON s.userid = j.opponent \
               LEFT JOIN places p ON p.userid = j.opponent \
               LEFT JOIN shares h ON h.place = coalesce(p.place, 'user ' || j.opponent) \
               WHERE b.kind = j.kind AND b.number = j.number \
               AND (j.claimed_until IS NULL OR j.claimed_until <= $1)";
    let rows = query(sql).bind(time(now)).fetch_all(&mut *connection).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let begun = counter::next(connection, SERIES).await?.unwrap_or(1);
    let job = |row| {
        let clock: Option<i64> = Columns::raw(row, "clock_ms")?;
        let opponent: Userid = Columns::parsed(row, "opponent")?;
        // The computer may play against itself.
        let players = Columns::players(row)?;
        let level = players.iter().find(|&user| *user != opponent).and_then(computer_level);
        Ok(WaitingJob {
            board: Columns::board(row)?,
            opponent,
            place: Columns::raw(row, "place")?,
            since: Columns::time(row, "since")?,
            served: Columns::raw(row, "job")?,
            place_served: Columns::some_time(row, "place_served")?,
            starts_ms: clock.map_or(begun, |clock| clock.max(begun)),
            level: level.ok_or(StoreError::Corrupt { column: "first_player" })?,
            options: Columns::raw(row, "options")?,
            ply: Columns::whole(row, "ply")?,
        })
    };
    rows.iter().map(job).collect()
}

/// The claimed job whose claim runs out first, and when.
pub(crate) async fn claimed(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Option<(BoardId, Timestamp)>, StoreError> {
    let sql = "SELECT kind, number, claimed_until FROM jobs WHERE claimed_until > $1 \
               ORDER BY claimed_until, kind, number LIMIT 1";
    let row = query(sql).bind(time(now)).fetch_optional(connection).await?;
    row.map(|row| Ok((Columns::board(&row)?, Columns::time(&row, "claimed_until")?))).transpose()
}

/// Releases a job that was claimed until this moment, if it still is.
pub(crate) async fn release(
    connection: &mut Connection,
    board: BoardId,
    until: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE jobs SET claimed_until = NULL \
               WHERE kind = $1 AND number = $2 AND claimed_until = $3";
    query(sql)
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(time(until))
        .execute(connection)
        .await?;
    Ok(())
}

/// Claims a job until a moment. This counts as service to its opponent, and advances the clock of
/// their network place. Returns whether the job was still there: a turn may just have been played.
pub(crate) async fn claim(
    connection: &mut Connection,
    WaitingJob { board, opponent, place, starts_ms, .. }: &WaitingJob,
    cost_ms: u32,
    now: Timestamp,
    until: Timestamp,
) -> Result<bool, StoreError> {
    let done = query(
        "UPDATE jobs SET claimed_until = $3 WHERE kind = $1 AND number = $2 \
         AND (claimed_until IS NULL OR claimed_until <= $4)",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(time(until))
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(false);
    }
    let job = counter::take(connection, "job", 1).await?;
    query(
        "INSERT INTO servings (userid, job) VALUES ($1, $2) \
         ON CONFLICT (userid) DO UPDATE SET job = excluded.job",
    )
    .bind(opponent.as_str())
    .bind(job)
    .execute(&mut *connection)
    .await?;
    query(
        "INSERT INTO shares (place, clock_ms, served) VALUES ($1, $2, $3) \
         ON CONFLICT (place) DO UPDATE SET clock_ms = excluded.clock_ms, served = excluded.served",
    )
    .bind(place)
    .bind(starts_ms.saturating_add(cost_ms.into()))
    .bind(time(now))
    .execute(&mut *connection)
    .await?;
    let begun = counter::next(connection, SERIES).await?.unwrap_or(1).max(*starts_ms);
    counter::set(connection, SERIES, begun).await?;
    query("DELETE FROM shares WHERE clock_ms <= $1").bind(begun).execute(connection).await?;
    Ok(true)
}

impl Store {
    /// Claims one of the computer's free jobs, chosen by `pick`, until a moment; `None` when there
    /// is none. A job is done when the decision that answers it is written. `pick` is called twice,
    /// since most calls find nothing and should not make writers wait.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_job<F>(
        &self,
        now: Timestamp,
        until: Timestamp,
        pick: F,
    ) -> Result<Option<NextJob>, StoreError>
    where
        F: Fn(&[WaitingJob]) -> Option<NextJob> + Send + 'static,
    {
        if pick(&waiting(&mut self.database.reader().await?, now).await?).is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Thinking)).await?;
        let waiting = waiting(&mut transaction, now).await?;
        let Some(next) = pick(&waiting) else { return Ok(None) };
        let Some(job) = waiting.iter().find(|job| job.board == next.board) else {
            return Ok(None);
        };
        if !claim(&mut transaction, job, next.cost_ms, now, until).await? {
            return Ok(None);
        }
        transaction.commit().await?;
        Ok(Some(next))
    }

    /// The claimed job whose claim runs out first, and when; `None` when none is claimed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claimed_job(
        &self,
        now: Timestamp,
    ) -> Result<Option<(BoardId, Timestamp)>, StoreError> {
        claimed(&mut self.database.reader().await?, now).await
    }

    /// Gives back a job that was claimed until this moment, undone: any worker may claim it now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn release_job(&self, board: BoardId, until: Timestamp) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Thinking)).await?;
        release(&mut transaction, board, until).await?;
        Ok(transaction.commit().await?)
    }
}
