//! An open database: its connection pools, its readiness, its closing, and exclusive work on it.

use std::convert::Infallible;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::AssertSqlSafe;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteLockingMode, SqlitePoolOptions};
use tokio::sync::Mutex;

use crate::database::columns::Columns as _;
use crate::database::connection::postgres::{ListenOptions, settle};
use crate::database::connection::{
    Connection, Health, Interceptor, Lock, Pool, Query, ServerConnections, StoreError, Transaction,
    Trouble, query, query_scalar,
};
use crate::database::dialect::Dialect;
use crate::database::location::Location;
use crate::database::opening::private::Notice;
use crate::database::opening::server::Protection;
use crate::database::opening::{file, private, server};

/// Checkpoint when closing, after which the write-ahead log is empty. It waits only briefly for
/// other processes, and otherwise does what is possible while they run.
const LAST_CHECKPOINT: &str = "PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE)";

/// How long the result of a readiness check stays valid.
const READY_FOR: Duration = Duration::from_secs(1);

/// Maximum time that a readiness check waits for other writers.
const READY_WITHIN: Duration = Duration::from_secs(3);

/// Settings of a database, for operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How long to wait for another writer; five seconds by default.
    pub busy_timeout: Duration,
    /// How long a server may take to answer a statement; half a minute by default. After that the
    /// connection counts as lost.
    pub answer_timeout: Duration,
    /// Number of reading connections, which is the number of concurrent reads; four by default.
    /// With none, reads of a file wait for the writing connection.
    pub readers: u32,
    /// Number of writing connections on a server; eight by default. One of them writes requests,
    /// the others write queues and sessions.
    pub writers: u32,
    /// Whether to upgrade a database of an earlier release; `true` by default. A file is copied
    /// first. Otherwise the database is refused and left as it is.
    pub upgrade: bool,
}

impl Settings {
    /// Default settings.
    pub const DEFAULT: Self = Self {
        busy_timeout: Duration::from_secs(5),
        answer_timeout: Duration::from_secs(30),
        readers: 4,
        writers: 8,
        upgrade: true,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Sizes of a database's files, in bytes; zero for a server, which manages its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// The database itself.
    pub database: u64,
    /// Its write-ahead log.
    pub log: u64,
    /// Free space of the file's filesystem; `None` for a server.
    pub free: Option<u64>,
}

/// Connections of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connections {
    /// Number of connections in use at the moment.
    pub used: u32,
    /// Maximum number of connections.
    pub most: u32,
}

/// Connection pools of a database: one writer, a few readers.
#[derive(Debug, Clone)]
pub(crate) struct Database {
    writer: Pool,
    readers: Pool,
    health: Health,
    /// Result of the last readiness check.
    ready: Arc<Mutex<Option<ReadyCheck>>>,
    notices: Arc<[Notice]>,
    /// How a server announces other processes' changes; a file does not.
    listening: Option<ListenOptions>,
    /// Number of exclusive writing transactions through these pools.
    alone: Arc<AtomicU64>,
    /// How the connection to a server is protected.
    protection: Option<Protection>,
}

/// Version of the data that decisions rely on. It tells whether anyone else has written between two
/// exclusive writing transactions of this process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    /// Number of exclusive writing transactions: of this process in a file, of all processes on a
    /// server.
    alone: u64,
    /// For a file, the data version of its writing connection: commits of other processes change
    /// it.
    data: i64,
    /// Number of failed writes. After one, the writing connection of a file may be a new one, whose
    /// `data` cannot be compared with the earlier value.
    failures: u64,
}

impl Version {
    /// Whether there was no exclusive writing transaction between that of an earlier version and
    /// that of this one.
    pub(crate) const fn follows(self, earlier: Self) -> bool {
        self.alone == earlier.alone + 1
            && self.data == earlier.data
            && self.failures == earlier.failures
    }
}

/// Time of a readiness check, and the trouble it found.
type ReadyCheck = (Instant, Option<Trouble>);

impl Query {
    /// Executes the statement in a separate writing transaction. Returns the number of rows that it
    /// has changed.
    pub(crate) async fn write(self, database: &Database) -> Result<u64, StoreError> {
        let mut transaction = database.begin_write().await?;
        let done = self.execute(&mut transaction).await?;
        transaction.commit().await?;
        Ok(done.rows_affected())
    }
}

impl Database {
    /// Opens a database, creates whatever is missing, and upgrades its schema.
    pub(crate) async fn open(location: &Location, settings: &Settings) -> Result<Self, StoreError> {
        match location {
            Location::File(path) => file::open(path, settings).await,
            Location::Server(server) => server::open(server, settings).await,
        }
    }

    pub(crate) fn of(writer: Pool, readers: Pool, health: Health, notices: Vec<Notice>) -> Self {
        let (ready, notices) = (Arc::default(), notices.into());
        let (listening, alone, protection) = (None, Arc::default(), None);
        Self { writer, readers, health, ready, notices, listening, alone, protection }
    }

    /// Turns it into a database on a server.
    pub(crate) fn on_server(self, listening: ListenOptions, protection: Protection) -> Self {
        let (listening, protection) = (Some(listening), Some(protection));
        Self { listening, protection, ..self }
    }

    /// How the connection to a server is protected.
    pub(crate) const fn protection(&self) -> Option<Protection> {
        self.protection
    }

    /// Lets an interceptor take part in all work from now on; only the first one does.
    pub(crate) fn intercept(&self, interceptor: Arc<dyn Interceptor>) {
        self.health.intercept(interceptor);
    }

    /// Whether it is on a server.
    pub(crate) const fn is_on_server(&self) -> bool {
        self.listening.is_some()
    }

    /// Calls `heard` immediately whenever another process has made a visible change, as far as the
    /// database announces it. Never returns.
    pub(crate) async fn listen(&self, heard: impl FnMut()) -> Infallible {
        match &self.listening {
            Some(listening) => listening.run(heard).await,
            None => std::future::pending().await,
        }
    }

    /// Both pools, for tests that look at their connections.
    #[cfg(test)]
    pub(crate) const fn pools(&self) -> [&Pool; 2] {
        [&self.writer, &self.readers]
    }

    /// Findings and changes when the file was opened.
    pub(crate) fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Sizes of the files. A server reports the size of the database; its log belongs to all its
    /// databases.
    pub(crate) async fn sizes(&self) -> Result<Sizes, StoreError> {
        let Some(path) = self.health.file() else {
            let bytes = query_scalar("SELECT pg_database_size(current_database())");
            let bytes: i64 = bytes.fetch_one(&mut self.reader().await?).await?;
            return Ok(Sizes { database: bytes.unsigned_abs(), log: 0, free: None });
        };
        let bytes =
            |suffix| fs::metadata(private::beside(path, suffix)).map_or(0, |found| found.len());
        Ok(Sizes { database: bytes(""), log: bytes("-wal"), free: self.health.free_bytes() })
    }

    /// Writing connections and reading connections.
    pub(crate) fn connections(&self) -> [Connections; 2] {
        [&self.writer, &self.readers].map(|pool| {
            let (used, most) = pool.in_use();
            Connections { used, most }
        })
    }

    /// Starts a writing transaction, after waiting for all others of this and other processes.
    pub(crate) async fn begin_write(&self) -> Result<Transaction, StoreError> {
        self.begin_write_with(Lock::Exclusive).await
    }

    /// Starts a writing transaction that waits for fewer others if the database is on a server. It
    /// must not write anything that a decision relies on.
    pub(crate) async fn begin_write_with(&self, lock: Lock) -> Result<Transaction, StoreError> {
        let transaction = Transaction::begin(&self.writer, &self.health, Some(lock)).await?;
        if lock == Lock::Exclusive {
            self.alone.fetch_add(1, Ordering::Relaxed);
        }
        Ok(transaction)
    }

    /// The version at an exclusive writing transaction.
    pub(crate) async fn version(
        &self,
        transaction: &mut Transaction,
    ) -> Result<Version, StoreError> {
        let failures = self.health.write_failures();
        if self.is_on_server() {
            let alone = query_scalar("SELECT last_value FROM written_alone");
            let alone: i64 = alone.fetch_one(transaction).await?;
            return Ok(Version { alone: alone.unsigned_abs(), data: 0, failures });
        }
        let data = query_scalar("PRAGMA data_version").fetch_one(transaction).await?;
        // The pool of writers has one connection, which belongs to this transaction.
        Ok(Version { alone: self.alone.load(Ordering::Relaxed), data, failures })
    }

    /// A reading connection for a single statement, which is already a snapshot.
    pub(crate) async fn reader(&self) -> Result<Connection, StoreError> {
        Ok(Connection::acquire(&self.readers, &self.health, false).await?)
    }

    /// Starts a reading transaction: everything read in it is from one snapshot.
    pub(crate) async fn begin_read(&self) -> Result<Transaction, StoreError> {
        Ok(Transaction::begin(&self.readers, &self.health, None).await?)
    }

    /// Checks that something can be written durably. It really tries, but at most once a second,
    /// for any number of callers.
    pub(crate) async fn ready(&self) -> Result<(), Trouble> {
        let mut last = self.ready.lock().await;
        let trouble = match *last {
            Some((at, trouble)) if at.elapsed() < READY_FOR => trouble,
            _ => {
                let trouble = match tokio::time::timeout(READY_WITHIN, self.try_to_write()).await {
                    // Small writes may succeed where a turn would not.
                    Ok(Ok(())) => self.health.writing().or_else(|| self.health.lacks_room()),
                    Ok(Err(StoreError::Failed { trouble, .. })) => {
                        Some(self.health.writing().unwrap_or(trouble))
                    }
                    Ok(Err(StoreError::Busy)) | Err(_) => Some(Trouble::Busy),
                    Ok(Err(_)) => Some(Trouble::Failing),
                };
                *last = Some((Instant::now(), trouble));
                trouble
            }
        };
        trouble.map_or(Ok(()), Err)
    }

    /// Makes a small commit: writes a file's own version number back into its header, or a message
    /// without readers into a server's log.
    async fn try_to_write(&self) -> Result<(), StoreError> {
        let mut transaction = self.begin_write_with(Lock::Nothing).await?;
        if self.health.file().is_none() {
            let write = "SELECT CAST(pg_logical_emit_message(TRUE, 'carrick', 'ready') AS TEXT)";
            query(write).fetch_one(&mut transaction).await?;
            return Ok(transaction.commit().await?);
        }
        let version: i64 = query_scalar("PRAGMA user_version").fetch_one(&mut transaction).await?;
        let write = AssertSqlSafe(format!("PRAGMA user_version = {version}"));
        query(write).once().execute(&mut transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// Checkpoints the write-ahead log into the file, except pages that a reader still needs. A
    /// server does so automatically.
    pub(crate) async fn checkpoint(&self) -> Result<(), StoreError> {
        if self.health.file().is_none() {
            return Ok(());
        }
        // A connection that may only query can do this; the writing one continues, unless it is the
        // same.
        self.checkpoint_on(&self.readers, "PRAGMA wal_checkpoint(PASSIVE)").await
    }

    async fn checkpoint_on(&self, pool: &Pool, sql: &'static str) -> Result<(), StoreError> {
        let mut connection = Connection::acquire(pool, &self.health, true).await?;
        query(sql).execute(&mut connection).await?;
        Ok(())
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        // The last process to close the file would checkpoint it, but others may still have it
        // open.
        if self.health.file().is_some()
            && !self.writer.is_closed()
            && let Err(error) = self.checkpoint_on(&self.writer, LAST_CHECKPOINT).await
            && !error.is_in_the_log()
        {
            tracing::warn!(%error, "the write-ahead log could not be checkpointed");
        }
        self.writer.close().await;
    }
}

// Exclusive access to a database, for work on all of its tables.

/// Name of the table that marks an incomplete copy.
pub(crate) const UNFINISHED: &str = "copying";

/// How often to wait for others, and how long to pause.
pub(super) const ATTEMPTS: u32 = 20;
pub(super) const PAUSE: Duration = Duration::from_millis(50);

/// Type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnType {
    Integer,
    Real,
    Text,
}

/// A table: its columns that are not computed, its key, and the tables that it refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableShape {
    pub(crate) name: String,
    /// Sorted by name.
    pub(crate) columns: Vec<(String, ColumnType)>,
    pub(crate) key: Vec<String>,
    pub(crate) refers_to: Vec<String>,
}

/// A connection to a database that no one else can open while it exists.
pub(crate) struct Alone {
    pool: Pool,
    pub(crate) connection: Connection,
}

/// Whether exclusive access was possible.
pub(crate) enum Had {
    Alone(Box<Alone>),
    InUse,
}

impl Alone {
    /// Connects to a database that has this program's schema.
    pub(crate) async fn open(location: &Location) -> Result<Had, StoreError> {
        let (pool, health) = match location {
            Location::File(path) => {
                let path = std::path::absolute(path).map_err(sqlx::Error::Io)?;
                // Every process that has the file open holds a lock, so that no other can get an
                // exclusive one.
                let options = SqliteConnectOptions::new()
                    .filename(&path)
                    .create_if_missing(false)
                    .busy_timeout(Duration::ZERO)
                    .foreign_keys(false)
                    .locking_mode(SqliteLockingMode::Exclusive);
                let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await;
                match pool {
                    Ok(pool) => (Pool::Sqlite(pool), Health::of_file(&path)),
                    Err(error) => return in_use_or(error.into()),
                }
            }
            Location::Server(place) => {
                let pool = PgPoolOptions::new().max_connections(1);
                let pool = pool.after_connect(|connection, _| {
                    Box::pin(async move {
                        settle(connection, Settings::DEFAULT.busy_timeout, false).await?;
                        let patient = "SET idle_in_transaction_session_timeout = 0";
                        sqlx::query(patient).execute(connection).await.map(drop)
                    })
                });
                let pool = pool.connect_with(server::options(place)).await;
                // A sum over a whole table may take any amount of time.
                let sessions = ServerConnections::new(pool?, Duration::MAX);
                (Pool::Postgres(sessions), Health::of_server(place))
            }
        };
        let mut alone = match Connection::acquire(&pool, &health, true).await {
            Ok(connection) => Self { pool, connection },
            Err(error) => return in_use_or(error.into()),
        };
        let had = match alone.connection.dialect() {
            Dialect::Sqlite => {
                match query("BEGIN EXCLUSIVE").execute(&mut alone.connection).await {
                    Ok(_) => query("COMMIT").execute(&mut alone.connection).await.map(|_| true)?,
                    Err(error) => return in_use_or(error),
                }
            }
            Dialect::Postgres => alone.is_alone().await?,
        };
        Ok(if had { Had::Alone(Box::new(alone)) } else { Had::InUse })
    }

    /// Whether no other program has a server's database open. Programs that have just disconnected
    /// may still be listed for a moment.
    async fn is_alone(&mut self) -> Result<bool, StoreError> {
        for _ in 0..ATTEMPTS {
            if query_scalar(server::ABSENT).fetch_one(&mut self.connection).await? {
                return Ok(true);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(false)
    }

    /// Executes a statement that was assembled.
    pub(crate) async fn execute(&mut self, sql: String) -> Result<(), StoreError> {
        query(AssertSqlSafe(sql)).once().execute(&mut self.connection).await.map(drop)
    }

    /// Empties a table, and on a server also the tables that refer to it.
    pub(crate) async fn empty(&mut self, table: &TableShape) -> Result<(), StoreError> {
        let sql = self.connection.dialect().emptying(&table.name);
        self.execute(sql).await
    }

    /// All tables of the state, each after those that it refers to. Tables without any reference
    /// come last: triggers may write them while others are filled.
    pub(crate) async fn tables(&mut self) -> Result<Vec<TableShape>, StoreError> {
        let dialect = self.connection.dialect();
        let mut tables: Vec<TableShape> = Vec::new();
        let mut keys: Vec<(i64, String, String)> = Vec::new();
        for row in &query(dialect.columns()).fetch_all(&mut self.connection).await? {
            let (name, column): (String, String) = (row.raw("of")?, row.raw("name")?);
            if tables.last().is_none_or(|last| last.name != name) {
                let (columns, key, refers_to) = Default::default();
                tables.push(TableShape { name: name.clone(), columns, key, refers_to });
            }
            let kind = match row.raw::<&str>("kind")? {
                "integer" | "bigint" => ColumnType::Integer,
                "real" | "double precision" => ColumnType::Real,
                _ => ColumnType::Text,
            };
            if let Some(table) = tables.last_mut() {
                table.columns.push((column.clone(), kind));
            }
            keys.push((row.raw("place")?, name, column));
        }
        keys.sort();
        for (_, name, column) in keys.into_iter().filter(|(place, _, _)| *place > 0) {
            if let Some(table) = tables.iter_mut().find(|table| table.name == name) {
                table.key.push(column);
            }
        }
        for row in &query(dialect.references()).fetch_all(&mut self.connection).await? {
            let (of, other): (&str, String) = (row.raw("of")?, row.raw("other")?);
            if let Some(table) = tables.iter_mut().find(|table| table.name == of)
                && other != of
                && !table.refers_to.contains(&other)
            {
                table.refers_to.push(other);
            }
        }
        for table in &mut tables {
            table.columns.sort_by(|a, b| a.0.cmp(&b.0));
        }
        Ok(in_order(tables))
    }

    /// Closes the connection and makes the database available again.
    pub(crate) async fn close(self) {
        drop(self.connection);
        self.pool.close().await;
    }
}

fn in_use_or(error: StoreError) -> Result<Had, StoreError> {
    if matches!(error, StoreError::Busy) { Ok(Had::InUse) } else { Err(error) }
}

/// Sorts tables in the order that [`Alone::tables`] promises.
fn in_order(mut tables: Vec<TableShape>) -> Vec<TableShape> {
    tables.sort_by(|a, b| a.name.cmp(&b.name));
    let referred: Vec<String> = tables.iter().flat_map(|table| table.refers_to.clone()).collect();
    let (mut rest, last): (Vec<_>, Vec<_>) = tables
        .into_iter()
        .partition(|table| !table.refers_to.is_empty() || referred.contains(&table.name));
    let mut sorted: Vec<TableShape> = Vec::new();
    while !rest.is_empty() {
        let is_ready = |table: &TableShape| {
            table.refers_to.iter().all(|other| sorted.iter().any(|done| done.name == *other))
        };
        // Tables that refer to each other in a circle keep their order.
        let next = rest.iter().position(is_ready).unwrap_or(0);
        let table = rest.remove(next);
        sorted.push(table);
    }
    sorted.extend(last);
    sorted
}
