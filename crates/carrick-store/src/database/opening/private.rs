//! File permissions: only its owner can read a database.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Something that was found or done while a file was opened, for its operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Others could read a file or a folder; the permissions were corrected.
    Mended {
        /// The file.
        path: PathBuf,
        /// Its permissions before.
        from: u32,
        /// Its permissions now.
        to: u32,
    },
    /// Others can read a file, and the permissions could not be changed.
    Exposed {
        /// The file.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
        /// Why, in words.
        reason: String,
    },
    /// A file existed and was empty.
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The schema was upgraded.
    Upgraded {
        /// The file.
        path: PathBuf,
        /// The number of its schema before.
        from: i64,
        /// The number of its schema now.
        to: i64,
        /// Path of the copy that was made before.
        copy: PathBuf,
    },
    /// A server allows this program fewer connections than it may need.
    FewConnections {
        /// The server's address, without a password.
        place: String,
        /// Number of connections that it allows.
        allowed: i64,
        /// Maximum number that this program needs.
        needed: i64,
    },
    /// The schema of a server's database was upgraded, without a copy.
    UpgradedServer {
        /// The server's address, without a password.
        place: String,
        /// The number of its schema before.
        from: i64,
        /// The number of its schema now.
        to: i64,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mended { path, from, to } => write!(
                f,
                "{} could be read by other users of this machine (mode {from:o}); its mode is now {to:o}",
                path.display()
            ),
            Self::Exposed { path, mode, reason } => write!(
                f,
                "{} can be read by other users of this machine (mode {mode:o}), and that could not be \
                 changed: {reason}",
                path.display()
            ),
            Self::Empty { path } => {
                write!(f, "{} was an empty file; a new database was created in it", path.display())
            }
            Self::Upgraded { path, from, to, copy } => write!(
                f,
                "{} was upgraded from schema {from} to schema {to}; a copy from before is in {}",
                path.display(),
                copy.display()
            ),
            Self::FewConnections { place, allowed, needed } => write!(
                f,
                "{place} allows this user {allowed} connections, and each `carrick serve` and `carrick \
                 worker` needs up to {needed}: under load, requests will wait or get status 503; raise the \
                 server's max_connections or the limit of the role or the database"
            ),
            Self::UpgradedServer { place, from, to } => {
                write!(f, "{place} was upgraded from schema {from} to schema {to}")
            }
        }
    }
}

/// Restricts a file (mode 600) or a folder (mode 700) to its owner. Returns `None` if nothing had
/// to be done, or if the file does not exist.
#[cfg(unix)]
#[must_use]
pub fn make_private(path: &Path) -> Option<Notice> {
    use std::os::unix::fs::PermissionsExt as _;
    let found = std::fs::metadata(path).ok()?;
    let from = found.permissions().mode() & 0o777;
    if from & 0o077 == 0 {
        return None;
    }
    let to = if found.is_dir() { 0o700 } else { 0o600 };
    let path = path.to_owned();
    match std::fs::set_permissions(&path, std::fs::Permissions::from_mode(to)) {
        Ok(()) => Some(Notice::Mended { path, from, to }),
        Err(error) => Some(Notice::Exposed { path, mode: from, reason: error.to_string() }),
    }
}

/// Other systems use other means.
#[cfg(not(unix))]
#[must_use]
pub fn make_private(_: &Path) -> Option<Notice> {
    None
}

/// Creates a file that only its owner can read; fails if it exists. SQLite gives its additional
/// files the same mode.
pub(crate) fn create_new(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    give_to_owner_of_folder(path, &file);
    Ok(())
}

/// Gives a new file to the owner of its folder: what root creates there is for the server, which
/// runs as that user. Other users may not give files away, and keep them.
pub fn give_to_owner_of_folder(path: &Path, file: &File) {
    #[cfg(unix)]
    if let Some(found) = path.parent().and_then(|folder| std::fs::metadata(folder).ok())
        && rustix::process::geteuid().is_root()
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let _ = fchown(file, Some(found.uid()), Some(found.gid()));
    }
    #[cfg(not(unix))]
    let _ = (path, file);
}

/// Whether a file can be read here but its folder cannot be written, as in a snapshot.
#[cfg(unix)]
pub(super) fn is_read_only(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    rustix::fs::access(folder.unwrap_or(Path::new(".")), rustix::fs::Access::WRITE_OK)
        == Err(rustix::io::Errno::ROFS)
}

#[cfg(not(unix))]
pub(super) fn is_read_only(_: &Path) -> bool {
    false
}

/// Whether a file could not be opened because the process has too many open files.
pub(super) fn has_too_many_files(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        let limits = [Errno::MFILE, Errno::NFILE].map(Errno::raw_os_error);
        error.raw_os_error().is_some_and(|error| limits.contains(&error))
    }
    #[cfg(not(unix))]
    false
}

/// Path with a suffix appended to the file name: `carrick.db-wal`.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}
