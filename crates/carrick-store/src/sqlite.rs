//! What is particular to SQLite: opening a file, its settings, and how a transaction begins.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::TryStreamExt as _;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _, Executor as _, SqlSafeStr};

use crate::StoreError;

pub(crate) type Db = sqlx::Sqlite;
pub(crate) type Arguments = sqlx::sqlite::SqliteArguments;
pub(crate) type Row = sqlx::sqlite::SqliteRow;
pub(crate) type Connection = sqlx::SqliteConnection;
pub(crate) type Transaction = sqlx::Transaction<'static, Db>;

/// Takes the lock at once: a transaction that reads first and locks when it writes may find that its
/// reading is out of date.
pub(crate) const BEGIN_WRITE: &str = "BEGIN IMMEDIATE";

/// Rows that may wait for whoever asked for them: a whole answer, so that its reader is woken once.
const ROWS_AHEAD: usize = 4096;

/// So many statements stay prepared on each connection: some lists are asked for in as many forms as there are
/// powers of two up to the size of a group.
const PREPARED: usize = 256;

/// Executes statements that are written one after another, until one fails, and tells how many rows each has
/// changed. A database that cannot take them so would be sent one at a time.
pub(crate) async fn execute_all(
    connection: &mut Connection,
    sql: String,
    arguments: Arguments,
) -> (Vec<u64>, Result<(), StoreError>) {
    let query = sqlx::query_with(AssertSqlSafe(sql), arguments);
    let mut results = connection.execute_many(query);
    let mut changed = Vec::new();
    loop {
        match results.try_next().await {
            Ok(Some(done)) => changed.push(done.rows_affected()),
            Ok(None) => return (changed, Ok(())),
            Err(error) => return (changed, Err(error.into())),
        }
    }
}

/// What an operator may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// How long to wait for another writer; five seconds by default.
    pub busy_timeout: Duration,
    /// How many states can be read at once; four by default.
    pub readers: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { busy_timeout: Duration::from_secs(5), readers: 4 }
    }
}

/// One connection that writes, a few that read.
#[derive(Debug, Clone)]
pub(crate) struct Database {
    writer: SqlitePool,
    readers: SqlitePool,
}

/// Marks a file as carrick's in its header; `file` and other programs can tell: "CaRK".
const APPLICATION_ID: i64 = 0x4361_524b;

/// Beyond this the log is cut back after a checkpoint, so that one busy day does not keep its space.
const LOG_BYTES_KEPT: &str = "67108864";

impl Database {
    /// Opens a file, making it if it does not exist, and brings its schema up to date.
    pub(crate) async fn open(path: &Path, settings: &Settings) -> Result<Self, StoreError> {
        // SQLite gives a meaning of its own to names such as `:memory:` and `file:…`; no absolute
        // path is one of them.
        let path = std::path::absolute(path).map_err(|error| StoreError::CannotOpen {
            path: path.to_owned(),
            source: sqlx::Error::Io(error),
        })?;
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(true)
            .busy_timeout(settings.busy_timeout)
            .foreign_keys(true)
            // A commit is on the disk before anybody is told of it.
            .synchronous(SqliteSynchronous::Full)
            .pragma("trusted_schema", "OFF")
            .pragma("journal_size_limit", LOG_BYTES_KEPT)
            .row_buffer_size(ROWS_AHEAD)
            .statement_cache_capacity(PREPARED);
        let at = Opening { path };
        let since = Instant::now();
        loop {
            match Self::try_open(&at, options.clone(), settings).await {
                // While others open or close the same file too, SQLite may report it busy at once
                // instead of waiting: it would rather not deadlock over the change to WAL.
                Err(StoreError::Busy) if since.elapsed() < settings.busy_timeout => {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                opened => return opened,
            }
        }
    }

    async fn try_open(
        at: &Opening,
        options: SqliteConnectOptions,
        settings: &Settings,
    ) -> Result<Self, StoreError> {
        at.prepare(&options).await?;
        // Only now, since it writes to the file, and the file might have been another program's.
        let options = options.journal_mode(SqliteJournalMode::Wal);
        // A file does not hang up, so that no connection need be asked whether it still works.
        let pool = || {
            let options = SqlitePoolOptions::new().test_before_acquire(false);
            options.idle_timeout(None).max_lifetime(None).min_connections(1)
        };
        let writer = pool().max_connections(1).connect_with(options.clone()).await;
        let reading = options.pragma("query_only", "ON");
        let readers = pool().max_connections(settings.readers.max(1)).connect_with(reading).await;
        Ok(Self {
            writer: writer.map_err(|error| at.explain(error))?,
            readers: readers.map_err(|error| at.explain(error))?,
        })
    }

    /// Waits for the writer, then for every other process that writes.
    pub(crate) async fn begin_write(&self) -> Result<Transaction, StoreError> {
        Ok(self.writer.begin_with(BEGIN_WRITE).await?)
    }

    /// The connection that writes.
    pub(crate) async fn writer(&self) -> Result<PoolConnection<Db>, StoreError> {
        Ok(self.writer.acquire().await?)
    }

    /// A connection that reads: for a single statement, which sees one moment by itself.
    pub(crate) async fn reader(&self) -> Result<PoolConnection<Db>, StoreError> {
        Ok(self.readers.acquire().await?)
    }

    /// A snapshot: everything read in it is of one moment.
    pub(crate) async fn begin_read(&self) -> Result<Transaction, StoreError> {
        Ok(self.readers.begin_with("BEGIN").await?)
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// Whether an error says that somebody else holds the lock.
pub(crate) fn is_busy(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(5)
}

/// SQLite's primary result code, the low byte of the extended one.
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    Some(error.as_database_error()?.code()?.parse::<i32>().ok()? & 0xff)
}

/// A file on its way to being a store.
struct Opening {
    path: PathBuf,
}

impl Opening {
    /// Sees that the file is ours or new, and applies the migrations it lacks, in one transaction:
    /// of two programs that open a new file at once, the second finds it done.
    async fn prepare(&self, options: &SqliteConnectOptions) -> Result<(), StoreError> {
        let mut connection = options.connect().await.map_err(|error| self.explain(error))?;
        let prepared = self.prepare_on(&mut connection).await;
        let closed = connection.close().await.map_err(|error| self.explain(error));
        prepared.and(closed)
    }

    async fn prepare_on(&self, connection: &mut Connection) -> Result<(), StoreError> {
        let explain = |error| self.explain(error);
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.map_err(explain)?;
        let id: i64 = sqlx::query_scalar("PRAGMA application_id")
            .fetch_one(&mut *transaction)
            .await
            .map_err(explain)?;
        let objects: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema")
            .fetch_one(&mut *transaction)
            .await
            .map_err(explain)?;
        match (id, objects) {
            (APPLICATION_ID, _) => {}
            (0, 0) => {
                let mark = AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION_ID}"));
                sqlx::query(mark).execute(&mut *transaction).await.map_err(explain)?;
            }
            _ => return Err(StoreError::OtherProgram { path: self.path.clone() }),
        }
        let migrator = migrator();
        let known = migrator.iter().map(|migration| migration.version).max().unwrap_or(0);
        migrator
            .run_direct(None, &mut *transaction, false)
            .await
            .map_err(|error| self.explain_migration(error, known))?;
        transaction.commit().await.map_err(explain)
    }

    fn explain(&self, error: sqlx::Error) -> StoreError {
        let path = self.path.clone();
        match primary_code(&error) {
            Some(14 | 8 | 23) => StoreError::CannotOpen { path, source: error },
            Some(26) => StoreError::NotADatabase { path },
            _ => match error {
                sqlx::Error::Io(_) | sqlx::Error::Configuration(_) => {
                    StoreError::CannotOpen { path, source: error }
                }
                _ => error.into(),
            },
        }
    }

    fn explain_migration(&self, error: MigrateError, known: i64) -> StoreError {
        let path = self.path.clone();
        match error {
            MigrateError::VersionMissing(found) if found > known => {
                StoreError::Newer { path, found, known }
            }
            MigrateError::VersionMissing(version) | MigrateError::VersionMismatch(version) => {
                StoreError::Altered { path, version }
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
                self.explain(error)
            }
            other => StoreError::Database(sqlx::Error::Migrate(Box::new(other)).into()),
        }
    }
}

/// The migrations, embedded by hand: there is one line to add for each, and no macro package.
fn migrator() -> Migrator {
    const MIGRATIONS: &[(i64, &str, &str)] = &[
        (1, "state", include_str!("../migrations/sqlite/0001_state.sql")),
        (2, "resets", include_str!("../migrations/sqlite/0002_resets.sql")),
        (3, "web", include_str!("../migrations/sqlite/0003_web.sql")),
        (4, "changes", include_str!("../migrations/sqlite/0004_changes.sql")),
        (5, "stand_ins", include_str!("../migrations/sqlite/0005_stand_ins.sql")),
        (6, "api_tokens", include_str!("../migrations/sqlite/0006_api_tokens.sql")),
        (7, "mails", include_str!("../migrations/sqlite/0007_mails.sql")),
        (8, "mail_out", include_str!("../migrations/sqlite/0008_mail_out.sql")),
        (9, "feeds", include_str!("../migrations/sqlite/0009_feeds.sql")),
        (10, "account_changes", include_str!("../migrations/sqlite/0010_account_changes.sql")),
        (11, "bounces", include_str!("../migrations/sqlite/0011_bounces.sql")),
        (12, "second_factors", include_str!("../migrations/sqlite/0012_second_factors.sql")),
        (13, "hotseats", include_str!("../migrations/sqlite/0013_hotseats.sql")),
        (14, "strangers", include_str!("../migrations/sqlite/0014_strangers.sql")),
        (15, "address_case", include_str!("../migrations/sqlite/0015_address_case.sql")),
        (16, "news", include_str!("../migrations/sqlite/0016_news.sql")),
        (17, "challenges", include_str!("../migrations/sqlite/0017_challenges.sql")),
        (18, "asked_addresses", include_str!("../migrations/sqlite/0018_asked_addresses.sql")),
        (19, "levels", include_str!("../migrations/sqlite/0019_levels.sql")),
    ];
    let migrations = MIGRATIONS.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every connection of both pools at once, so that none is missed.
    async fn connections(database: &Database) -> Vec<Connection> {
        let mut all = Vec::new();
        for pool in [&database.writer, &database.readers] {
            for _ in 0..pool.options().get_max_connections() {
                all.push(pool.acquire().await.unwrap().detach());
            }
        }
        all
    }

    #[tokio::test]
    async fn every_connection_has_the_settings() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { busy_timeout: Duration::from_millis(1234), readers: 3 };
        let database = Database::open(&folder.path().join("s.db"), &settings).await.unwrap();
        let mut all = connections(&database).await;
        assert_eq!(all.len(), 4);
        for (place, connection) in all.iter_mut().enumerate() {
            let mut pragma = async |sql: &'static str| {
                use sqlx::{Row as _, ValueRef as _};
                let row = sqlx::query(sql).fetch_one(&mut *connection).await.unwrap();
                let is_text = row.try_get_raw(0).unwrap().type_info().to_string() == "TEXT";
                if is_text { row.get(0) } else { row.get::<i64, _>(0).to_string() }
            };
            assert_eq!(pragma("PRAGMA journal_mode").await, "wal");
            assert_eq!(pragma("PRAGMA synchronous").await, "2", "FULL");
            assert_eq!(pragma("PRAGMA foreign_keys").await, "1");
            assert_eq!(pragma("PRAGMA busy_timeout").await, "1234");
            assert_eq!(pragma("PRAGMA trusted_schema").await, "0");
            let reads_only = if place == 0 { "0" } else { "1" };
            assert_eq!(pragma("PRAGMA query_only").await, reads_only);
        }
    }

    #[tokio::test]
    async fn foreign_keys_are_enforced_and_readers_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { readers: 2, ..Settings::default() };
        let database = Database::open(&folder.path().join("s.db"), &settings).await.unwrap();
        let sql = "INSERT INTO ratings VALUES ('ankor', 'zoe', 1500.0, 350.0, 0.06, 0, 0, 0)";
        for (place, connection) in connections(&database).await.iter_mut().enumerate() {
            let error = sqlx::query(sql).execute(connection).await.unwrap_err();
            let code = primary_code(&error);
            assert_eq!(code, Some(if place == 0 { 19 } else { 8 }), "{error}");
        }
    }
}
