//! The file with the server's key.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context, Result, bail};
use carrick_web::ServerKey;

/// Reads the key, or makes one in a file that nobody else may read.
pub(super) fn read_or_make(path: &Path) -> Result<ServerKey> {
    match fs::read(path) {
        Ok(bytes) => match bytes.try_into() {
            Ok(bytes) => Ok(ServerKey::new(bytes)),
            Err(_) => bail!(
                "{} is not a key of this program; move it away, and a new one is made (links that \
                 were mailed before no longer work then)",
                path.display()
            ),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => make(path),
        Err(error) => Err(error).with_context(|| format!("cannot read the key {}", path.display())),
    }
}

fn make(path: &Path) -> Result<ServerKey> {
    let mut bytes = [0; ServerKey::BYTES];
    getrandom::fill(&mut bytes).context("the machine gives no random numbers")?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path).and_then(|mut file| {
        file.write_all(&bytes)?;
        file.sync_all()
    });
    made.with_context(|| format!("cannot make the key {}", path.display()))?;
    Ok(ServerKey::new(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_for_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("carrick.key");
        let made = read_or_make(&path).unwrap();
        let read = read_or_make(&path).unwrap();
        assert!(read.verifies("test", "text", &made.mac("test", "text")));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::write(&path, "short").unwrap();
        assert!(read_or_make(&path).unwrap_err().to_string().contains("not a key"));
    }
}
