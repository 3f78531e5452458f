//! Reviews of finished games: the queue, and the judged positions.

use carrick_coach::review::{Judged, Times};
use carrick_service::{BoardId, DoneReview, ReviewNow, ReviewUnderWay, Userid};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns as _, Conflict, Connection, Row, StoreError, counter, one, query,
    query_scalar, time,
};
use crate::store::Store;

/// Maximum number of reviews that wait without having been asked for. One more is not made.
const MOST_UNASKED: i64 = 1000;

/// A review that a worker has claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedReview {
    /// The board whose game is reviewed.
    pub board: BoardId,
    /// The review's share of time.
    pub times: Times,
    /// Number of positions that are judged already; the next one is that after so many turns.
    pub judged: u32,
    /// When the claim expires.
    pub until: Timestamp,
}

/// Asks for a review. One that is under way on the board stays as it is.
pub(crate) async fn asked(
    connection: &mut Connection,
    board: BoardId,
    times: Times,
    asker: Option<&Userid>,
    now: Timestamp,
) -> Result<(), StoreError> {
    query(
        "INSERT INTO reviews (kind, number, wanted, asker, since) \
         SELECT $1, $2, $3, $4, $5 WHERE $4 IS NOT NULL OR \
         (SELECT count(*) FROM reviews WHERE wanted IS NOT NULL AND asker IS NULL) < $6 \
         ON CONFLICT (kind, number) DO UPDATE SET wanted = excluded.wanted, \
         asker = excluded.asker, since = excluded.since, claimed_until = NULL \
         WHERE wanted IS NULL",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(times.get()))
    .bind(asker.map(Userid::as_str))
    .bind(time(now))
    .bind(MOST_UNASKED)
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the reviews of a board whose game goes on.
pub(crate) async fn forget(connection: &mut Connection, board: BoardId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM judged WHERE kind = $1 AND number = $2",
        "DELETE FROM reviews WHERE kind = $1 AND number = $2",
    ] {
        query(sql)
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Order of the queue: what somebody asked for comes first.
const BEFORE: &str = "(asker IS NULL, since, kind, number) < ($1 = 1, $2, $3, $4)";

/// The reviews of a board, and how many are waited for, in all and by a user.
pub(crate) async fn now(
    connection: &mut Connection,
    board: BoardId,
    asker: Option<&Userid>,
) -> Result<ReviewNow, StoreError> {
    let waiting: i64 = query_scalar("SELECT count(*) FROM reviews WHERE wanted IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    let waiting_of_asker: i64 = match asker {
        Some(asker) => {
            query_scalar("SELECT count(*) FROM reviews WHERE wanted IS NOT NULL AND asker = $1")
                .bind(asker.as_str())
                .fetch_one(&mut *connection)
                .await?
        }
        None => 0,
    };
    let mut now = ReviewNow {
        waiting: u32::try_from(waiting).unwrap_or(u32::MAX),
        waiting_of_asker: u32::try_from(waiting_of_asker).unwrap_or(u32::MAX),
        ..ReviewNow::default()
    };
    let row = query("SELECT * FROM reviews WHERE kind = $1 AND number = $2")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .fetch_optional(&mut *connection)
        .await?;
    let Some(row) = row else { return Ok(now) };
    if let Some(times) = some_times(&row, "done")? {
        let judged = judged(connection, board, times).await?;
        now.done = Some(DoneReview { times, judged });
    }
    if let Some(times) = some_times(&row, "wanted")? {
        let asker: Option<Userid> = row.some_word("asker", |word| word.parse().ok())?;
        let since = row.time("since")?;
        now.under_way = Some(ReviewUnderWay {
            times,
            since,
            judged: number_judged(connection, board, times).await?,
            ahead: ahead(connection, board, asker.is_none(), since).await?,
            asker,
        });
    }
    Ok(now)
}

/// Number of reviews that come before one.
async fn ahead(
    connection: &mut Connection,
    board: BoardId,
    unasked: bool,
    since: Timestamp,
) -> Result<u32, StoreError> {
    let sql = format!("SELECT count(*) FROM reviews WHERE wanted IS NOT NULL AND {BEFORE}");
    let ahead: i64 = query_scalar(AssertSqlSafe(sql))
        .bind(unasked)
        .bind(time(since))
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .fetch_one(connection)
        .await?;
    Ok(u32::try_from(ahead).unwrap_or(u32::MAX))
}

async fn number_judged(
    connection: &mut Connection,
    board: BoardId,
    times: Times,
) -> Result<u32, StoreError> {
    let judged: i64 =
        query_scalar("SELECT count(*) FROM judged WHERE kind = $1 AND number = $2 AND times = $3")
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .bind(i64::from(times.get()))
            .fetch_one(connection)
            .await?;
    Ok(u32::try_from(judged).unwrap_or(u32::MAX))
}

/// The judged positions of a review, in order.
async fn judged(
    connection: &mut Connection,
    board: BoardId,
    times: Times,
) -> Result<Vec<Judged>, StoreError> {
    let rows = query(
        "SELECT value, proved, line FROM judged WHERE kind = $1 AND number = $2 AND times = $3 \
         ORDER BY ply",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(times.get()))
    .fetch_all(connection)
    .await?;
    let read = |row: &Row| {
        Ok(Judged {
            value: row.raw::<f64>("value")? as f32,
            proved: row.raw("proved")?,
            line: row.raw::<&str>("line")?.split_whitespace().map(str::to_owned).collect(),
        })
    };
    rows.iter().map(read).collect()
}

fn some_times(row: &Row, column: &'static str) -> Result<Option<Times>, StoreError> {
    let times: Option<u8> = row.some_whole(column)?;
    times.map(Times::try_from).transpose().map_err(|_| StoreError::Corrupt { column })
}

/// The review to do next.
async fn next(
    connection: &mut Connection,
    now: Timestamp,
) -> Result<Option<(BoardId, Times)>, StoreError> {
    let row = query(
        "SELECT kind, number, wanted FROM reviews \
         WHERE wanted IS NOT NULL AND (claimed_until IS NULL OR claimed_until <= $1) \
         ORDER BY asker IS NULL, since, kind, number LIMIT 1",
    )
    .bind(time(now))
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let times = some_times(&row, "wanted")?.ok_or(StoreError::Corrupt { column: "wanted" })?;
    Ok(Some((row.board()?, times)))
}

impl Store {
    /// The reviews of a board, and how many are waited for.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn review(&self, board: BoardId) -> Result<ReviewNow, StoreError> {
        now(&mut *self.database.begin_read().await?, board, None).await
    }

    /// Claims the review that comes next until a moment; `None` when none waits.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_review(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedReview>, StoreError> {
        if next(&mut self.database.reader().await?, now).await?.is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.begin_write().await?;
        let Some((board, times)) = next(&mut transaction, now).await? else { return Ok(None) };
        query("UPDATE reviews SET claimed_until = $3 WHERE kind = $1 AND number = $2")
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .bind(time(until))
            .execute(&mut transaction)
            .await?;
        let judged = number_judged(&mut transaction, board, times).await?;
        transaction.commit().await?;
        Ok(Some(ClaimedReview { board, times, judged, until }))
    }

    /// Moves the end of a claim; `None` when the review is no longer claimed so, since the claim
    /// has expired and another worker has it, or the game goes on. With `until` in the past or
    /// now, the review is given back.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn renew_review(
        &self,
        claim: ClaimedReview,
        until: Timestamp,
    ) -> Result<Option<ClaimedReview>, StoreError> {
        let mut transaction = self.database.begin_write().await?;
        let renewed = renew(&mut transaction, claim, until).await?;
        transaction.commit().await?;
        Ok(renewed.then_some(ClaimedReview { until, ..claim }))
    }

    /// Stores the next judged position of a claimed review and moves the end of the claim; `None`
    /// when the review is no longer claimed so. The last position makes the review done, in place
    /// of any other of the board. Pages of the board hear of it at times.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_judged(
        &self,
        claim: ClaimedReview,
        judged: &Judged,
        is_last: bool,
        until: Timestamp,
    ) -> Result<Option<ClaimedReview>, StoreError> {
        let ClaimedReview { board, times, judged: ply, .. } = claim;
        let mut transaction = self.database.begin_write().await?;
        if !renew(&mut transaction, claim, until).await? {
            return Ok(None);
        }
        query(
            "INSERT INTO judged (kind, number, times, ply, value, proved, line) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(i64::from(times.get()))
        .bind(i64::from(ply))
        .bind(f64::from(judged.value.clamp(0.0, 1.0)))
        .bind(judged.proved)
        .bind(judged.line.join(" "))
        .execute(&mut transaction)
        .await?;
        if is_last {
            done(&mut transaction, board, times).await?;
        }
        if is_last || ply.is_multiple_of(TELL_EVERY) {
            tell(&mut transaction, board).await?;
        }
        transaction.commit().await?;
        self.commits.tell();
        Ok(Some(ClaimedReview { judged: ply + 1, until, ..claim }))
    }
}

/// Number of positions after which the pages of a board hear how far its review is.
const TELL_EVERY: u32 = 8;

async fn renew(
    connection: &mut Connection,
    claim: ClaimedReview,
    until: Timestamp,
) -> Result<bool, StoreError> {
    let ClaimedReview { board, times, until: claimed, .. } = claim;
    let done = query(
        "UPDATE reviews SET claimed_until = $5 \
         WHERE kind = $1 AND number = $2 AND wanted = $3 AND claimed_until = $4",
    )
    .bind(board.kind.name())
    .bind(i64::from(board.number))
    .bind(i64::from(times.get()))
    .bind(time(claimed))
    .bind(time(until))
    .execute(connection)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Makes a review the one that there is.
async fn done(connection: &mut Connection, board: BoardId, times: Times) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM judged WHERE kind = $1 AND number = $2 AND times <> $3",
        "UPDATE reviews SET done = $3, wanted = NULL, claimed_until = NULL \
         WHERE kind = $1 AND number = $2",
    ] {
        query(sql)
            .bind(board.kind.name())
            .bind(i64::from(board.number))
            .bind(i64::from(times.get()))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Gives the board a new change number.
async fn tell(connection: &mut Connection, board: BoardId) -> Result<(), StoreError> {
    let change = counter::take(connection, counter::CHANGE, 1).await?;
    let told = query("UPDATE boards SET change = $3 WHERE kind = $1 AND number = $2")
        .bind(board.kind.name())
        .bind(i64::from(board.number))
        .bind(change)
        .execute(connection)
        .await?;
    one(told.rows_affected(), || Conflict::NoBoard(board))
}
