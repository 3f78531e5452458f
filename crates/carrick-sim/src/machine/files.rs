//! The files of a database as a crash leaves them.

use std::fs;
use std::path::{Path, PathBuf};

/// A database's write-ahead log.
fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// Copies a database with its log. A file that is missing is missing in the copy too.
pub(crate) fn copy(from: &Path, to: &Path) {
    for (from, to) in [(from.to_owned(), to.to_owned()), (log_of(from), log_of(to))] {
        match fs::read(&from) {
            Ok(bytes) => _ = fs::write(to, bytes),
            Err(_) => _ = fs::remove_file(to),
        }
    }
}

/// Makes a copy as a crash in the middle of a commit leaves it: the log is written to a place drawn
/// from 0 to 1 between what it was before and what it is after. Nothing, if the commit has changed
/// the database itself too.
pub(crate) fn tear(before: &Path, after: &Path, to: &Path, drawn: f64) -> Option<usize> {
    let [old, new] = [before, after].map(|path| fs::read(log_of(path)).unwrap_or_default());
    let [old_file, new_file] = [before, after].map(|path| fs::read(path).ok());
    if old_file.is_none() || old_file != new_file || new.len() < old.len() {
        return None;
    }
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let span = new.len().saturating_sub(same);
    // The last byte is what makes it a commit.
    let written = same + (span as f64 * drawn) as usize;
    let written = written.min(new.len().saturating_sub(1)).max(same.min(new.len()));
    let mut log = new[..written].to_vec();
    log.extend(old.get(written..).unwrap_or_default());
    fs::write(to, new_file?).ok()?;
    fs::write(log_of(to), log).ok()?;
    Some(written)
}

/// Removes a database.
pub(crate) fn remove(path: &Path) {
    let mut memory = path.as_os_str().to_owned();
    memory.push("-shm");
    for path in [path.to_owned(), log_of(path), memory.into()] {
        let _ = fs::remove_file(path);
    }
}
