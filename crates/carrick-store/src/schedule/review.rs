//! Reviews of finished games: the queue, and the judged positions.

use std::fmt;

use carrick_coach::review::{Judged, Times};
use carrick_games::GameKind;
use carrick_service::{BoardId, DoneReview, ReviewNow, ReviewUnderWay, Userid};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Batch, Columns as _, Conflict, Connection, Lock, Query, Queue, Row, StoreError,
    counter, query, query_scalar, time,
};
use crate::store::Store;

/// Maximum number of reviews that wait without having been asked for. One more is not made.
const MOST_UNASKED: i64 = 1000;

/// A finished game that is reviewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewedGame {
    /// The game on a board.
    Board(BoardId),
    /// A hotseat game.
    Hotseat {
        /// The game.
        kind: GameKind,
        /// Its number among all hotseat games.
        number: u32,
    },
}

impl ReviewedGame {
    /// Its columns `kind` and `number`.
    fn key(self) -> (&'static str, i64) {
        match self {
            Self::Board(board) => (board.kind.name(), i64::from(board.number)),
            Self::Hotseat { kind, number } => (kind.name(), i64::from(number)),
        }
    }

    /// Tables of its reviews, and of the positions that these have judged.
    const fn tables(self) -> (&'static str, &'static str) {
        match self {
            Self::Board(_) => ("reviews", "judged"),
            Self::Hotseat { .. } => ("hotseat_reviews", "hotseat_judged"),
        }
    }

    /// A statement about its reviews, in which `reviews` and `judged` stand for their tables; its
    /// first arguments are the game's.
    fn query(self, sql: &str) -> Query {
        let (reviews, judged) = self.tables();
        let sql = sql.replace("{reviews}", reviews).replace("{judged}", judged);
        let (kind, number) = self.key();
        query(AssertSqlSafe(sql)).bind(kind).bind(number)
    }
}

impl fmt::Display for ReviewedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board(board) => board.fmt(f),
            Self::Hotseat { kind, number } => write!(f, "hotseat {number} ({kind})"),
        }
    }
}

/// A review that a worker has claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedReview {
    /// The game that is reviewed.
    pub game: ReviewedGame,
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
         WHERE reviews.wanted IS NULL",
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

/// Asks for a review of a hotseat game: for its user, or by itself if there is none yet. One that
/// is under way stays as it is.
pub(crate) async fn hotseat_asked(
    connection: &mut Connection,
    game: ReviewedGame,
    times: Times,
    is_asked: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    game.query(
        "INSERT INTO hotseat_reviews (kind, number, wanted, asked, since) \
         SELECT $1, $2, $3, $4, $5 WHERE $4 = 1 OR \
         (SELECT count(*) FROM hotseat_reviews WHERE wanted IS NOT NULL AND asked = 0) < $6 \
         ON CONFLICT (kind, number) DO UPDATE SET wanted = excluded.wanted, \
         asked = excluded.asked, since = excluded.since, claimed_until = NULL \
         WHERE hotseat_reviews.wanted IS NULL AND excluded.asked = 1",
    )
    .bind(i64::from(times.get()))
    .bind(is_asked)
    .bind(time(now))
    .bind(MOST_UNASKED)
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the reviews of a game that goes on, or is deleted.
pub(crate) async fn forget(
    connection: &mut Connection,
    game: ReviewedGame,
) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM {judged} WHERE kind = $1 AND number = $2",
        "DELETE FROM {reviews} WHERE kind = $1 AND number = $2",
    ] {
        game.query(sql).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Order of the queue: what somebody asked for comes first.
const BEFORE: [&str; 2] = [
    "(asker IS NULL, since, kind, number) < ($1 = 1, $2, $3, $4)",
    "(asked = 0, since, kind, number) < ($1 = 1, $2, $3, $4)",
];

/// The reviews of a game, and how many are waited for, in all and by a user.
pub(crate) async fn now(
    connection: &mut Connection,
    game: ReviewedGame,
    asker: Option<&Userid>,
) -> Result<ReviewNow, StoreError> {
    let waiting: i64 = query_scalar(
        "SELECT (SELECT count(*) FROM reviews WHERE wanted IS NOT NULL) \
         + (SELECT count(*) FROM hotseat_reviews WHERE wanted IS NOT NULL)",
    )
    .fetch_one(&mut *connection)
    .await?;
    let waiting_of_asker: i64 = match asker {
        Some(asker) => {
            query_scalar(
                "SELECT (SELECT count(*) FROM reviews WHERE wanted IS NOT NULL AND asker = $1) \
                 + (SELECT count(*) FROM hotseats h JOIN hotseat_reviews r ON r.number = h.number \
                 WHERE h.userid = $1 AND r.wanted IS NOT NULL AND r.asked = 1)",
            )
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
    let sql = "SELECT * FROM {reviews} WHERE kind = $1 AND number = $2";
    let Some(row) = game.query(sql).fetch_optional(&mut *connection).await? else {
        return Ok(now);
    };
    if let Some(times) = some_times(&row, "done")? {
        let judged = judged(connection, game, times).await?;
        now.done = Some(DoneReview { times, judged });
    }
    if let Some(times) = some_times(&row, "wanted")? {
        let (asker, is_asked) = match game {
            ReviewedGame::Board(_) => {
                let asker: Option<Userid> = row.some_word("asker", |word| word.parse().ok())?;
                let is_asked = asker.is_some();
                (asker, is_asked)
            }
            ReviewedGame::Hotseat { .. } => (None, row.raw("asked")?),
        };
        let since = row.time("since")?;
        now.under_way = Some(ReviewUnderWay {
            times,
            since,
            judged: number_judged(connection, game, times).await?,
            ahead: ahead(connection, game, !is_asked, since).await?,
            asker,
        });
    }
    Ok(now)
}

/// Number of reviews that come before one.
async fn ahead(
    connection: &mut Connection,
    game: ReviewedGame,
    unasked: bool,
    since: Timestamp,
) -> Result<u32, StoreError> {
    let [boards, hotseats] = BEFORE;
    let sql = format!(
        "SELECT (SELECT count(*) FROM reviews WHERE wanted IS NOT NULL AND {boards}) \
         + (SELECT count(*) FROM hotseat_reviews WHERE wanted IS NOT NULL AND {hotseats})"
    );
    let (kind, number) = game.key();
    let ahead: i64 = query_scalar(AssertSqlSafe(sql))
        .bind(unasked)
        .bind(time(since))
        .bind(kind)
        .bind(number)
        .fetch_one(connection)
        .await?;
    Ok(u32::try_from(ahead).unwrap_or(u32::MAX))
}

async fn number_judged(
    connection: &mut Connection,
    game: ReviewedGame,
    times: Times,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) AS judged FROM {judged} \
               WHERE kind = $1 AND number = $2 AND times = $3";
    game.query(sql).bind(i64::from(times.get())).fetch_one(connection).await?.whole("judged")
}

/// The judged positions of a review, in order.
async fn judged(
    connection: &mut Connection,
    game: ReviewedGame,
    times: Times,
) -> Result<Vec<Judged>, StoreError> {
    let sql = "SELECT value, proved, line FROM {judged} \
               WHERE kind = $1 AND number = $2 AND times = $3 ORDER BY ply";
    let rows = game.query(sql).bind(i64::from(times.get())).fetch_all(connection).await?;
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
) -> Result<Option<(ReviewedGame, Times)>, StoreError> {
    let row = query(
        "SELECT * FROM (SELECT CAST(0 AS BIGINT) AS hotseat, asker IS NULL AS unasked, since, kind, \
         number, wanted FROM reviews WHERE wanted IS NOT NULL \
         AND (claimed_until IS NULL OR claimed_until <= $1) \
         UNION ALL SELECT CAST(1 AS BIGINT), asked = 0, since, kind, number, wanted \
         FROM hotseat_reviews WHERE wanted IS NOT NULL \
         AND (claimed_until IS NULL OR claimed_until <= $1)) AS waiting \
         ORDER BY unasked, since, kind, number, hotseat LIMIT 1",
    )
    .bind(time(now))
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let times = some_times(&row, "wanted")?.ok_or(StoreError::Corrupt { column: "wanted" })?;
    let BoardId { kind, number } = row.board()?;
    let game = match row.whole::<u8>("hotseat")? {
        0 => ReviewedGame::Board(BoardId { kind, number }),
        _ => ReviewedGame::Hotseat { kind, number },
    };
    Ok(Some((game, times)))
}

impl Store {
    /// The reviews of a board, and how many are waited for.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn review(&self, board: BoardId) -> Result<ReviewNow, StoreError> {
        now(&mut *self.database.begin_read().await?, ReviewedGame::Board(board), None).await
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
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Thinking)).await?;
        let Some((game, times)) = next(&mut transaction, now).await? else { return Ok(None) };
        let sql = "UPDATE {reviews} SET claimed_until = $3 WHERE kind = $1 AND number = $2";
        game.query(sql).bind(time(until)).execute(&mut transaction).await?;
        let judged = number_judged(&mut transaction, game, times).await?;
        transaction.commit().await?;
        Ok(Some(ClaimedReview { game, times, judged, until }))
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
        let mut transaction = self.database.begin_write_with(Lock::Queue(Queue::Thinking)).await?;
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
        let ClaimedReview { game, times, judged: ply, .. } = claim;
        let mut transaction = self.database.begin_write().await?;
        if !renew(&mut transaction, claim, until).await? {
            return Ok(None);
        }
        game.query(
            "INSERT INTO {judged} (kind, number, times, ply, value, proved, line) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(i64::from(times.get()))
        .bind(i64::from(ply))
        .bind(f64::from(judged.value.clamp(0.0, 1.0)))
        .bind(judged.proved)
        .bind(judged.line.join(" "))
        .execute(&mut transaction)
        .await?;
        if is_last {
            done(&mut transaction, game, times).await?;
        }
        if let ReviewedGame::Board(board) = game
            && (is_last || ply.is_multiple_of(TELL_EVERY))
        {
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
    let ClaimedReview { game, times, until: claimed, .. } = claim;
    let sql = "UPDATE {reviews} SET claimed_until = $5 \
               WHERE kind = $1 AND number = $2 AND wanted = $3 AND claimed_until = $4";
    let renewed = game.query(sql).bind(i64::from(times.get())).bind(time(claimed));
    Ok(renewed.bind(time(until)).execute(connection).await?.rows_affected() == 1)
}

/// Makes a review the one that there is.
async fn done(
    connection: &mut Connection,
    game: ReviewedGame,
    times: Times,
) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM {judged} WHERE kind = $1 AND number = $2 AND times <> $3",
        "UPDATE {reviews} SET done = $3, wanted = NULL, claimed_until = NULL \
         WHERE kind = $1 AND number = $2",
    ] {
        game.query(sql).bind(i64::from(times.get())).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Gives the board a new change number.
async fn tell(connection: &mut Connection, board: BoardId) -> Result<(), StoreError> {
    let mut batch = Batch::new(connection.dialect());
    counter::changed(&mut batch, board, counter::ITSELF);
    batch.expect_one(Conflict::NoBoard(board)).send(connection).await
}
