//! Jobs of the computer: the queue of boards on which it owes a turn or an answer, fair queueing
//! of hints and reviews, and the backlog of all work.

use carrick_service::{
    BoardId, ComputerLevel, NextJob, QueueNow, Userid, WaitingJob, computer_level,
};
use jiff::Timestamp;

use crate::database::{
    AssertSqlSafe, Columns, Connection, Lock, Queue, StoreError, counter, query, query_scalar, time,
};
use crate::schedule::hint;
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

// Fair queueing of hints and reviews. In every round each place has one request; a place is a
// stand-in for a network address. So a place that asks for much waits for itself, as it does for
// the computer's [turns](carrick_service::next_job).
//
// A queue is a subquery with the columns `asker`, `place`, `round` and `cost`; a request of cost 8
// takes the room of eight rounds.

/// Place by which a user's requests are counted: that of the network address from which they last
/// came, or one for the user where none is known.
pub(crate) async fn place_of(
    connection: &mut Connection,
    user: &Userid,
) -> Result<String, StoreError> {
    let place = query_scalar("SELECT place FROM places WHERE userid = $1")
        .bind(user.as_str())
        .fetch_optional(connection)
        .await?;
    Ok(place.unwrap_or_else(|| format!("user {user}")))
}

/// Round of the next request of a place: after its own, and not before the one that is under way.
pub(super) async fn fair_round(
    connection: &mut Connection,
    queue: &str,
    place: &str,
) -> Result<i64, StoreError> {
    let sql = format!(
        "SELECT coalesce(max(r), 0) FROM (SELECT min(round) AS r FROM {queue} UNION ALL \
         SELECT max(round + cost) FROM {queue} WHERE place = $1) AS rounds"
    );
    query_scalar(AssertSqlSafe(sql)).bind(place).fetch_one(connection).await
}

/// A queue as a user sees it.
pub(super) async fn queue_now(
    connection: &mut Connection,
    queue: &str,
    user: &Userid,
) -> Result<QueueNow, StoreError> {
    let place = place_of(connection, user).await?;
    let round = fair_round(connection, queue, &place).await?;
    let sql = format!(
        "SELECT count(*) AS waiting, count(*) FILTER (WHERE asker = $1) AS of_asker, \
         CAST(coalesce(sum(cost) FILTER (WHERE place = $2), 0) AS BIGINT) AS of_place, \
         count(*) FILTER (WHERE round <= $3) AS ahead FROM {queue}"
    );
    let query = query(AssertSqlSafe(sql)).bind(user.as_str()).bind(place).bind(round);
    let row = query.fetch_one(connection).await?;
    Ok(QueueNow {
        waiting: row.whole("waiting")?,
        of_asker: row.whole("of_asker")?,
        of_place: row.whole("of_place")?,
        ahead: row.whole("ahead")?,
    })
}

// Backlog of a store: the computer's jobs, reviews, and mail on its way out.

/// A queue: its length, and when its oldest entry was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pending {
    /// Number of entries.
    pub count: u64,
    /// When the oldest one was made; `None` when the queue is empty.
    pub since: Option<Timestamp>,
}

/// Queues of a store, and its games that are being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Turns and answers that the computer owes, those that it searches for included.
    pub jobs: Pending,
    /// Reviews that are wanted.
    pub reviews: Pending,
    /// Hints that are looked for, or will be.
    pub hints: Pending,
    /// Messages that have not left: neither handed on nor waiting for the mail of the day.
    pub messages: Pending,
    /// Copies of messages that are due and not sent, by when they became due.
    pub copies: Pending,
    /// Number of copies that were given up.
    pub dead: u64,
    /// Number of games that are being played.
    pub games: u64,
}

/// Figures of a store for operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Number of people's accounts, without guests.
    pub users: u64,
    /// Number of sessions that have not expired.
    pub sessions: u64,
    /// When the last backup was made and found good. A server's are not known.
    pub backup: Option<Timestamp>,
}

const JOBS: &str = "SELECT count(*) AS count, min(since) AS since FROM jobs WHERE since <= $1";
const REVIEWS: &str = "SELECT count(*) AS count, min(since) AS since FROM \
                       (SELECT since FROM reviews WHERE wanted IS NOT NULL AND since <= $1 \
                       UNION ALL SELECT since FROM hotseat_reviews \
                       WHERE wanted IS NOT NULL AND since <= $1) AS waiting";
const MESSAGES: &str = "SELECT count(*) AS count, min(created) AS since FROM outbox \
                        WHERE state = 'pending' AND created <= $1";
const COPIES: &str = "SELECT count(*) AS count, min(due) AS since FROM deliveries \
                      WHERE state = 'waiting' AND due <= $1";
const DEAD: &str = "SELECT count(*) AS count, min(due) AS since FROM deliveries \
                    WHERE state = 'dead' AND due <= $1";
const GAMES: &str = "SELECT count(*) FROM boards WHERE ended IS NULL";

const USERS: &str = "SELECT count(*) FROM names WHERE ending = userid";
const SESSIONS: &str = "SELECT count(*) FROM sessions WHERE expires > $1";

impl Store {
    /// Figures at a moment.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn figures(&self, now: Timestamp) -> Result<Figures, StoreError> {
        let mut reading = self.database.begin_read().await?;
        let users: i64 = query_scalar(USERS).fetch_one(&mut reading).await?;
        let sessions: i64 = query_scalar(SESSIONS).bind(time(now)).fetch_one(&mut reading).await?;
        let backup = counter::next(&mut reading, counter::BACKUP).await?;
        Ok(Figures {
            users: users.unsigned_abs().saturating_sub(ComputerLevel::all().count() as u64),
            sessions: sessions.unsigned_abs(),
            backup: backup.and_then(|second| Timestamp::from_second(second).ok()),
        })
    }

    /// The backlog at a moment, as one snapshot.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn backlog(&self, now: Timestamp) -> Result<Backlog, StoreError> {
        let mut reading = self.database.begin_read().await?;
        let mut queue = async |sql: &'static str| {
            let row = query(sql).bind(time(now)).fetch_one(&mut reading).await?;
            let (count, since) = (row.whole("count")?, row.some_time("since")?);
            Ok::<_, StoreError>(Pending { count, since })
        };
        let jobs = queue(JOBS).await?;
        let reviews = queue(REVIEWS).await?;
        let messages = queue(MESSAGES).await?;
        let copies = queue(COPIES).await?;
        let dead = queue(DEAD).await?.count;
        let games: i64 = query_scalar(GAMES).fetch_one(&mut reading).await?;
        let games = u64::try_from(games).map_err(|_| StoreError::Corrupt { column: "ended" })?;
        let hints = hint::pending(&mut reading, now).await?;
        Ok(Backlog { jobs, reviews, hints, messages, copies, dead, games })
    }
}
