//! Installs programs that checks need and that are no crates of the workspace. Each check has a
//! list of them with versions, and a folder into which they are installed once.

use std::env;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Folder of the programs in `xtask/tools/<list>.txt`. Installs them if they are missing or the
/// list has changed.
pub(crate) fn installed(list: &str) -> Result<PathBuf> {
    let list_file = root().join(format!("xtask/tools/{list}.txt"));
    let folder = target().join(format!("{list}-tools"));
    let wanted = fs::read(&list_file)?;
    let noted = folder.join("installed.txt");
    if fs::read(&noted).ok().as_ref() != Some(&wanted) {
        done(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let install = ["install", "--quiet", "--disable-pip-version-check", "-r"];
        done(Command::new(folder.join("bin/pip")).args(install).arg(list_file))?;
        fs::write(noted, wanted)?;
    }
    folder.join("bin").canonicalize()
}

/// Runs a command; fails unless it succeeds.
pub(crate) fn done(command: &mut Command) -> Result<()> {
    match command.status()?.success() {
        true => Ok(()),
        false => Err(Error::other(format!("{} failed", command.get_program().display()))),
    }
}
