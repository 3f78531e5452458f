//! Opening SQLite files: settings, migrations, connection pools.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection as _};

use crate::database::connection::sqlite::{
    APPLICATION_ID, BEGIN_WRITE, Raw, is_busy, primary_code,
};
use crate::database::connection::{Health, Pool, StoreError, sound};
use crate::database::dialect::Dialect;
use crate::database::migrations::{UNRELEASED, migrator, newest};
use crate::database::opening::pools::{ATTEMPTS, Database, PAUSE, Settings, UNFINISHED};
use crate::database::opening::private::{Notice, make_private};
use crate::database::opening::{backup, private};

/// Capacity for rows that have not been read yet: a whole answer, so that the reader is woken once.
const ROWS_AHEAD: usize = 4096;

/// Maximum number of prepared statements of a connection. Some lists have a separate text for each
/// power of two up to the size of a batch.
const PREPARED: usize = 256;

/// Size in bytes to which the log is truncated after a checkpoint, so that one busy day does not
/// occupy its space forever.
const LOG_BYTES_KEPT: &str = "67108864";

/// Number of pages in the log after which a commit checkpoints it, and waits for the disk twice
/// more. A server [checkpoints](Database::checkpoint) it alongside the commits, and leaves little
/// to this one, which lets the log start again from its beginning; half as many pages did so too
/// often in a busy minute. This is less than what is [kept](LOG_BYTES_KEPT).
const PAGES_OF_LOG: &str = "8000";

/// Opens a file, creating it if it does not exist, and upgrades its schema.
pub(crate) async fn open(path: &Path, settings: &Settings) -> Result<Database, StoreError> {
    open_with(path, settings, migrator(Dialect::Sqlite)).await
}

async fn open_with(
    path: &Path,
    settings: &Settings,
    migrator: &Migrator,
) -> Result<Database, StoreError> {
    // SQLite treats names such as `:memory:` and `file:…` specially; no absolute path is one of
    // them.
    let path = std::path::absolute(path)
        .map_err(|error| cannot_open(path.to_owned(), sqlx::Error::Io(error)))?;
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .create_if_missing(true)
        .busy_timeout(settings.busy_timeout)
        .foreign_keys(true)
        // A commit is on the disk before anyone is told about it.
        .synchronous(SqliteSynchronous::Full)
        .pragma("trusted_schema", "OFF")
        .pragma("journal_size_limit", LOG_BYTES_KEPT)
        .row_buffer_size(ROWS_AHEAD)
        .statement_cache_capacity(PREPARED);
    let read_only = !settings.upgrade && path.exists() && private::is_read_only(&path);
    let is_new = !read_only && make_file(&path)?;
    let at = OpeningFile { path, is_new, migrator, known: newest(migrator) };
    if read_only {
        return open_to_read(&at, reading(options, &at.path), settings).await;
    }
    let mut notices = Vec::new();
    let since = Instant::now();
    loop {
        match try_open(&at, options.clone(), settings, &mut notices).await {
            // While others open or close the same file, SQLite may report it as busy immediately
            // instead of waiting, to avoid a deadlock over the change to WAL.
            Err(StoreError::Busy) if since.elapsed() < settings.busy_timeout => {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            opened => return opened,
        }
    }
}

async fn try_open(
    at: &OpeningFile<'_>,
    options: SqliteConnectOptions,
    settings: &Settings,
    notices: &mut Vec<Notice>,
) -> Result<Database, StoreError> {
    match at.prepare(&options, notices, false).await {
        Err(StoreError::Older { found, known, .. }) if settings.upgrade => {
            at.wait_until_alone(found, known).await?;
            at.prepare(&options, notices, true).await?;
        }
        prepared => prepared?,
    }
    // Only now, since it writes to the file, which might have belonged to another program.
    let options = options.journal_mode(SqliteJournalMode::Wal);
    // A file does not hang up, so connections need no test before use.
    let pool = || {
        let options = sound(SqlitePoolOptions::new().test_before_acquire(false));
        options.idle_timeout(None).max_lifetime(None).min_connections(1)
    };
    let writing = options
        .clone()
        .pragma("wal_autocheckpoint", PAGES_OF_LOG)
        // Otherwise pages as they were at a savepoint would be written to a temporary file.
        .pragma("temp_store", "MEMORY");
    let writer = pool().max_connections(1).connect_with(writing).await;
    let writer = writer.map_err(|error| at.explain(error))?;
    let readers = match settings.readers {
        0 => writer.clone(),
        readers => {
            let reading = options.pragma("query_only", "ON");
            let readers = pool().max_connections(readers).connect_with(reading).await;
            readers.map_err(|error| at.explain(error))?
        }
    };
    let (writer, readers) = (Pool::Sqlite(writer), Pool::Sqlite(readers));
    // Only now that the file is known to be ours.
    notices.extend(
        ["", "-wal", "-shm"]
            .iter()
            .filter_map(|suffix| make_private(&private::beside(&at.path, suffix))),
    );
    let health = Health::of_file(&at.path);
    let notices = std::mem::take(notices);
    Ok(Database::of(writer, readers, health, notices))
}

/// Opens a file that cannot be written, such as one in a snapshot.
async fn open_to_read(
    at: &OpeningFile<'_>,
    options: SqliteConnectOptions,
    settings: &Settings,
) -> Result<Database, StoreError> {
    let mut connection = options.connect().await.map_err(|error| at.explain(error))?;
    let (path, known) = (at.path.clone(), at.known);
    let found = at
        .schema(&mut connection)
        .await?
        .ok_or_else(|| cannot_open(path.clone(), sqlx::Error::RowNotFound))?;
    connection.close().await.map_err(|error| at.explain(error))?;
    match found.last().copied().unwrap_or_default() {
        found if found < known => return Err(StoreError::Older { path, found, known }),
        found if found > known => return Err(StoreError::Newer { path, found, known }),
        _ => {}
    }
    let pool = sound(SqlitePoolOptions::new().test_before_acquire(false));
    let pool = pool.max_connections(settings.readers.max(1)).connect_with(options).await;
    let pool = Pool::Sqlite(pool.map_err(|error| at.explain(error))?);
    Ok(Database::of(pool.clone(), pool, Health::of_file(&at.path), Vec::new()))
}

/// Settings of a connection that reads a file, even where nothing can be written. If there is no
/// log next to the file, no one has it open and it is complete.
pub(super) fn reading(options: SqliteConnectOptions, path: &Path) -> SqliteConnectOptions {
    if private::is_read_only(path) {
        let is_whole = !private::beside(path, "-wal").exists();
        options.create_if_missing(false).read_only(true).immutable(is_whole)
    } else {
        options
    }
}

/// Creates the file, readable only by its owner, if it does not exist. Returns whether it was
/// created.
fn make_file(path: &Path) -> Result<bool, StoreError> {
    match private::create_new(path) {
        Ok(()) => Ok(true),
        // A file that cannot be created may still be opened.
        Err(_) if path.exists() => Ok(false),
        Err(error) => Err(cannot_open(path.to_owned(), sqlx::Error::Io(error))),
    }
}

/// Error for a file that cannot be opened, with whatever can be found out about the cause.
fn cannot_open(path: PathBuf, source: sqlx::Error) -> StoreError {
    use std::io::ErrorKind;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let reason = match fs::File::open(&path) {
        Ok(_) if path.is_dir() => ": it is a folder; name a file in it".to_owned(),
        Err(error) if private::has_too_many_files(&error) => {
            ": too many files are open; raise the limit (`ulimit -n`, LimitNOFILE= in a unit of systemd)"
                .to_owned()
        }
        _ if !folder.is_dir() => format!(": there is no folder {}", folder.display()),
        found => match found.err().map(|error| error.kind()) {
            Some(ErrorKind::PermissionDenied) => ": this user may not read it".to_owned(),
            _ if private::is_read_only(&path) => {
                "; it is read-only here, and so is its folder".to_owned()
            }
            _ => "; check that this program may write into its folder".to_owned(),
        },
    };
    StoreError::CannotOpen { path, reason, source }
}

/// Whether no program has a file open. Each that has it open in WAL mode holds a lock, so that no
/// other can get an exclusive one. Afterwards the contents of its log are in the file.
pub(super) async fn is_alone(path: &Path) -> Result<bool, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(false)
        .busy_timeout(Duration::ZERO)
        .locking_mode(SqliteLockingMode::Exclusive);
    let locked = async {
        let mut connection = options.connect().await?;
        sqlx::query("BEGIN EXCLUSIVE").execute(&mut connection).await?;
        sqlx::query("ROLLBACK").execute(&mut connection).await?;
        sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await?;
        connection.close().await
    };
    match locked.await {
        Ok(()) => Ok(true),
        Err(error) if is_busy(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// A file that is being opened.
struct OpeningFile<'a> {
    path: PathBuf,
    /// Whether it was created just now.
    is_new: bool,
    migrator: &'a Migrator,
    /// Number of the newest schema.
    known: i64,
}

impl OpeningFile<'_> {
    /// Checks that the file is ours or new, and applies missing migrations, in one transaction: if
    /// two programs open a new file at the same time, the second finds the work done. A file of an
    /// earlier release is refused, unless it should be upgraded.
    async fn prepare(
        &self,
        options: &SqliteConnectOptions,
        notices: &mut Vec<Notice>,
        upgrade: bool,
    ) -> Result<(), StoreError> {
        let mut connection = options.connect().await.map_err(|error| self.explain(error))?;
        let prepared = self.prepare_on(&mut connection, options, upgrade).await;
        let closed = connection.close().await.map_err(|error| self.explain(error));
        notices.extend(prepared?);
        closed
    }

    async fn prepare_on(
        &self,
        connection: &mut Raw,
        options: &SqliteConnectOptions,
        upgrade: bool,
    ) -> Result<Option<Notice>, StoreError> {
        let explain = |error| self.explain(error);
        let mut transaction = connection.begin_with(BEGIN_WRITE).await.map_err(explain)?;
        let (migrator, known) = (self.migrator, self.known);
        let mut notice = None;
        match self.schema(&mut transaction).await? {
            Some(applied) => {
                let lacks = migrator.iter().any(|migration| !applied.contains(&migration.version));
                let found = applied.last().copied().unwrap_or_default();
                if lacks && found <= known {
                    if !upgrade {
                        let path = self.path.clone();
                        return Err(StoreError::Older { path, found, known });
                    }
                    notice = Some(self.before_upgrade(options, found, known).await?);
                }
            }
            None => {
                let mark = AssertSqlSafe(format!("PRAGMA application_id = {APPLICATION_ID}"));
                sqlx::query(mark).execute(&mut *transaction).await.map_err(explain)?;
                // Another program may be creating it at this moment.
                let is_old = |made: std::time::SystemTime| {
                    made.elapsed().is_ok_and(|age| age > Duration::from_secs(2))
                };
                let made = fs::metadata(&self.path).and_then(|found| found.modified());
                if !self.is_new && made.is_ok_and(is_old) {
                    notice = Some(Notice::Empty { path: self.path.clone() });
                }
            }
        }
        migrator
            .run_direct(None, &mut *transaction, false)
            .await
            .map_err(|error| self.explain_migration(error))?;
        transaction.commit().await.map_err(explain)?;
        Ok(notice)
    }

    /// Numbers of the migrations that one of our files has; `None` for an empty file.
    async fn schema(&self, connection: &mut Raw) -> Result<Option<Vec<i64>>, StoreError> {
        let mut number = async |sql: &'static str| -> Result<i64, StoreError> {
            let found = sqlx::query_scalar(sql).fetch_one(&mut *connection).await;
            found.map_err(|error| self.explain(error))
        };
        let id = number("PRAGMA application_id").await?;
        let objects = number("SELECT count(*) FROM sqlite_schema").await?;
        match (id, objects) {
            (APPLICATION_ID, _) => {}
            (0, 0) => return Ok(None),
            _ => return Err(StoreError::OtherProgram { path: self.path.clone() }),
        }
        let copying: i64 = sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = $1")
            .bind(UNFINISHED)
            .fetch_one(&mut *connection)
            .await
            .map_err(|error| self.explain(error))?;
        if copying > 0 {
            return Err(StoreError::Unfinished { place: self.path.display().to_string() });
        }
        let unreleased = sqlx::query_scalar(UNRELEASED).fetch_one(&mut *connection).await;
        if unreleased.map_err(|error| self.explain(error))? {
            return Err(StoreError::Unreleased { path: self.path.clone() });
        }
        let applied = sqlx::query_scalar("SELECT version FROM _sqlx_migrations ORDER BY version");
        let applied = applied.fetch_all(connection).await;
        applied.map(Some).map_err(|error| self.explain(error))
    }

    /// Waits until no other program has the file open, since an older one would work on tables that
    /// it does not know. A program that opens it later finds it upgraded and refuses it.
    async fn wait_until_alone(&self, found: i64, known: i64) -> Result<(), StoreError> {
        for _ in 0..ATTEMPTS {
            if is_alone(&self.path).await.map_err(|error| self.explain(error))? {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
        let place = self.path.display().to_string();
        Err(StoreError::UsedByOthers { place, found, known })
    }

    /// Copies the file before its upgrade, while no one else can write.
    async fn before_upgrade(
        &self,
        options: &SqliteConnectOptions,
        found: i64,
        known: i64,
    ) -> Result<Notice, StoreError> {
        let path = self.path.clone();
        let names = (1..).map(|number| match number {
            1 => private::beside(&path, &format!(".schema-{found}")),
            _ => private::beside(&path, &format!(".schema-{found}.{number}")),
        });
        let mut free = names.filter(|name: &PathBuf| name.symlink_metadata().is_err());
        let copy = free.next().unwrap_or_default();
        match backup::copy(options, &copy, |_, _| {}).await {
            Ok(_) => Ok(Notice::Upgraded { path, from: found, to: known, copy }),
            Err(error) => Err(StoreError::NoCopy { path, reason: error.to_string() }),
        }
    }

    fn explain(&self, error: sqlx::Error) -> StoreError {
        let path = self.path.clone();
        match primary_code(&error) {
            Some(14 | 8 | 23) => cannot_open(path, error),
            Some(26) => StoreError::NotADatabase { path },
            Some(11) => {
                let bytes = fs::metadata(&path).map_or(0, |found| found.len());
                StoreError::Damaged { path, bytes }
            }
            _ => match error {
                sqlx::Error::Io(_) | sqlx::Error::Configuration(_) => cannot_open(path, error),
                _ => error.into(),
            },
        }
    }

    fn explain_migration(&self, error: MigrateError) -> StoreError {
        let (path, known) = (self.path.clone(), self.known);
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

#[cfg(test)]
mod tests {
    use sqlx::SqlSafeStr as _;
    use sqlx::migrate::{Migration, MigrationType};

    use super::*;
    use crate::database::migrations::known_schema;

    /// All connections of both pools, taken together so that none is missed.
    async fn connections(database: &Database) -> Vec<Raw> {
        let mut all = Vec::new();
        for pool in database.pools() {
            let Pool::Sqlite(pool) = pool else { unreachable!() };
            for _ in 0..pool.options().get_max_connections() {
                all.push(pool.acquire().await.unwrap().detach());
            }
        }
        all
    }

    #[tokio::test]
    async fn every_connection_has_the_settings() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings {
            busy_timeout: Duration::from_millis(1234),
            readers: 3,
            ..Settings::default()
        };
        let database = open(&folder.path().join("s.db"), &settings).await.unwrap();
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

    /// The migrations of a later release, which adds a column.
    fn later() -> Migrator {
        let mut migrations: Vec<_> = migrator(Dialect::Sqlite).iter().cloned().collect();
        let sql = "ALTER TABLE blocks ADD COLUMN since INTEGER NOT NULL DEFAULT 7".into_sql_str();
        let next = newest(migrator(Dialect::Sqlite)) + 1;
        migrations.push(Migration::new(next, "later".into(), MigrationType::Simple, sql, false));
        Migrator::with_migrations(migrations)
    }

    /// Result of a query for one number.
    async fn number(database: &Database, sql: &'static str) -> i64 {
        let [Pool::Sqlite(pool), _] = database.pools() else { unreachable!() };
        sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
    }

    #[tokio::test]
    async fn an_upgrade_needs_the_file_alone_and_keeps_a_copy() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let (settings, later) = (Settings::default(), later());
        let (from, to) = (known_schema(), newest(&later));
        let database = open(&path, &settings).await.unwrap();
        let block = "INSERT INTO blocks (userid, blocked) VALUES ('level1', 'level2') RETURNING 1";
        assert_eq!(number(&database, block).await, 1);

        let reading = Settings { upgrade: false, ..settings };
        let refused = open_with(&path, &reading, &later).await.unwrap_err();
        let StoreError::Older { found, known, .. } = refused else { panic!("{refused:?}") };
        assert_eq!((found, known), (from, to));
        assert!(refused.to_string().contains("`carrick upgrade`"), "{refused}");
        let refused = open_with(&path, &settings, &later).await.unwrap_err();
        assert!(matches!(refused, StoreError::UsedByOthers { .. }), "{refused:?}");
        let said = refused.to_string();
        assert!(said.contains("other programs have it open; stop them all"), "{said}");
        database.close().await;
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was copied");

        let upgraded = open_with(&path, &settings, &later).await.unwrap();
        let copy = folder.path().join(format!("old.db.schema-{from}"));
        let notice = Notice::Upgraded { path: path.clone(), from, to, copy: copy.clone() };
        assert_eq!(upgraded.notices(), [notice]);
        assert_eq!(number(&upgraded, "SELECT since FROM blocks").await, 7);
        upgraded.close().await;
        let again = open_with(&path, &settings, &later).await.unwrap();
        assert_eq!(again.notices(), []);
        again.close().await;

        // An earlier program needs the copy. The copy can also be upgraded later.
        let refused = open(&path, &settings).await.unwrap_err();
        let StoreError::Newer { found, known, .. } = refused else { panic!("{refused:?}") };
        assert_eq!((found, known), (to, from));
        let restored = folder.path().join("restored.db");
        let done = backup::restore(&copy, &restored, false, "aside").await.unwrap();
        assert_eq!(done.backup.schema, from);
        let earlier = open(&restored, &settings).await.unwrap();
        assert_eq!(number(&earlier, "SELECT count(*) FROM blocks").await, 1);
        earlier.close().await;
        let upgraded = open_with(&restored, &settings, &later).await.unwrap();
        assert_eq!(number(&upgraded, "SELECT since FROM blocks").await, 7);
    }

    #[tokio::test]
    async fn foreign_keys_are_enforced_and_readers_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { readers: 2, ..Settings::default() };
        let database = open(&folder.path().join("s.db"), &settings).await.unwrap();
        let sql = "INSERT INTO ratings (kind, userid, rating, deviation, volatility, won, drawn, lost) \
                   VALUES ('ankor', 'zoe', 1500.0, 350.0, 0.06, 0, 0, 0)";
        for (place, connection) in connections(&database).await.iter_mut().enumerate() {
            let error = sqlx::query(sql).execute(connection).await.unwrap_err();
            let code = primary_code(&error);
            assert_eq!(code, Some(if place == 0 { 19 } else { 8 }), "{error}");
        }
    }
}
