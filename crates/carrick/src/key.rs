//! The file with the server's key.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context, Result, bail};
use carrick_tokens::Keyring;
use carrick_web::ServerKey;

/// What the server's secrets are derived from. Both are the same bytes, and nothing that one of them signs is
/// ever what the other signs.
pub(crate) struct Keys {
    pub(crate) site: ServerKey,
    pub(crate) tokens: Keyring,
}

impl Keys {
    fn of(bytes: [u8; ServerKey::BYTES]) -> Self {
        Self { site: ServerKey::new(bytes), tokens: Keyring::new(bytes) }
    }
}

/// Reads the key, or makes one in a file that nobody else may read.
pub(crate) fn read_or_make(path: &Path) -> Result<Keys> {
    match fs::read(path) {
        Ok(bytes) => match bytes.try_into() {
            Ok(bytes) => Ok(Keys::of(bytes)),
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

fn make(path: &Path) -> Result<Keys> {
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
    Ok(Keys::of(bytes))
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
        assert!(read.site.verifies("test", "text", &made.site.mac("test", "text")));
        assert_eq!(read.tokens, made.tokens);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        fs::write(&path, "short").unwrap();
        let error = read_or_make(&path).map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("not a key"));
    }
}
