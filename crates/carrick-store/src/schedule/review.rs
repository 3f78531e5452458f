//! Reviews of finished games: the queue, and the judged positions.

use std::fmt;

use carrick_coach::review::{Judged, Times};
use carrick_games::GameKind;
use carrick_service::{BoardId, DoneReview, ReviewNow, ReviewUnderWay, Userid, computer_level};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Batch, Columns as _, Conflict, Connection, Lock, Query, Queue, Row, StoreError,
    counter, query, time,
};
use crate::schedule::jobs;
use crate::store::Store;

/// Maximum number of reviews that wait without having been asked for. One more is not made.
const MOST_UNASKED: u32 = 1000;

/// Maximum number of those that wait from one place.
const MOST_UNASKED_OF_PLACE: u32 = 8;

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

/// Reviews of boards and of hotseat games that are not done.
const WAITING: &str = "(SELECT CAST(0 AS BIGINT) AS hotseat, asker, place, round, wanted AS cost, \
     since, kind, number, claimed_until FROM reviews WHERE wanted IS NOT NULL \
     UNION ALL SELECT CAST(1 AS BIGINT), CASE r.asked WHEN 1 THEN h.userid END, r.place, r.round, \
     r.wanted, r.since, r.kind, r.number, r.claimed_until \
     FROM hotseat_reviews r CROSS JOIN hotseats h WHERE h.number = r.number \
     AND r.wanted IS NOT NULL) AS waiting";

/// The reviews that users have asked for, or the others, which come after all of them.
fn queue(is_asked: bool) -> String {
    let not = if is_asked { "NOT " } else { "" };
    format!("(SELECT * FROM {WAITING} WHERE asker IS {not}NULL) AS queue")
}

/// Asks for a review, for a user or without being asked. One that is under way stays as it is.
/// Without being asked no second review is made, and none when enough wait, in all or from one
/// place.
pub(crate) async fn asked(
    connection: &mut Connection,
    game: ReviewedGame,
    times: Times,
    (user, is_asked): (&Userid, bool),
    now: Timestamp,
) -> Result<(), StoreError> {
    let queue = queue(is_asked);
    if !is_asked {
        let now = jobs::queue_now(connection, &queue, user).await?;
        if now.waiting >= MOST_UNASKED || now.of_place >= MOST_UNASKED_OF_PLACE {
            return Ok(());
        }
    }
    let place = jobs::place_of(connection, user).await?;
    let round = jobs::fair_round(connection, &queue, &place).await?;
    let column = match game {
        ReviewedGame::Board(_) => "asker",
        ReviewedGame::Hotseat { .. } => "asked",
    };
    let query = game.query(&format!(
        "INSERT INTO {{reviews}} (kind, number, wanted, {column}, since, place, round) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (kind, number) DO UPDATE SET wanted = excluded.wanted, \
         {column} = excluded.{column}, since = excluded.since, place = excluded.place, \
         round = excluded.round, claimed_until = NULL WHERE {{reviews}}.wanted IS NULL AND $8 = 1"
    ));
    let query = query.bind(i64::from(times.get()));
    let query = match game {
        ReviewedGame::Board(_) => query.bind(is_asked.then_some(user.as_str())),
        ReviewedGame::Hotseat { .. } => query.bind(is_asked),
    };
    let query = query.bind(time(now)).bind(place).bind(round).bind(is_asked);
    query.execute(connection).await?;
    Ok(())
}

/// Asks for the review of a board, for a user or, without one, for the player who is no computer.
pub(crate) async fn board_asked(
    connection: &mut Connection,
    board: BoardId,
    times: Times,
    asker: Option<&Userid>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let game = ReviewedGame::Board(board);
    if let Some(asker) = asker {
        return asked(connection, game, times, (asker, true), now).await;
    }
    let sql = "SELECT first_player, second_player FROM boards WHERE kind = $1 AND number = $2";
    let row = game.query(sql).fetch_optional(connection).await?;
    let [first, second] = row.ok_or(Conflict::NoBoard(board))?.players()?;
    let person = if computer_level(&first).is_none() { first } else { second };
    asked(connection, game, times, (&person, false), now).await
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

/// The reviews of a game, and the queue as a user sees it.
pub(crate) async fn now(
    connection: &mut Connection,
    game: ReviewedGame,
    asker: Option<&Userid>,
) -> Result<ReviewNow, StoreError> {
    let mut now = ReviewNow::default();
    if let Some(asker) = asker {
        now.queue = jobs::queue_now(connection, &queue(true), asker).await?;
    }
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
        now.under_way = Some(ReviewUnderWay {
            times,
            since: row.time("since")?,
            judged: number_judged(connection, game, times).await?,
            ahead: ahead(connection, game, !is_asked, &row).await?,
            asker,
        });
    }
    Ok(now)
}

/// Order of the queue, of which the last columns tell the games apart.
const ORDER: &str =
    "CASE WHEN asker IS NULL THEN 1 ELSE 0 END, round, since, kind, number, hotseat";

/// Number of reviews that come before that of a row.
async fn ahead(
    connection: &mut Connection,
    game: ReviewedGame,
    unasked: bool,
    row: &Row,
) -> Result<u32, StoreError> {
    let sql = format!(
        "SELECT count(*) AS ahead FROM {WAITING} WHERE ({ORDER}) < ($1, $2, $3, $4, $5, $6)"
    );
    let (kind, number) = game.key();
    query(AssertSqlSafe(sql))
        .bind(i64::from(unasked))
        .bind(row.raw::<i64>("round")?)
        .bind(time(row.time("since")?))
        .bind(kind)
        .bind(number)
        .bind(i64::from(matches!(game, ReviewedGame::Hotseat { .. })))
        .fetch_one(connection)
        .await?
        .whole("ahead")
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
    let sql = format!(
        "SELECT hotseat, kind, number, cost FROM {WAITING} \
         WHERE claimed_until IS NULL OR claimed_until <= $1 ORDER BY {ORDER} LIMIT 1"
    );
    let row = query(AssertSqlSafe(sql)).bind(time(now)).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(None) };
    let times = some_times(&row, "cost")?.ok_or(StoreError::Corrupt { column: "cost" })?;
    let BoardId { kind, number } = row.board()?;
    let game = match row.whole::<u8>("hotseat")? {
        0 => ReviewedGame::Board(BoardId { kind, number }),
        _ => ReviewedGame::Hotseat { kind, number },
    };
    Ok(Some((game, times)))
}

impl Store {
    /// The reviews of a board.
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
        "UPDATE {reviews} SET done = $3, wanted = NULL, claimed_until = NULL, place = '' \
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
