//! Background work: the jobs for workers, and how they share a worker's time.
//!
//! A request writes a job in the transaction that causes the work. A worker claims it for a while,
//! works outside any transaction, and stores the result in one that deletes the job. When the
//! worker dies, its claim expires and another worker takes the job.
//!
//! # Fairness
//!
//! Jobs of one priority form a queue. Network addresses share its time, however many accounts and
//! boards they have: each address has a virtual clock, which advances by the cost of its jobs, and
//! the next job is the one that finishes first on its address's clock. A new address starts at the
//! clock of the queue, which is the finish time of the job started last. So short jobs come before
//! long ones, an address that asks for much delays only itself, and later jobs can overtake a job
//! only until the queue's clock has reached it. (S. J. Golestani, A self-clocked fair queueing
//! scheme for broadband applications, INFOCOM 1994.)
//!
//! Within an address, the users take turns: a job joins the round of its user, and jobs of the same
//! address in later rounds move back by its cost.
//!
//! A `place` stands for a network address; if the address is not known, the user has a separate
//! place.

use carrick_service::{BoardId, ComputerTask, QueueNow, Userid};
use jiff::{SignedDuration, Timestamp};

use crate::database::{
    Columns as _, Connection, Lock, QueryBuilder, Row, StatementBatch, StoreError, query,
    query_scalar, time,
};
use crate::store::Store;

/// Kinds of background jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// A turn or an answer that the computer owes on a board.
    Turn,
    /// A hint in a practice game.
    Hint,
    /// A review of a finished game.
    Review,
    /// A review of a finished hotseat game.
    HotseatReview,
}

impl JobKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Turn, Self::Hint, Self::Review, Self::HotseatReview];

    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Hint => "hint",
            Self::Review => "review",
            Self::HotseatReview => "hotseat review",
        }
    }

    /// The lane in which it is done and counted.
    #[must_use]
    pub const fn lane(self) -> JobLane {
        match self {
            Self::Turn => JobLane::Turns,
            Self::Hint => JobLane::Hints,
            Self::Review | Self::HotseatReview => JobLane::Reviews,
        }
    }

    /// The kind of the job in a row.
    pub(super) fn of(row: &Row) -> Result<Self, StoreError> {
        let name: &str = row.raw("kind")?;
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or(StoreError::Corrupt { column: "kind" })
    }
}

/// Jobs that share a worker's lane and are counted together, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobLane {
    /// Turns and answers that the computer owes.
    Turns,
    /// Hints.
    Hints,
    /// Reviews.
    Reviews,
}

impl JobLane {
    /// The kinds of its jobs.
    #[must_use]
    pub fn kinds(self) -> Vec<JobKind> {
        JobKind::ALL.into_iter().filter(|kind| kind.lane() == self).collect()
    }
}

/// Queues, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum JobQueue {
    Turns,
    Hints,
    /// Reviews that a user has asked for.
    Reviews,
    /// Automatic reviews of the computer's games.
    UnaskedReviews,
}

impl JobQueue {
    /// Its number in the column `priority`.
    pub(super) const fn priority(self) -> i64 {
        self as i64
    }

    /// Name of the series that holds its clock.
    const fn clock(self) -> &'static str {
        match self {
            Self::Turns => "clock of turns",
            Self::Hints => "clock of hints",
            Self::Reviews => "clock of reviews",
            Self::UnaskedReviews => "clock of unasked reviews",
        }
    }

    fn of(priority: i64) -> Option<Self> {
        [Self::Turns, Self::Hints, Self::Reviews, Self::UnaskedReviews]
            .into_iter()
            .find(|queue| queue.priority() == priority)
    }
}

/// A job to be queued. It replaces an earlier job with the same kind and key, claimed or not.
pub(super) struct NewJob<'j> {
    pub(super) kind: JobKind,
    pub(super) key: String,
    pub(super) payload: String,
    pub(super) queue: JobQueue,
    pub(super) asker: &'j Userid,
    /// Share of the queue's time, at least 1.
    pub(super) cost: u32,
    pub(super) since: Timestamp,
}

/// A job that a worker has claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its kind.
    pub kind: JobKind,
    /// What the job is about; there is at most one job of a kind about each thing.
    pub key: String,
    /// What else a worker needs to know.
    pub payload: String,
    /// The user who will get the result.
    pub asker: Userid,
    /// Share of its queue's time; for a turn, the longest time that it should take, in
    /// milliseconds.
    pub cost: u32,
    /// Time at which the claim expires.
    pub until: Timestamp,
}

impl Job {
    /// The board that it is about.
    ///
    /// # Errors
    /// When it is not about a board.
    pub fn board(&self) -> Result<BoardId, StoreError> {
        let words = self.key.split_once(' ');
        let board = words.and_then(|(kind, number)| {
            Some(BoardId { kind: kind.parse().ok()?, number: number.parse().ok()? })
        });
        board.ok_or(StoreError::Corrupt { column: "key" })
    }

    /// The number at the start of the payload: the generation of the board for which a hint is
    /// wanted, or the length of a review.
    ///
    /// # Errors
    /// When there is none.
    pub fn number(&self) -> Result<u32, StoreError> {
        number(&self.payload)
    }

    fn of(row: &Row) -> Result<Self, StoreError> {
        Ok(Self {
            kind: JobKind::of(row)?,
            key: row.raw("key")?,
            payload: row.raw("payload")?,
            asker: row.parsed("asker")?,
            cost: row.whole("cost")?,
            until: row.time("due")?,
        })
    }
}

/// The number at the start of a payload.
pub(super) fn number(payload: &str) -> Result<u32, StoreError> {
    let number = payload.split(' ').next().and_then(|word| word.parse().ok());
    number.ok_or(StoreError::Corrupt { column: "payload" })
}

/// Key of a job that is about a board.
pub(crate) fn board_key(board: BoardId) -> String {
    format!("{} {}", board.kind.name(), board.number)
}

/// Where the next job of the user `$1` in the queue `$2` belongs: the place, and its round there.
macro_rules! position {
    () => {
        "(SELECT p.place, coalesce(max(j.turn) FILTER (WHERE j.asker = $1) + 1, min(j.turn), 0) AS turn \
         FROM (SELECT coalesce((SELECT place FROM places WHERE userid = $1), 'user ' || $1) AS place) AS p \
         LEFT JOIN jobs j ON j.priority = $2 AND j.place = p.place GROUP BY p.place) AS l"
    };
}

/// Time at which the jobs before that one are finished. The clock of the queue is the sequence
/// `$3`.
macro_rules! start {
    () => {
        "(SELECT coalesce(max(f), 0) FROM (SELECT next AS f FROM counters WHERE name = $3 UNION ALL \
         SELECT max(finish) FROM jobs WHERE priority = $2 AND place = l.place AND turn <= l.turn) AS ahead)"
    };
}

/// Jobs of later rounds from the same place as the job with the kind `$1` and the key `$2`.
macro_rules! behind {
    () => {
        "FROM jobs j JOIN jobs n ON j.priority = n.priority AND j.place = n.place AND j.turn > n.turn \
         WHERE n.kind = $1 AND n.key = $2"
    };
}

const PUT: &str = concat!(
    "INSERT INTO jobs (kind, key, payload, priority, asker, place, cost, turn, finish, since, due) \
     SELECT $4, $5, $6, $2, $1, l.place, $7, l.turn, $7 + ",
    start!(),
    ", $8, 0 FROM ",
    position!(),
    " WHERE 1 = 1 ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload, \
     priority = excluded.priority, asker = excluded.asker, place = excluded.place, \
     cost = excluded.cost, turn = excluded.turn, finish = excluded.finish, since = excluded.since, \
     due = excluded.due, failures = 0"
);

/// Moves back the jobs behind a job. On a server, rows that another transaction has locked keep
/// their times, so that two transactions never wait for each other.
const MOVE_BACK: [&str; 2] = [
    concat!(
        "UPDATE jobs SET finish = finish + $3 WHERE (kind, key) IN (SELECT j.kind, j.key ",
        behind!(),
        ")"
    ),
    concat!(
        "UPDATE jobs SET finish = finish + $3 WHERE (kind, key) IN (SELECT j.kind, j.key ",
        behind!(),
        " FOR UPDATE OF j SKIP LOCKED)"
    ),
];

/// Number of failures after which a job is abandoned. The computer's turns never are, since their
/// games could not continue.
const MOST_FAILURES: u32 = 5;

/// Longest time for which a worker claims a job without renewing the claim. A job that waits longer
/// than that has failed, and pauses.
pub const LONGEST_CLAIM: SignedDuration = SignedDuration::from_secs(60);

/// Pause after the first failure of a job.
const FIRST_PAUSE: SignedDuration = SignedDuration::from_mins(1);

/// What happens to a failed job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    /// It pauses until this time.
    PausesUntil(Timestamp),
    /// It is not attempted again.
    IsGivenUp,
    /// It was done, replaced or released in the meantime.
    IsNoLongerWanted,
}

/// Queues a job.
pub(super) fn put(batch: &mut StatementBatch, job: NewJob<'_>) {
    let NewJob { kind, key, payload, queue, asker, cost, since } = job;
    let cost = i64::from(cost.max(1));
    batch
        .add(PUT)
        .bind(asker.as_str())
        .bind(queue.priority())
        .bind(queue.clock())
        .bind(kind.name())
        .bind(key.clone())
        .bind(payload)
        .bind(cost)
        .bind(time(since));
    batch.add_either(MOVE_BACK).bind(kind.name()).bind(key).bind(cost);
}

/// Removes a job, if there is one.
pub(super) fn remove(batch: &mut StatementBatch, kind: JobKind, key: String) {
    batch.add("DELETE FROM jobs WHERE kind = $1 AND key = $2").bind(kind.name()).bind(key);
}

/// Queues the turn that the computer owes on a board.
pub(crate) fn turn_owed(
    batch: &mut StatementBatch,
    board: BoardId,
    (opponent, cost_ms): (&Userid, u32),
    since: Timestamp,
) {
    let job = NewJob {
        kind: JobKind::Turn,
        key: board_key(board),
        payload: String::new(),
        queue: JobQueue::Turns,
        asker: opponent,
        cost: cost_ms,
        since,
    };
    put(batch, job);
}

/// Removes the turn that the computer owed on a board.
pub(crate) fn turn_done(batch: &mut StatementBatch, board: BoardId) {
    remove(batch, JobKind::Turn, board_key(board));
}

/// Queues what the computer owes in an imported game.
pub(crate) async fn imported(
    connection: &mut Connection,
    task: &ComputerTask,
    opponent: &Userid,
) -> Result<(), StoreError> {
    let mut batch = StatementBatch::new(connection.dialect());
    turn_owed(&mut batch, task.board, (opponent, task.cost_ms()), task.since);
    batch.send(connection).await
}

/// A queue as it appears to a user who would join it.
pub(super) async fn queue_now(
    connection: &mut Connection,
    queue: JobQueue,
    user: &Userid,
) -> Result<QueueNow, StoreError> {
    let sql = concat!("SELECT l.place AS place, ", start!(), " AS start FROM ", position!());
    let row = query(sql).bind(user.as_str()).bind(queue.priority()).bind(queue.clock());
    let row = row.fetch_one(&mut *connection).await?;
    let (place, start): (String, i64) = (row.raw("place")?, row.raw("start")?);
    let sql = "SELECT count(*) AS waiting, count(*) FILTER (WHERE asker = $1) AS of_asker, \
               CAST(coalesce(sum(cost) FILTER (WHERE place = $2), 0) AS BIGINT) AS of_place, \
               count(*) FILTER (WHERE finish <= $3) AS ahead FROM jobs WHERE priority = $4";
    let query = query(sql).bind(user.as_str()).bind(place).bind(start.saturating_add(1));
    let row = query.bind(queue.priority()).fetch_one(connection).await?;
    Ok(QueueNow {
        waiting: row.whole("waiting")?,
        of_asker: row.whole("of_asker")?,
        of_place: row.whole("of_place")?,
        ahead: row.whole("ahead")?,
    })
}

/// An unfinished job, as it is stored.
pub(super) async fn find(
    connection: &mut Connection,
    kind: JobKind,
    key: String,
) -> Result<Option<Row>, StoreError> {
    query("SELECT * FROM jobs WHERE kind = $1 AND key = $2")
        .bind(kind.name())
        .bind(key)
        .fetch_optional(connection)
        .await
}

/// Number of jobs before that of a row, in its queue and in those from `first` on.
pub(super) async fn ahead(
    connection: &mut Connection,
    row: &Row,
    first: JobQueue,
) -> Result<u32, StoreError> {
    let sql = "SELECT count(*) AS ahead FROM jobs WHERE priority >= $1 \
               AND (priority, finish, since, kind, key) < ($2, $3, $4, $5, $6)";
    query(sql)
        .bind(first.priority())
        .bind(row.raw::<i64>("priority")?)
        .bind(row.raw::<i64>("finish")?)
        .bind(row.raw::<i64>("since")?)
        .bind(row.raw::<String>("kind")?)
        .bind(row.raw::<String>("key")?)
        .fetch_one(connection)
        .await?
        .whole("ahead")
}

/// The jobs from which a worker claims the next one.
#[derive(Debug, Clone, Copy)]
pub struct WantedJob<'w> {
    /// Of these kinds.
    pub kinds: &'w [JobKind],
    /// On this board only.
    pub board: Option<BoardId>,
    /// Costing at most this much.
    pub most_cost: u32,
}

impl<'w> WantedJob<'w> {
    /// Any job of these kinds.
    #[must_use]
    pub const fn of(kinds: &'w [JobKind]) -> Self {
        Self { kinds, board: None, most_cost: u32::MAX }
    }

    /// Adds `SELECT kind, key` of the job that comes next, or of those that another transaction has
    /// not locked.
    fn select(self, sql: &mut QueryBuilder, now: Timestamp, lock: &str) {
        sql.push("SELECT kind, key FROM jobs WHERE kind IN (");
        let mut kinds = sql.separated(", ");
        for kind in self.kinds {
            kinds.push_bind(kind.name());
        }
        sql.push(") AND due <= ").push_bind(time(now));
        sql.push(" AND cost <= ").push_bind(i64::from(self.most_cost));
        if let Some(board) = self.board {
            sql.push(" AND key = ").push_bind(board_key(board));
        }
        sql.push(" ORDER BY priority, finish, since, kind, key LIMIT 1").push(lock);
    }
}

impl Store {
    /// Claims the wanted job that comes next, until a moment; `None` when there is none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claim_job(
        &self,
        wanted: WantedJob<'_>,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        // Most calls find nothing and should not make writers wait.
        let mut look = QueryBuilder::new("");
        wanted.select(&mut look, now, "");
        let waits = look.build().fetch_optional(&mut self.database.reader().await?).await?;
        if waits.is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        let mut claim = QueryBuilder::new("UPDATE jobs SET due = ");
        claim.push_bind(time(until)).push(" WHERE (kind, key) = (");
        wanted.select(&mut claim, now, transaction.dialect().skip_locked());
        claim.push(") RETURNING *");
        let row = claim.build().fetch_optional(&mut transaction).await?;
        let Some(row) = row else { return Ok(None) };
        let queue = JobQueue::of(row.raw("priority")?);
        let queue = queue.ok_or(StoreError::Corrupt { column: "priority" })?;
        query(
            "INSERT INTO counters (name, next) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET next = excluded.next WHERE counters.next < excluded.next",
        )
        .bind(queue.clock())
        .bind(row.raw::<i64>("finish")?)
        .execute(&mut transaction)
        .await?;
        transaction.commit().await?;
        Job::of(&row).map(Some)
    }

    /// Moves the end of a claim; `None` when the claim is no longer valid: it has expired and
    /// another worker has the job, or the job is not wanted any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn renew_job(&self, job: Job, until: Timestamp) -> Result<Option<Job>, StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        let renewed = renew(&mut transaction, job, until).await?;
        transaction.commit().await?;
        Ok(renewed)
    }

    /// Releases a claimed job that is not done: any worker may now claim it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn release_job(&self, job: &Job) -> Result<(), StoreError> {
        self.give_up("UPDATE jobs SET due = 0 WHERE kind = $1 AND key = $2 AND due = $3", job).await
    }

    /// Removes a claimed job that is not wanted any more.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn drop_job(&self, job: &Job) -> Result<(), StoreError> {
        self.give_up("DELETE FROM jobs WHERE kind = $1 AND key = $2 AND due = $3", job).await
    }

    /// Records that a claimed job could not be done. It pauses for a minute, then 4, 16 and 64,
    /// before a worker may claim it again. After the fifth failure it is removed, except that a
    /// turn is attempted every 64 minutes.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn job_failed(&self, job: &Job, now: Timestamp) -> Result<AfterFailure, StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        // The claim may have been renewed in the meantime.
        let sql = "UPDATE jobs SET failures = failures + 1 WHERE kind = $1 AND key = $2 \
                   AND payload = $3 AND due <> 0 RETURNING failures";
        let failures: Option<i64> = query_scalar(sql)
            .bind(job.kind.name())
            .bind(job.key.as_str())
            .bind(job.payload.as_str())
            .fetch_optional(&mut transaction)
            .await?;
        let Some(failures) = failures else { return Ok(AfterFailure::IsNoLongerWanted) };
        let failures = u32::try_from(failures).unwrap_or(u32::MAX);
        let after = if job.kind == JobKind::Turn || failures < MOST_FAILURES {
            let due =
                now + FIRST_PAUSE * 4_i32.pow(failures.saturating_sub(1).min(MOST_FAILURES - 2));
            query("UPDATE jobs SET due = $3 WHERE kind = $1 AND key = $2")
                .bind(job.kind.name())
                .bind(job.key.as_str())
                .bind(time(due))
                .execute(&mut transaction)
                .await?;
            AfterFailure::PausesUntil(due)
        } else {
            query("DELETE FROM jobs WHERE kind = $1 AND key = $2")
                .bind(job.kind.name())
                .bind(job.key.as_str())
                .execute(&mut transaction)
                .await?;
            AfterFailure::IsGivenUp
        };
        transaction.commit().await?;
        Ok(after)
    }

    async fn give_up(&self, sql: &'static str, job: &Job) -> Result<(), StoreError> {
        let mut transaction = self.database.begin_write_with(Lock::Shared).await?;
        let query = query(sql).bind(job.kind.name()).bind(job.key.as_str());
        query.bind(time(job.until)).execute(&mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// Of the claimed jobs of a kind, the one whose claim expires first; `None` when none is
    /// claimed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn claimed_job(
        &self,
        kind: JobKind,
        now: Timestamp,
    ) -> Result<Option<Job>, StoreError> {
        let row =
            query("SELECT * FROM jobs WHERE kind = $1 AND due > $2 AND due <= $3 ORDER BY due, key LIMIT 1")
                .bind(kind.name())
                .bind(time(now))
                .bind(time(now + LONGEST_CLAIM))
                .fetch_optional(&mut self.database.reader().await?)
                .await?;
        row.as_ref().map(Job::of).transpose()
    }
}

/// Moves the end of a claim, as [`Store::renew_job`] does.
pub(super) async fn renew(
    connection: &mut Connection,
    job: Job,
    until: Timestamp,
) -> Result<Option<Job>, StoreError> {
    let sql = "UPDATE jobs SET due = $4 WHERE kind = $1 AND key = $2 AND due = $3";
    let query = query(sql).bind(job.kind.name()).bind(job.key.as_str()).bind(time(job.until));
    let done = query.bind(time(until)).execute(connection).await?;
    Ok((done.rows_affected() == 1).then_some(Job { until, ..job }))
}
