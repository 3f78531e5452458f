//! Programs that checks need: those of the workspace are built, and others installed. Each check
//! has a list of the latter with versions, and a folder into which they are installed once.

use std::env;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Environment variable: all programs are built already.
pub(crate) const BUILT: &str = "CARRICK_BUILT";

/// Root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs this task.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
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

/// The file of the program `carrick`. Builds it, unless all programs are built.
pub(crate) fn carrick() -> Result<PathBuf> {
    built("carrick", &["--bin", "carrick"], "")
}

/// The file of the laboratory's program. Builds it, unless all programs are built.
pub(crate) fn laboratory() -> Result<PathBuf> {
    built("carrick-lab", &["--bin", "carrick-lab"], "")
}

/// The file of an example of a package. Builds it, unless all programs are built.
pub(crate) fn example(package: &str, name: &str) -> Result<PathBuf> {
    built(package, &["--example", name], "examples")
}

fn built(package: &str, program: &[&str; 2], folder: &str) -> Result<PathBuf> {
    if env::var_os(BUILT).is_none() {
        let mut cargo = cargo();
        cargo.args(["build", "--quiet", "--locked", "--package", package]).args(program);
        done(cargo.current_dir(root()))?;
    }
    let file = format!("{}{}", program[1], env::consts::EXE_SUFFIX);
    Ok(target().join("debug").join(folder).join(file))
}

/// Runs a command; fails unless it succeeds.
pub(crate) fn done(command: &mut Command) -> Result<()> {
    match command.status()?.success() {
        true => Ok(()),
        false => Err(Error::other(format!("{} failed", command.get_program().display()))),
    }
}
