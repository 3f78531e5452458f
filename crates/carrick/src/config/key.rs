//! Reads and creates the server's key file.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use carrick_cli::out_file;
use carrick_store::{give_to_owner_of_folder, make_private};
use carrick_tokens::Keyring;

use super::Config;
use crate::cli::{KeyArguments, KeyMode};

/// Reads the key file, or creates it, readable only by its owner. Open the database first: then it
/// is known to be ours before a key is made next to it.
pub(crate) fn read_or_make(path: &Path) -> Result<Keyring> {
    match read(path)? {
        Some(keys) => Ok(keys),
        None => make(path),
    }
}

/// Maximum size of a key file, in bytes: enough for any number of keys.
const MOST_BYTES: u64 = 64 * 1024;

/// Reads the key file, if there is one. Corrects its permissions once it is known to be a key file.
pub(crate) fn read(path: &Path) -> Result<Option<Keyring>> {
    let cannot = || format!("cannot read the key {}", path.display());
    let no_key = |fault: &str| anyhow!("{} {fault}; {WAY_ON}", path.display());
    let mut bytes = Vec::new();
    match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        // Reading a pipe or a device might never end.
        Ok(found) if !found.is_file() => return Err(no_key("is not a file")),
        _ => {
            let file = File::open(path).with_context(cannot)?;
            file.take(MOST_BYTES).read_to_end(&mut bytes).with_context(cannot)?;
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| no_key("is not a key file of this program"))?;
    let keys = text.parse().map_err(|error| anyhow!("{}: {error}; {WAY_ON}", path.display()))?;
    if let Some(notice) = make_private(path) {
        tracing::warn!("{notice}");
    }
    Ok(Some(keys))
}

const WAY_ON: &str = "name the key with --key, or as `key` in the settings; or move that file away, and \
                      Carrick makes a new key (links in older emails then stop working)";

/// `carrick key rotate`: adds a key, which seals everything from now on. The older keys still open
/// what they sealed, unless only the new one is kept.
pub(crate) fn run(arguments: &KeyArguments, out: &mut impl Write) -> Result<bool> {
    let KeyMode::Rotate { drop_old } = arguments.what;
    let config = Config::of(&arguments.config, None, super::File::read(&arguments.config)?)?;
    let path = config.key()?;
    let shown = path.display();
    let Some(mut keys) = read(path)? else {
        bail!("there is no key {shown}; `carrick serve` makes one");
    };
    if !keys.rotate(random()?) {
        bail!("{shown} has had 255 keys; delete the oldest lines and number the others from 1");
    }
    if drop_old {
        keys.keep_newest();
    }
    out_file::write_private(path, keys.to_file().as_bytes())?;
    let old = if drop_old { "Older links and reply addresses stop" } else { "Older links keep" };
    writeln!(out, "{shown} has a new key. {old} working.")?;
    writeln!(out, "Restart every program that uses it, and back it up.")?;
    Ok(true)
}

fn random() -> Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).context("the machine provides no random numbers")?;
    Ok(bytes)
}

fn make(path: &Path) -> Result<Keyring> {
    let keys = Keyring::new(random()?);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path).and_then(|mut file| {
        give_to_owner_of_folder(path, &file);
        file.write_all(keys.to_file().as_bytes())?;
        file.sync_all()
    });
    made.with_context(|| format!("cannot make the key {}", path.display()))?;
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_key_is_made_once_and_only_for_its_owner() {
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
    }

    #[test]
    fn a_file_that_is_not_a_key_stays_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ca.pem");
        for wrong in [b"short".as_slice(), &[0xff; 32], b"", &[b'a'; 100_000]] {
            fs::write(&path, wrong).unwrap();
            let before = fs::metadata(&path).unwrap().permissions();
            assert!(read_or_make(&path).unwrap_err().to_string().contains("move that file away"));
            assert_eq!(fs::metadata(&path).unwrap().permissions(), before);
            assert_eq!(fs::read(&path).unwrap(), wrong);
        }
        assert!(read_or_make(folder.path()).unwrap_err().to_string().contains("is not a file"));
    }
}
