//! Reviews of finished games: jobs until they are done, and the judged positions.

use std::fmt;

use carrick_coach::review::{Judged, Times};
use carrick_games::GameKind;
use carrick_service::{BoardId, DoneReview, ReviewNow, ReviewUnderWay, Userid, computer_level};
use jiff::Timestamp;

use crate::boards::change;
use crate::database::{
    AssertSqlSafe, Columns as _, Conflict, Connection, Query, StatementBatch, StoreError, json,
    query,
};
use crate::schedule::jobs;
use crate::schedule::jobs::{Job, JobKind, JobQueue, NewJob, board_key};
use crate::store::Store;

/// Maximum number of automatic reviews in the queue. Further ones are not made.
const MOST_UNASKED: u32 = 1000;

/// Maximum number of automatic reviews in the queue from one place.
const MOST_UNASKED_OF_PLACE: u32 = 8;

/// A finished game to review.
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
    /// The game that a job should review.
    ///
    /// # Errors
    /// When it is a job of another kind.
    pub fn of(job: &Job) -> Result<Self, StoreError> {
        let board = job.board()?;
        match job.kind {
            JobKind::Review => Ok(Self::Board(board)),
            JobKind::HotseatReview => Ok(Self::Hotseat { kind: board.kind, number: board.number }),
            _ => Err(StoreError::Corrupt { column: "kind" }),
        }
    }

    /// Kind and key of the job that reviews the game.
    fn job(self) -> (JobKind, String) {
        match self {
            Self::Board(board) => (JobKind::Review, board_key(board)),
            Self::Hotseat { kind, number } => {
                (JobKind::HotseatReview, board_key(BoardId { kind, number }))
            }
        }
    }

    /// Its columns `kind` and `number`.
    fn key(self) -> (&'static str, i64) {
        match self {
            Self::Board(board) => (board.kind.name(), i64::from(board.number)),
            Self::Hotseat { kind, number } => (kind.name(), i64::from(number)),
        }
    }

    /// Tables of the game's reviews, and of the positions that these have judged.
    const fn tables(self) -> (&'static str, &'static str) {
        match self {
            Self::Board(_) => ("reviews", "judged"),
            Self::Hotseat { .. } => ("hotseat_reviews", "hotseat_judged"),
        }
    }

    /// A statement about the game's reviews, in which `reviews` and `judged` stand for their
    /// tables; its first arguments identify the game.
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

/// Asks for a review, for a user or automatically. A review in progress stays as it is. Automatic
/// requests do nothing if the game has a review, or if enough reviews are queued, in total or from
/// one place.
pub(crate) async fn asked(
    connection: &mut Connection,
    game: ReviewedGame,
    times: Times,
    (user, is_asked): (&Userid, bool),
    now: Timestamp,
) -> Result<(), StoreError> {
    let (kind, key) = game.job();
    if jobs::find(connection, kind, key.clone()).await?.is_some() {
        return Ok(());
    }
    let queue = if is_asked { JobQueue::Reviews } else { JobQueue::UnaskedReviews };
    if !is_asked {
        let now = jobs::queue_now(connection, queue, user).await?;
        let is_full = now.waiting >= MOST_UNASKED || now.of_place >= MOST_UNASKED_OF_PLACE;
        if is_full || done(connection, game).await?.is_some() {
            return Ok(());
        }
    }
    let length = u32::from(times.get());
    let payload = length.to_string();
    let job = NewJob { kind, key, payload, queue, asker: user, cost: length, since: now };
    let mut batch = StatementBatch::new(connection.dialect());
    jobs::put(&mut batch, job);
    batch.send(connection).await
}

/// Asks for the review of a board, for a user or, automatically, for the player who is not a
/// computer.
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

/// Deletes the reviews of a game that continues, or is deleted.
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
    remove_job(connection, game).await
}

/// Removes the job that reviews a game.
async fn remove_job(connection: &mut Connection, game: ReviewedGame) -> Result<(), StoreError> {
    let (kind, key) = game.job();
    let mut batch = StatementBatch::new(connection.dialect());
    jobs::remove(&mut batch, kind, key);
    batch.send(connection).await
}

/// Reviews of a game, and the queue as a user sees it.
pub(crate) async fn now(
    connection: &mut Connection,
    game: ReviewedGame,
    asker: Option<&Userid>,
) -> Result<ReviewNow, StoreError> {
    let mut now = ReviewNow::default();
    if let Some(asker) = asker {
        now.queue = jobs::queue_now(connection, JobQueue::Reviews, asker).await?;
    }
    if let Some(times) = done(connection, game).await? {
        let judged = judged(connection, game, times).await?;
        now.done = Some(DoneReview { times, judged });
    }
    let (kind, key) = game.job();
    if let Some(row) = jobs::find(connection, kind, key).await? {
        let times = length(&row.raw::<String>("payload")?)?;
        let is_asked = row.raw::<i64>("priority")? == JobQueue::Reviews.priority();
        now.under_way = Some(ReviewUnderWay {
            times,
            since: row.time("since")?,
            judged: number_judged(connection, game, times).await?,
            ahead: jobs::ahead(connection, &row, JobQueue::Reviews).await?,
            asker: if is_asked { Some(row.parsed("asker")?) } else { None },
        });
    }
    Ok(now)
}

/// Length of the finished review of a game.
async fn done(
    connection: &mut Connection,
    game: ReviewedGame,
) -> Result<Option<Times>, StoreError> {
    let sql = "SELECT times FROM {reviews} WHERE kind = $1 AND number = $2";
    let row = game.query(sql).fetch_optional(connection).await?;
    let Some(row) = row else { return Ok(None) };
    let times = Times::try_from(row.whole::<u8>("times")?);
    times.map(Some).map_err(|_| StoreError::Corrupt { column: "times" })
}

/// Length of a review, from the payload of its job.
fn length(payload: &str) -> Result<Times, StoreError> {
    let length = u8::try_from(jobs::number(payload)?).ok();
    let times = length.and_then(|length| Times::try_from(length).ok());
    times.ok_or(StoreError::Corrupt { column: "payload" })
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
    let sql = "SELECT judged FROM {judged} \
               WHERE kind = $1 AND number = $2 AND times = $3 ORDER BY ply";
    let rows = game.query(sql).bind(i64::from(times.get())).fetch_all(connection).await?;
    rows.iter().map(|row| row.json("judged")).collect()
}

impl Store {
    /// The reviews of a board.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn review(&self, board: BoardId) -> Result<ReviewNow, StoreError> {
        now(&mut *self.database.begin_read().await?, ReviewedGame::Board(board), None).await
    }

    /// Length of a claimed review, and the number of positions already judged.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claimed_review(&self, job: &Job) -> Result<(Times, u32), StoreError> {
        let times = length(&job.payload)?;
        let reader = &mut self.database.reader().await?;
        Ok((times, number_judged(reader, ReviewedGame::of(job)?, times).await?))
    }

    /// Stores the judged position after `ply` turns of a claimed review and moves the end of the
    /// claim; `None` when the claim is no longer valid. The last position completes the review,
    /// which replaces any other review of the game. Pages of the board are told at intervals.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add_judged(
        &self,
        job: Job,
        (ply, judged): (u32, &Judged),
        is_last: bool,
        until: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        let (game, times) = (ReviewedGame::of(&job)?, length(&job.payload)?);
        let mut transaction = self.database.begin_write().await?;
        let Some(job) = jobs::renew(&mut transaction, job, until).await? else { return Ok(None) };
        game.query(
            "INSERT INTO {judged} (kind, number, times, ply, judged) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(i64::from(times.get()))
        .bind(i64::from(ply))
        .bind(json(judged, "judged")?)
        .execute(&mut transaction)
        .await?;
        if is_last {
            finish(&mut transaction, game, times).await?;
        }
        if let ReviewedGame::Board(board) = game
            && (is_last || ply.is_multiple_of(TELL_EVERY))
        {
            tell(&mut transaction, board).await?;
        }
        transaction.commit().await?;
        self.commits.tell();
        Ok(Some(job))
    }
}

/// Number of positions after which the pages of a board are told about the progress of its review.
const TELL_EVERY: u32 = 8;

/// Makes this the finished review of its game.
async fn finish(
    connection: &mut Connection,
    game: ReviewedGame,
    times: Times,
) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM {judged} WHERE kind = $1 AND number = $2 AND times <> $3",
        "INSERT INTO {reviews} (kind, number, times) VALUES ($1, $2, $3) \
         ON CONFLICT (kind, number) DO UPDATE SET times = excluded.times",
    ] {
        game.query(sql).bind(i64::from(times.get())).execute(&mut *connection).await?;
    }
    remove_job(connection, game).await
}

/// Gives the board a new change number.
async fn tell(connection: &mut Connection, board: BoardId) -> Result<(), StoreError> {
    let mut batch = StatementBatch::new(connection.dialect());
    change::changed(&mut batch, board);
    batch.expect_one(Conflict::NoBoard(board)).send(connection).await
}
