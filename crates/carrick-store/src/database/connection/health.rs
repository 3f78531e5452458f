//! Health of a database: why it cannot be read or written, logged once per outage and not once per
//! request.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::database::connection::batch::Interceptor;
use crate::database::connection::postgres;
use crate::database::connection::sqlite::primary_code;
use crate::database::location::Server;

/// Time without errors after which an outage is over. A full disk must also have free space again,
/// because small writes may succeed before that.
const CALM_FOR: Duration = Duration::from_secs(1);

/// Free space below which a filesystem counts as full, even if small writes still succeed. Write
/// errors are then attributed to that, since not every I/O error of SQLite names its cause.
const NO_ROOM_BYTES: u64 = 64 * 1024;

/// Reason why a database cannot be used at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// No space is left, or a quota is used up.
    Full,
    /// The database or its filesystem cannot be written.
    ReadOnly,
    /// Another program has locked the file for too long.
    Busy,
    /// The disk, the filesystem or the memory reports errors.
    Failing,
    /// The contents of the file are corrupt.
    Damaged,
    /// The database's server cannot be reached.
    Unreachable,
    /// The program is stopping.
    Closed,
}

impl Trouble {
    /// Short name of the reason, for probes.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::ReadOnly => "readonly",
            Self::Busy => "busy",
            Self::Failing => "failing",
            Self::Damaged => "damaged",
            Self::Unreachable => "unreachable",
            Self::Closed => "closed",
        }
    }

    /// Reason for an error; `None` when the file is not to blame.
    pub(crate) fn of(error: &sqlx::Error) -> Option<Self> {
        match primary_code(error) {
            Some(13) => return Some(Self::Full),
            Some(3 | 8) => return Some(Self::ReadOnly),
            Some(5) => return Some(Self::Busy),
            Some(7 | 10 | 14) => return Some(Self::Failing),
            Some(11 | 26) => return Some(Self::Damaged),
            Some(_) => return None,
            None => {}
        }
        match error {
            sqlx::Error::Database(_) => postgres::state(error).and_then(Self::of_state),
            sqlx::Error::Configuration(cause) if cause.is::<postgres::ServerUnreachable>() => {
                Some(Self::Unreachable)
            }
            sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed => Some(Self::Failing),
            sqlx::Error::PoolTimedOut => Some(Self::Busy),
            sqlx::Error::PoolClosed => Some(Self::Closed),
            _ => None,
        }
    }

    /// Reason for PostgreSQL's SQLSTATE.
    fn of_state(state: &str) -> Option<Self> {
        Some(match state {
            "53100" => Self::Full,
            "25006" => Self::ReadOnly,
            // A lock or a statement that took too long, a deadlock, or too many connections.
            "40001" | "40P01" | "53300" | "55P03" | "57014" => Self::Busy,
            "XX001" | "XX002" => Self::Damaged,
            // The server is starting or stopping, does not know the user or the database, or has
            // ended the transaction of a process that had stopped.
            "25P03" | "28000" | "28P01" | "3D000" => Self::Unreachable,
            _ if state.starts_with("08") || state.starts_with("57P") => Self::Unreachable,
            _ if state.starts_with("53") || state.starts_with("58") => Self::Failing,
            _ => return None,
        })
    }

    /// Whether SQLite may have ended the transaction, and whether the error deserves a line in the
    /// log.
    const fn is_outage(self) -> bool {
        !matches!(self, Self::Busy | Self::Closed)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "the disk is full",
            Self::ReadOnly => "its file is read-only",
            Self::Busy => "another program keeps it busy",
            Self::Failing => "the disk or the filesystem reports errors",
            Self::Damaged => "its file is damaged",
            Self::Unreachable => "its server cannot be reached",
            Self::Closed => "it is closed",
        })
    }
}

/// Health of a database. Clones share it.
#[derive(Clone)]
pub(crate) struct Health(Arc<Known>);

struct Known {
    /// Path of the file, or the server's address without its password.
    place: String,
    /// Path of the file, if it is one.
    file: Option<PathBuf>,
    writing: Mutex<Option<CurrentOutage>>,
    reading: Mutex<Option<CurrentOutage>>,
    /// Whether the last read failed. Atomic, since it is checked for every row.
    fails_to_read: AtomicBool,
    /// Number of failed writes so far.
    write_failures: AtomicU64,
    interceptor: OnceLock<Arc<dyn Interceptor>>,
}

struct CurrentOutage {
    trouble: Trouble,
    since: Instant,
    failed: Instant,
    failures: u64,
}

impl Health {
    pub(crate) fn of_file(path: &Path) -> Self {
        Self::of(path.display().to_string(), Some(path.to_owned()))
    }

    pub(crate) fn of_server(server: &Server) -> Self {
        Self::of(server.to_string(), None)
    }

    fn of(place: String, file: Option<PathBuf>) -> Self {
        Self(Arc::new(Known {
            place,
            file,
            writing: Mutex::default(),
            reading: Mutex::default(),
            fails_to_read: AtomicBool::default(),
            write_failures: AtomicU64::default(),
            interceptor: OnceLock::new(),
        }))
    }

    /// Lets an interceptor take part in all work on the database; only the first one does.
    pub(crate) fn intercept(&self, interceptor: Arc<dyn Interceptor>) {
        let _ = self.0.interceptor.set(interceptor);
    }

    /// The interceptor, if there is one.
    pub(crate) fn interceptor(&self) -> Option<&dyn Interceptor> {
        self.0.interceptor.get().map(|interceptor| &**interceptor)
    }

    /// Path of the file; `None` for a server.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.0.file.as_deref()
    }

    /// Free space of the file's filesystem, in bytes.
    pub(crate) fn free_bytes(&self) -> Option<u64> {
        free_bytes(self.file()?)
    }

    /// Records an error of a connection. Returns whether the file is to blame, so that its
    /// transaction can no longer be relied on.
    pub(crate) fn note(&self, error: &sqlx::Error, writes: bool) -> bool {
        let Some(mut trouble) = Trouble::of(error).filter(|trouble| trouble.is_outage()) else {
            return false;
        };
        let free = self.free_bytes();
        if trouble == Trouble::Failing && writes && free.is_some_and(|free| free < NO_ROOM_BYTES) {
            trouble = Trouble::Full;
        }
        if writes {
            self.0.write_failures.fetch_add(1, Ordering::Relaxed);
        } else {
            self.0.fails_to_read.store(true, Ordering::Relaxed);
        }
        let mut outage = if writes { lock(&self.0.writing) } else { lock(&self.0.reading) };
        let now = Instant::now();
        let is_news = outage.as_ref().is_none_or(|outage| outage.trouble != trouble);
        let new = CurrentOutage { trouble, since: now, failed: now, failures: 0 };
        let outage = outage.get_or_insert(new);
        (outage.trouble, outage.failed) = (trouble, now);
        outage.failures += 1;
        if is_news {
            let database = &self.0.place;
            let done = if writes { "written" } else { "read" };
            let free = free.map_or_else(|| "unknown".to_owned(), |free| format!("{free} bytes"));
            tracing::error!(%database, %free, %error, "the database cannot be {done}: {trouble}");
        }
        true
    }

    /// Records that something was written to the disk.
    pub(crate) fn has_written(&self) {
        let _ = self.heal(&self.0.writing, "written");
    }

    /// Records that something was read.
    pub(crate) fn has_read(&self) {
        if self.0.fails_to_read.load(Ordering::Relaxed) && self.heal(&self.0.reading, "read") {
            self.0.fails_to_read.store(false, Ordering::Relaxed);
        }
    }

    /// Ends the outage if it is over; returns whether the database is healthy now.
    fn heal(&self, outage: &Mutex<Option<CurrentOutage>>, done: &str) -> bool {
        let mut outage = lock(outage);
        let lasts = |outage: &CurrentOutage| {
            outage.failed.elapsed() < CALM_FOR
                || outage.trouble == Trouble::Full && self.lacks_room().is_some()
        };
        if outage.as_ref().is_some_and(lasts) {
            return false;
        }
        if let Some(over) = outage.take() {
            let database = &self.0.place;
            let (failures, seconds) = (over.failures, over.since.elapsed().as_secs());
            tracing::warn!(%database, failures, seconds, "the database can be {done} again");
        }
        true
    }

    /// Whether so little space is left that hardly anything can be written.
    pub(crate) fn lacks_room(&self) -> Option<Trouble> {
        self.free_bytes().filter(|free| *free < NO_ROOM_BYTES).map(|_| Trouble::Full)
    }

    /// Number of failed writes so far.
    pub(crate) fn write_failures(&self) -> u64 {
        self.0.write_failures.load(Ordering::Relaxed)
    }

    /// Reason why the last write failed, if it did.
    pub(crate) fn writing(&self) -> Option<Trouble> {
        lock(&self.0.writing).as_ref().map(|outage| outage.trouble)
    }
}

impl fmt::Debug for Health {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Health").field("place", &self.0.place).finish_non_exhaustive()
    }
}

fn lock(outage: &Mutex<Option<CurrentOutage>>) -> MutexGuard<'_, Option<CurrentOutage>> {
    outage.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Free space, in bytes, that an unprivileged user can use on the filesystem of a file.
#[cfg(unix)]
pub(crate) fn free_bytes(path: &Path) -> Option<u64> {
    // The folder exists even when the file does not.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    let found = rustix::fs::statvfs(folder).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
pub(crate) fn free_bytes(_: &Path) -> Option<u64> {
    None
}
