//! Output files. Each is written next to its final place and gets its name when it is complete, so
//! that a failure keeps the old file and leaves no trace of the new one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use tempfile::TempPath;

/// A file that is being written. Until [`OutFile::finish`], the old file stays.
#[derive(Debug)]
pub struct OutFile {
    path: PathBuf,
    file: BufWriter<File>,
    /// Temporary file; `None` if the path is not a regular file but a device or a pipe, which is
    /// written directly.
    draft: Option<TempPath>,
}

impl OutFile {
    /// Starts to write or replace a file; a link to a file stays a link.
    ///
    /// # Errors
    /// Explains why it cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        Self::begin(path, 0o666)
    }

    /// Starts a file that only its owner can read.
    fn create_private(path: &Path) -> Result<Self> {
        Self::begin(path, 0o600)
    }

    /// `mode` is the mode of a new file, before the umask. An existing file keeps its mode and
    /// owner.
    fn begin(path: &Path, mode: u32) -> Result<Self> {
        let path = resolved(path);
        let old = match path.metadata() {
            Ok(found) => {
                let file = open_to_write(OpenOptions::new().write(true), &path)?;
                if !found.is_file() {
                    return Ok(Self { path, file: BufWriter::new(file), draft: None });
                }
                Some(found)
            }
            Err(_) => None,
        };
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".carrick-").suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
        let made = builder.tempfile_in(folder).map_err(|error| refused(error, &path))?;
        let (file, draft) = made.into_parts();
        if let Some(old) = old {
            keep_owner_and_mode(&old, &file).with_context(|| {
                format!(
                    "cannot write {}, whose owner and mode would change; write it as its owner",
                    path.display()
                )
            })?;
        }
        Ok(Self { path, file: BufWriter::new(file), draft: Some(draft) })
    }

    /// Moves the file to its place, once it is on the disk.
    ///
    /// # Errors
    /// Explains why it cannot be written; the old file stays.
    pub fn finish(mut self) -> Result<()> {
        let written = self.file.flush().and_then(|()| match self.draft.take() {
            Some(draft) => {
                self.file.get_ref().sync_all()?;
                draft.persist(&self.path).map_err(|error| error.error)
            }
            None => Ok(()),
        });
        written.with_context(|| failed(&self.path))
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Gives a new file the owner, group and mode of the file it replaces.
#[cfg(unix)]
fn keep_owner_and_mode(old: &fs::Metadata, new: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = new.metadata()?;
    if (old.uid(), old.gid()) != (now.uid(), now.gid()) {
        fchown(new, Some(old.uid()), Some(old.gid()))?;
    }
    new.set_permissions(old.permissions())
}

#[cfg(not(unix))]
fn keep_owner_and_mode(_: &fs::Metadata, _: &File) -> io::Result<()> {
    Ok(())
}

/// Follows links to their target, even if it does not exist yet.
fn resolved(path: &Path) -> PathBuf {
    /// Maximum number of links, as on Linux.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => break,
        }
    }
    path
}

/// Checks that a file can be written, before a long computation; leaves nothing behind.
///
/// # Errors
/// Explains why it cannot be written.
pub fn must_be_writable(path: &Path) -> Result<()> {
    OutFile::create(path).map(drop)
}

/// Writes a file, replacing its contents.
///
/// # Errors
/// Explains why it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    replace(path, |out| out.write_all(bytes))
}

/// Writes a file that only its owner can read.
///
/// # Errors
/// Explains why it cannot be written.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut out = OutFile::create_private(path)?;
    out.write_all(bytes).with_context(|| failed(path))?;
    out.finish()
}

/// Replaces a file with the output of `write`.
///
/// # Errors
/// Explains why it cannot be written.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<()> {
    let mut out = OutFile::create(path)?;
    write(&mut out.file).with_context(|| failed(path))?;
    out.finish()
}

fn failed(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Opens a file for writing.
///
/// # Errors
/// Explains why it cannot be opened.
pub fn open_to_write(how: &OpenOptions, path: &Path) -> Result<File> {
    how.open(path).map_err(|error| refused(error, path))
}

/// Explains why a file cannot be opened for writing.
fn refused(error: io::Error, path: &Path) -> anyhow::Error {
    match (error.kind(), path.parent()) {
        (io::ErrorKind::NotFound | io::ErrorKind::NotADirectory, Some(folder)) => anyhow::anyhow!(
            "cannot write {}, since there is no folder {}",
            path.display(),
            folder.display()
        ),
        (io::ErrorKind::IsADirectory, _) => {
            anyhow::anyhow!("cannot write {}, which is a folder; name a file in it", path.display())
        }
        (io::ErrorKind::PermissionDenied, _) => {
            anyhow::anyhow!("cannot write {}: permission denied", path.display())
        }
        (io::ErrorKind::ReadOnlyFilesystem, _) => {
            anyhow::anyhow!("cannot write {}: the filesystem is read-only", path.display())
        }
        _ => anyhow::Error::new(error).context(failed(path)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    use super::*;

    #[test]
    fn a_link_to_a_missing_file_stays() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("map.svg");
        std::os::unix::fs::symlink("real.svg", &link).unwrap();
        must_be_writable(&link).unwrap();
        for text in ["a map", "another"] {
            write(&link, text.as_bytes()).unwrap();
            assert!(link.symlink_metadata().unwrap().is_symlink());
            assert_eq!(fs::read_to_string(folder.path().join("real.svg")).unwrap(), text);
        }
    }

    #[test]
    fn a_pipe_is_written_to_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let from = pipe.clone();
        let reader = std::thread::spawn(move || fs::read(from).unwrap());
        write(&pipe, b"a table").unwrap();
        assert_eq!(reader.join().unwrap(), b"a table");
        assert!(!pipe.metadata().unwrap().is_file());
    }

    #[test]
    fn a_replaced_file_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings");
        for mode in [0o640, 0o600, 0o664] {
            fs::write(&file, "old").unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let before = file.metadata().unwrap();
            write(&file, b"new").unwrap();
            let after = file.metadata().unwrap();
            let of = |found: &fs::Metadata| (found.mode(), found.uid(), found.gid());
            assert_eq!(of(&after), of(&before));
            assert_eq!(fs::read(&file).unwrap(), b"new");
        }
        let private = folder.path().join("key");
        write_private(&private, b"secret").unwrap();
        assert_eq!(private.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn an_unfinished_file_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.sgf");
        must_be_writable(&file).unwrap();
        let fails = |_: &mut BufWriter<File>| Err(io::Error::other("a fault"));
        replace(&file, fails).unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        fs::write(&file, "precious").unwrap();
        replace(&file, fails).unwrap_err();
        let mut begun = OutFile::create(&file).unwrap();
        begun.write_all(b"half of it").unwrap();
        drop(begun);
        assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
