//! Output files, checked for writability before a long computation begins.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context, Result};

/// Checks that a file can be written, and leaves no new file behind.
///
/// # Errors
/// A sentence about why it cannot be written.
pub(crate) fn must_be_writable(path: &Path) -> Result<()> {
    // A symbolic link exists even if its target does not.
    let is_new = path.symlink_metadata().is_err();
    open_to_write(OpenOptions::new().write(true).create(true).truncate(false), path)?;
    if is_new {
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// Writes a file, replacing its contents.
///
/// # Errors
/// A sentence about why it cannot be written.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = open_to_write(OpenOptions::new().write(true).create(true).truncate(true), path)?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Replaces a file by what `write` writes. The old file stays until the new one is whole and on
/// the disk; when anything fails, nothing of it is left behind. A link stays one, and what is no
/// file, such as a device or a pipe, is written to as it is.
///
/// # Errors
/// A sentence about why it cannot be written.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut io::BufWriter<fs::File>) -> io::Result<()>,
) -> Result<()> {
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let mut file = io::BufWriter::new(open_to_write(OpenOptions::new().write(true), path)?);
        let written = write(&mut file).and_then(|()| file.flush());
        return written.with_context(|| format!("cannot write {}", path.display()));
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let how = OpenOptions::new().write(true).create(true).truncate(true).clone();
    let mut file = io::BufWriter::new(open_to_write(&how, &part)?);
    let written = write(&mut file)
        .and_then(|()| file.flush())
        .and_then(|()| file.get_ref().sync_all())
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // What was written of it is of no use; a failure to remove it changes nothing.
        let _ = fs::remove_file(&part);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Opens a file for writing.
///
/// # Errors
/// A sentence about why it cannot be opened.
pub(crate) fn open_to_write(how: &OpenOptions, path: &Path) -> Result<fs::File> {
    how.open(path).map_err(|error| match (error.kind(), path.parent()) {
        (io::ErrorKind::NotFound | io::ErrorKind::NotADirectory, Some(folder)) => anyhow::anyhow!(
            "cannot write {}, since there is no folder {}",
            path.display(),
            folder.display()
        ),
        (io::ErrorKind::IsADirectory, _) => {
            anyhow::anyhow!("cannot write {}, which is a folder; name a file in it", path.display())
        }
        (io::ErrorKind::PermissionDenied, _) => {
            anyhow::anyhow!("cannot write {}, which is not allowed here", path.display())
        }
        _ => anyhow::Error::new(error).context(format!("cannot write {}", path.display())),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_link_to_a_file_that_is_not_there_yet_stays() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("map.svg");
        std::os::unix::fs::symlink("real.svg", &link).unwrap();
        must_be_writable(&link).unwrap();
        write(&link, b"a map").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("real.svg")).unwrap(), b"a map");
        replace(&link, |out| out.write_all(b"another")).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("real.svg")).unwrap(), b"another");
    }

    #[test]
    fn a_pipe_is_written_to_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let from = pipe.clone();
        let reader = std::thread::spawn(move || fs::read(from).unwrap());
        replace(&pipe, |out| out.write_all(b"a table")).unwrap();
        assert_eq!(reader.join().unwrap(), b"a table");
        assert!(!pipe.metadata().unwrap().is_file());
    }
}
