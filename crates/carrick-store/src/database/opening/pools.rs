//! An open database: its connection pools, its readiness, its closing, and work on it while nobody
//! else has it open.

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

/// Checkpoint at closing, after which the write-ahead log is empty. It waits for other processes
/// only for a moment, and otherwise does what can be done beside them.
const LAST_CHECKPOINT: &str = "PRAGMA busy_timeout = 100; PRAGMA wal_checkpoint(TRUNCATE)";

/// How long a readiness check stays valid.
const READY_FOR: Duration = Duration::from_secs(1);

/// Maximum time that a readiness check waits for other writers.
const READY_WITHIN: Duration = Duration::from_secs(3);

/// Settings of a database, for operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How long to wait for another writer; five seconds by default.
    pub busy_timeout: Duration,
    /// How long a server may take to answer a statement; half a minute by default. After that the
    /// connection is taken for lost.
    pub answer_timeout: Duration,
    /// Number of connections that read, that is of concurrent reads; four by default. Without any,
    /// what reads a file waits for the one that writes.
    pub readers: u32,
    /// Number of connections that write, on a server; eight by default. Requests are written by one
    /// of them, queues and sessions by the others.
    pub writers: u32,
    /// Whether a database of an earlier release is upgraded, as it is by default; a file is copied
    /// before. Otherwise it is left as it was, and refused.
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

/// Sizes of a database's files, in bytes; zero for those of a server, which are its own.
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
    /// Number of connections that work at the moment.
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
    /// How a server tells of other processes' changes; a file tells nothing.
    listening: Option<ListenOptions>,
    /// Number of transactions that wrote alone through these pools.
    alone: Arc<AtomicU64>,
    /// How the connection to a server is protected.
    protection: Option<Protection>,
}

/// Version of what decisions rely on. It tells whether anyone else has written between two
/// transactions of this process that wrote alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Version {
    /// Number of transactions that wrote alone: of this process in a file, of all on a server.
    alone: u64,
    /// Of a file for its writing connection: commits of other processes change it.
    data: i64,
    /// Number of writes that failed. After one, the writing connection of a file may be a new one,
    /// whose `data` says nothing about the last one's.
    failures: u64,
}

impl Version {
    /// Whether nobody has written alone between the transaction of an earlier version and that of
    /// this one.
    pub(crate) const fn follows(self, earlier: Self) -> bool {
        self.alone == earlier.alone + 1
            && self.data == earlier.data
            && self.failures == earlier.failures
    }
}

/// Time of a readiness check, and the trouble it found.
type ReadyCheck = (Instant, Option<Trouble>);

impl Query {
    /// Executes the statement in a writing transaction of its own. Returns the number of rows that it
    /// has changed.
    pub(crate) async fn write(self, database: &Database) -> Result<u64, StoreError> {
        let mut transaction = database.begin_write().await?;
        let done = self.execute(&mut transaction).await?;
        transaction.commit().await?;
        Ok(done.rows_affected())
    }
}

impl Database {
    /// Opens a database, making what it lacks, and upgrades its schema.
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

    /// It as one of a server.
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

    /// Whether it is one of a server, and no file.
    pub(crate) const fn is_on_server(&self) -> bool {
        self.listening.is_some()
    }

    /// Calls `heard` at once whenever another process has changed something that all can see, as
    /// far as the database tells. Never ends.
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

    /// Sizes of the files. A server tells that of the database; its log is all databases'.
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

    /// Connections that write, and those that read.
    pub(crate) fn connections(&self) -> [Connections; 2] {
        [&self.writer, &self.readers].map(|pool| {
            let (used, most) = pool.in_use();
            Connections { used, most }
        })
    }

    /// Begins a writing transaction, waiting for all others of this process and of other ones.
    pub(crate) async fn begin_write(&self) -> Result<Transaction, StoreError> {
        self.begin_write_with(Lock::Exclusive).await
    }

    /// Begins a writing transaction that waits for fewer others, where the database is a server's.
    /// Then it writes nothing that a decision relies on.
    pub(crate) async fn begin_write_with(&self, lock: Lock) -> Result<Transaction, StoreError> {
        let transaction = Transaction::begin(&self.writer, &self.health, Some(lock)).await?;
        if lock == Lock::Exclusive {
            self.alone.fetch_add(1, Ordering::Relaxed);
        }
        Ok(transaction)
    }

    /// The version of a transaction that writes alone.
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
        // The pool of writers has one connection, which is this transaction's.
        Ok(Version { alone: self.alone.load(Ordering::Relaxed), data, failures })
    }

    /// A reading connection for a single statement, which is a snapshot by itself.
    pub(crate) async fn reader(&self) -> Result<Connection, StoreError> {
        Ok(Connection::acquire(&self.readers, &self.health, false).await?)
    }

    /// Begins a reading transaction: everything read in it is of one snapshot.
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
    /// that nobody reads into a server's log.
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

    /// Checkpoints the write-ahead log into the file, as far as no reader still needs the old
    /// pages. A server does it by itself.
    pub(crate) async fn checkpoint(&self) -> Result<(), StoreError> {
        if self.health.file().is_none() {
            return Ok(());
        }
        // One that may only query can do it; the one that writes goes on, unless it is the same.
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

// A database that nobody else has open, for work on all of its tables.

/// Name of the table that a copy has until it is whole.
pub(crate) const UNFINISHED: &str = "copying";

/// How often, and with which pause, others are waited for.
pub(super) const ATTEMPTS: u32 = 20;
pub(super) const PAUSE: Duration = Duration::from_millis(50);

/// Type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnType {
    Integer,
    Real,
    Text,
}

/// A table: its columns that hold something of their own, its key, the tables that it refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableShape {
    pub(crate) name: String,
    /// By name.
    pub(crate) columns: Vec<(String, ColumnType)>,
    pub(crate) key: Vec<String>,
    pub(crate) refers_to: Vec<String>,
}

/// A connection to a database that nobody else has open as long as it lives.
pub(crate) struct Alone {
    pool: Pool,
    pub(crate) connection: Connection,
}

/// Whether a database could be had alone.
pub(crate) enum Had {
    Alone(Box<Alone>),
    InUse,
}

impl Alone {
    /// Connects to a database of this program's schema.
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
                // A sum over a whole table takes as long as it takes.
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

    /// Whether no other program has a server's database open. Those that have just let go of it may
    /// be there for a moment still.
    async fn is_alone(&mut self) -> Result<bool, StoreError> {
        for _ in 0..ATTEMPTS {
            if query_scalar(server::ABSENT).fetch_one(&mut self.connection).await? {
                return Ok(true);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(false)
    }

    /// Executes a statement that was put together.
    pub(crate) async fn execute(&mut self, sql: String) -> Result<(), StoreError> {
        query(AssertSqlSafe(sql)).once().execute(&mut self.connection).await.map(drop)
    }

    /// Empties a table, and on a server those that refer to it.
    pub(crate) async fn empty(&mut self, table: &TableShape) -> Result<(), StoreError> {
        let sql = self.connection.dialect().emptying(&table.name);
        self.execute(sql).await
    }

    /// All tables of the state, each after those that it refers to. Those without any reference
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

    /// Lets go of the database.
    pub(crate) async fn close(self) {
        drop(self.connection);
        self.pool.close().await;
    }
}

fn in_use_or(error: StoreError) -> Result<Had, StoreError> {
    if matches!(error, StoreError::Busy) { Ok(Had::InUse) } else { Err(error) }
}

/// Sorts tables as [`Alone::tables`] gives them.
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
        // Tables that refer to each other in a circle would come as they are.
        let next = rest.iter().position(is_ready).unwrap_or(0);
        let table = rest.remove(next);
        sorted.push(table);
    }
    sorted.extend(last);
    sorted
}
