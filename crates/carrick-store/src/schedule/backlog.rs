//! Lengths of a store's queues, and other figures for operators.

use carrick_service::ComputerLevel;
use jiff::Timestamp;

use crate::database::{Columns as _, StoreError, counter, query, query_scalar, time};
use crate::schedule::jobs::{JobKind, JobLane};
use crate::store::Store;

/// A queue: its length, and the time of its oldest entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pending {
    /// Number of entries.
    pub count: u64,
    /// Time of the oldest entry; `None` when the queue is empty.
    pub since: Option<Timestamp>,
}

/// Queues of a store, and the number of games in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Turns and answers that the computer owes, including those that it is searching for.
    pub jobs: Pending,
    /// Requested reviews.
    pub reviews: Pending,
    /// Hints that are being searched for, or will be.
    pub hints: Pending,
    /// Messages that have not left: without deliveries, and not collected for a daily digest.
    pub messages: Pending,
    /// Copies of messages that are due and have not been sent, by due time.
    pub copies: Pending,
    /// Number of abandoned copies.
    pub dead: u64,
    /// Number of games in play.
    pub games: u64,
}

/// Figures of a store for operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Number of accounts of people, without guests.
    pub users: u64,
    /// Number of sessions that have not expired.
    pub sessions: u64,
    /// Time of the last verified backup. For a server this is not known.
    pub backup: Option<Timestamp>,
}

const JOBS: &str = "SELECT kind, count(*) AS count, min(since) AS since FROM jobs \
                    WHERE since <= $1 GROUP BY kind";
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
        let messages = queue(MESSAGES).await?;
        let copies = queue(COPIES).await?;
        let dead = queue(DEAD).await?.count;
        let games: i64 = query_scalar(GAMES).fetch_one(&mut reading).await?;
        let games = u64::try_from(games).map_err(|_| StoreError::Corrupt { column: "ended" })?;
        let [mut jobs, mut hints, mut reviews] = [Pending::default(); 3];
        for row in &query(JOBS).bind(time(now)).fetch_all(&mut reading).await? {
            let pending = match JobKind::of(row)?.lane() {
                JobLane::Turns => &mut jobs,
                JobLane::Hints => &mut hints,
                JobLane::Reviews => &mut reviews,
            };
            pending.count += row.whole::<u64>("count")?;
            pending.since = pending.since.into_iter().chain(row.some_time("since")?).min();
        }
        Ok(Backlog { jobs, reviews, hints, messages, copies, dead, games })
    }
}
