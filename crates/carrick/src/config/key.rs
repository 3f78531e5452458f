//! Reads and creates the server's key file.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context, Result, bail};
use carrick_store::make_private;
use carrick_tokens::Keyring;

/// Reads the key file, or creates it, readable for its owner only.
pub(crate) fn read_or_make(path: &Path) -> Result<Keyring> {
    if let Some(notice) = make_private(path) {
        tracing::warn!("{notice}");
    }
    match fs::read(path) {
        Ok(bytes) => match String::from_utf8(bytes).map(|text| text.parse()) {
            Ok(Ok(keys)) => Ok(keys),
            Ok(Err(error)) => bail!("{}: {error}; {WAY_ON}", path.display()),
            Err(_) => bail!("{} is not a key file of this program; {WAY_ON}", path.display()),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => make(path),
        Err(error) => Err(error).with_context(|| format!("cannot read the key {}", path.display())),
    }
}

const WAY_ON: &str = "move the file away, and a new one is made (links that were mailed before no \
                      longer work then)";

fn make(path: &Path) -> Result<Keyring> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the machine gives no random numbers")?;
    let keys = Keyring::new(bytes);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path).and_then(|mut file| {
        file.write_all(keys.to_file().as_bytes())?;
        file.sync_all()
    });
    made.with_context(|| format!("cannot make the key {}", path.display()))?;
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_for_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("carrick.key");
        let made = read_or_make(&path).unwrap();
        assert_eq!(read_or_make(&path).unwrap(), made);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            read_or_make(&path).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        for wrong in [b"short".as_slice(), &[0xff; 32]] {
            fs::write(&path, wrong).unwrap();
            assert!(read_or_make(&path).unwrap_err().to_string().contains("move the file away"));
        }
    }
}
