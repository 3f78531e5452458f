//! Backup and restore: complete copies of a database, taken in one snapshot while others write, and
//! verified before they are used.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fs, io};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use crate::database::connection::StoreError;
use crate::database::connection::sqlite::{APPLICATION_ID, Raw};
use crate::database::counter;
use crate::database::migrations::{UNRELEASED, known_schema};
use crate::database::opening::file::is_alone;
use crate::database::opening::private::{beside, create_new, make_private};

/// Interval of progress reports.
const TOLD_EVERY: Duration = Duration::from_millis(100);

/// Tables whose rows are never deleted, so that a copy cannot have fewer than were counted before.
const GROWING: [&str; 2] = ["users", "boards"];

/// Contents of a verified database file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// Schema version.
    pub schema: i64,
    /// Number of rows of each table.
    pub rows: BTreeMap<String, u64>,
    /// Size of the file, in bytes.
    pub bytes: u64,
}

impl Backup {
    /// Number of rows of a table.
    #[must_use]
    pub fn count(&self, table: &str) -> u64 {
        self.rows.get(table).copied().unwrap_or_default()
    }
}

/// Result of a restore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restored {
    /// Contents of the restored database.
    pub backup: Backup,
    /// New path of the file that was there before.
    pub aside: Option<PathBuf>,
}

/// Reason why a backup or a restore failed. Existing files are unchanged.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The database does not exist.
    #[error("there is no file {0}")]
    Missing(PathBuf),
    /// The target exists.
    #[error("{0} is there already; name another file, or say --replace")]
    Exists(PathBuf),
    /// Another process has the target open.
    #[error(
        "{0} is in use; stop `carrick serve` and every other program that has it open, then try again"
    )]
    InUse(PathBuf),
    /// The file is not a valid backup.
    #[error("{path} is not a good backup: {fault}")]
    Bad {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, in words.
        fault: String,
    },
    /// A file cannot be read, created or moved.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The copy lacks some rows of the database.
    #[error("the copy is incomplete ({0}) and was deleted")]
    NotWhole(String),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Copies a database, as it is at one moment, into a new file that only its owner can read; others
/// may continue to read and write. The copy is verified before it gets its name. `progress` gets
/// the number of bytes written, and roughly how many there will be.
///
/// # Errors
/// When the target exists and may not be replaced, when either file fails, and when the copy turns
/// out to be incomplete.
pub async fn backup(
    source: &Path,
    target: &Path,
    replace: bool,
    progress: impl FnMut(u64, u64),
) -> Result<Backup, BackupError> {
    if !source.is_file() {
        return Err(BackupError::Missing(source.to_owned()));
    }
    if !replace && target.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(target.to_owned()));
    }
    let target_is = |other: &Path| {
        fs::canonicalize(other).is_ok_and(|other| fs::canonicalize(target).ok() == Some(other))
    };
    if ["", "-wal", "-shm", "-journal"].iter().any(|suffix| target_is(&beside(source, suffix))) {
        let fault = "it is the database itself".to_owned();
        return Err(BackupError::Bad { path: target.to_owned(), fault });
    }
    let options = SqliteConnectOptions::new()
        .filename(absolute(source)?)
        .create_if_missing(false)
        .busy_timeout(Duration::from_secs(5));
    let options = super::file::reading(options, source);
    let backup = copy(&options, target, progress).await?;
    // A database that cannot be written can still be backed up.
    let _ = note(&options).await;
    Ok(backup)
}

/// Records the time of this backup in the database, for its metrics.
async fn note(options: &SqliteConnectOptions) -> Result<(), sqlx::Error> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut connection = options.connect().await?;
    let sql = "INSERT INTO counters (name, next) VALUES ($1, $2) \
               ON CONFLICT (name) DO UPDATE SET next = excluded.next";
    let seconds = i64::try_from(now.as_secs()).unwrap_or_default();
    sqlx::query(sql).bind(counter::BACKUP).bind(seconds).execute(&mut connection).await?;
    connection.close().await
}

/// Copies a database into a file that gets its name once it is complete and verified.
pub(crate) async fn copy(
    options: &SqliteConnectOptions,
    target: &Path,
    progress: impl FnMut(u64, u64),
) -> Result<Backup, BackupError> {
    let mut connection = options.connect().await?;
    let draft = Draft::beside(target)?;
    let copied = copied(&mut connection, &draft.0, progress).await;
    let closed = connection.close().await;
    let backup = copied?;
    closed?;
    draft.becomes(target)?;
    Ok(backup)
}

/// A file written under a temporary name, and removed unless it is renamed.
struct Draft(PathBuf);

impl Draft {
    fn beside(target: &Path) -> Result<Self, BackupError> {
        remove_leftovers(target);
        let draft = beside(target, &format!(".{}{PARTIAL}", std::process::id()));
        let failed = |source| BackupError::File { path: draft.clone(), source };
        match fs::remove_file(&draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        create_new(&draft).map_err(failed)?;
        Ok(Self(draft))
    }

    /// Syncs the file and gives it its final name.
    fn becomes(self, target: &Path) -> Result<(), BackupError> {
        let done = File::open(&self.0)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&self.0, target))
            .and_then(|()| sync_folder(target));
        done.map_err(|source| BackupError::File { path: target.to_owned(), source })
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After a rename, nothing is left to remove.
        for suffix in ["", "-journal", "-wal", "-shm"] {
            let _ = fs::remove_file(beside(&self.0, suffix));
        }
    }
}

/// Suffix of the names of drafts, which no other program uses.
const PARTIAL: &str = ".carrick-partial";

/// Removes leftovers of killed backups into a folder: drafts whose process is gone.
fn remove_leftovers(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let Ok(files) = fs::read_dir(folder.unwrap_or(Path::new("."))) else { return };
    for file in files.flatten() {
        let name = file.file_name();
        let process = name.to_str().and_then(drafted_by);
        // Without a list of processes, none is known to be gone.
        if process.is_some_and(|process| {
            Path::new("/proc/self").exists() && !Path::new("/proc").join(process).exists()
        }) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// Number of the process that wrote a draft, or a file that SQLite created next to it, from its
/// name.
fn drafted_by(name: &str) -> Option<&str> {
    let suffixes = ["-journal", "-wal", "-shm"];
    let name = suffixes.iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name);
    let (_, process) = name.strip_suffix(PARTIAL)?.rsplit_once('.')?;
    let is_number = !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(process)
}

/// Syncs a folder, so that a new name in it survives a crash.
fn sync_folder(file: &Path) -> io::Result<()> {
    let folder = std::path::absolute(file)?;
    match folder.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

fn absolute(path: &Path) -> Result<PathBuf, BackupError> {
    let failed = |source| BackupError::File { path: path.to_owned(), source };
    std::path::absolute(path).map_err(failed)
}

/// Copies into an existing empty file, and verifies the copy.
async fn copied(
    connection: &mut Raw,
    target: &Path,
    mut progress: impl FnMut(u64, u64),
) -> Result<Backup, BackupError> {
    // This changes when another connection has written.
    let version: i64 = number(connection, "PRAGMA data_version").await?;
    let before = rows(connection).await?;
    let bytes = number(connection, "PRAGMA page_count").await?
        * number(connection, "PRAGMA page_size").await?;
    let bytes = u64::try_from(bytes).unwrap_or_default();
    vacuum_into(connection, target, |done| progress(done, bytes)).await?;
    let copy = checked(target).await?;
    let after = rows(connection).await?;
    let quiet = number(connection, "PRAGMA data_version").await? == version;
    for (table, &least) in &before {
        let has = copy.count(table);
        let most = after.get(table).copied().unwrap_or_default();
        let grows = GROWING.contains(&table.as_str());
        if quiet && has != least || grows && (has < least || has > most) {
            let fault = format!("{table} has {has} rows of {least}");
            return Err(BackupError::NotWhole(fault));
        }
    }
    Ok(copy)
}

async fn vacuum_into(
    connection: &mut Raw,
    target: &Path,
    mut progress: impl FnMut(u64),
) -> Result<(), sqlx::Error> {
    let name = target.to_string_lossy().into_owned();
    let copying = sqlx::query("VACUUM INTO $1").bind(name).execute(connection);
    let mut copying = std::pin::pin!(copying);
    let mut told = tokio::time::interval(TOLD_EVERY);
    loop {
        tokio::select! {
            done = &mut copying => return done.map(drop),
            _ = told.tick() => progress(fs::metadata(target).map_or(0, |found| found.len())),
        }
    }
}

async fn number(connection: &mut Raw, sql: &'static str) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(sql).fetch_one(connection).await
}

/// Number of rows of each table, in one snapshot.
async fn rows(connection: &mut Raw) -> Result<BTreeMap<String, u64>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .fetch_all(&mut *transaction)
    .await?;
    let mut rows = BTreeMap::new();
    for table in tables {
        let quoted = table.replace('"', "\"\"");
        let sql = AssertSqlSafe(format!("SELECT count(*) FROM \"{quoted}\""));
        let count: i64 = sqlx::query_scalar(sql).fetch_one(&mut *transaction).await?;
        rows.insert(table, u64::try_from(count).unwrap_or_default());
    }
    transaction.rollback().await?;
    Ok(rows)
}

/// Settings of a connection to a file that no one writes to, which needs no lock and no additional
/// files.
fn at_rest(path: &Path) -> Result<SqliteConnectOptions, BackupError> {
    Ok(SqliteConnectOptions::new().filename(absolute(path)?).read_only(true).immutable(true))
}

/// Whether a file is a database of a development version.
async fn is_unreleased(path: &Path) -> Result<bool, BackupError> {
    let mut connection = at_rest(path)?.connect().await?;
    let unreleased = sqlx::query_scalar(UNRELEASED).fetch_one(&mut connection).await?;
    connection.close().await?;
    Ok(unreleased)
}

/// Verifies that a file is an intact database of this program, and returns its contents.
async fn checked(path: &Path) -> Result<Backup, BackupError> {
    let bad = |fault: String| BackupError::Bad { path: path.to_owned(), fault };
    let found = fs::metadata(path);
    let found = found.map_err(|source| BackupError::File { path: path.to_owned(), source })?;
    let options = at_rest(path)?;
    let check = async {
        let mut connection = options.connect().await?;
        let id = number(&mut connection, "PRAGMA application_id").await?;
        let faults: Vec<String> =
            sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(&mut connection).await?;
        let strays =
            number(&mut connection, "SELECT count(*) FROM pragma_foreign_key_check").await?;
        let schema = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
        let schema = if id == APPLICATION_ID { number(&mut connection, schema).await? } else { 0 };
        let rows = rows(&mut connection).await?;
        connection.close().await?;
        Ok::<_, sqlx::Error>((id, faults, strays, schema, rows))
    };
    let (id, faults, strays, schema, rows) =
        check.await.map_err(|error| match StoreError::from(error) {
            StoreError::Failed { source, .. } | StoreError::Database(source) => bad(source
                .as_database_error()
                .map_or_else(|| source.to_string(), ToString::to_string)),
            other => other.into(),
        })?;
    if id != APPLICATION_ID {
        return Err(bad("it is not a Carrick database".to_owned()));
    }
    if faults != ["ok"] {
        return Err(bad(format!("SQLite's integrity check says: {}", faults.join("; "))));
    }
    if strays > 0 {
        return Err(bad(format!("{strays} rows refer to nothing")));
    }
    Ok(Backup { schema, rows, bytes: found.len() })
}

/// Restores a backup in place of a database. The backup is verified first; an existing file is kept
/// under another name, which ends in `stamp`.
///
/// # Errors
/// When the backup is damaged or of a later release, when an existing database is in use or may not
/// be replaced, and when a file fails.
pub async fn restore(
    backup: &Path,
    target: &Path,
    replace: bool,
    stamp: &str,
) -> Result<Restored, BackupError> {
    if !backup.is_file() {
        return Err(BackupError::Missing(backup.to_owned()));
    }
    let bad = |fault: String| BackupError::Bad { path: backup.to_owned(), fault };
    let log = beside(backup, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(bad(format!(
            "a part of it is in {}, so that it is a database in use or was copied from one; \
             `carrick backup --db {} FILE` makes a whole one of it",
            log.display(),
            backup.display()
        )));
    }
    let exists = target.symlink_metadata().is_ok();
    if exists && !replace {
        return Err(BackupError::Exists(target.to_owned()));
    }
    if exists && fs::canonicalize(backup).ok() == fs::canonicalize(target).ok() {
        return Err(bad("it is the database itself".to_owned()));
    }
    let found = checked(backup).await?;
    if is_unreleased(backup).await? {
        return Err(BackupError::Store(StoreError::Unreleased { path: backup.to_owned() }));
    }
    if found.schema > known_schema() {
        return Err(BackupError::Store(StoreError::Newer {
            path: backup.to_owned(),
            found: found.schema,
            known: known_schema(),
        }));
    }
    let draft = Draft::beside(target)?;
    fs::copy(backup, &draft.0)
        .map_err(|source| BackupError::File { path: draft.0.clone(), source })?;
    // Copying keeps the mode of the source.
    let _ = make_private(&draft.0);
    if checked(&draft.0).await? != found {
        return Err(BackupError::NotWhole("it differs from the backup".to_owned()));
    }
    let aside = if exists { Some(set_aside(target, stamp).await?) } else { None };
    draft.becomes(target)?;
    Ok(Restored { backup: found, aside })
}

/// Verifies that no one uses a database, and links it under a second name.
async fn set_aside(target: &Path, stamp: &str) -> Result<PathBuf, BackupError> {
    // A damaged or foreign file is set aside as it is.
    if let Ok(false) = is_alone(&absolute(target)?).await {
        return Err(BackupError::InUse(target.to_owned()));
    }
    let aside = beside(target, &format!(".{stamp}"));
    if aside.symlink_metadata().is_ok() {
        return Err(BackupError::Exists(aside));
    }
    for suffix in ["-wal", "-shm", "-journal", ""] {
        let (from, to) = (beside(target, suffix), beside(&aside, suffix));
        if from.symlink_metadata().is_err() {
            continue;
        }
        // The new file replaces the old name, so that a database exists at all times.
        let moved = match suffix {
            "" => fs::hard_link(&from, &to).or_else(|_| fs::rename(&from, &to)),
            _ => fs::rename(&from, &to),
        };
        moved.map_err(|source| BackupError::File { path: to, source })?;
    }
    Ok(aside)
}
