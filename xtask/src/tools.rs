//! What tasks share: folders, commands, programs that are built or installed, Debian packages.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Environment variable that is set if all programs are already built.
pub(crate) const BUILT: &str = "CARRICK_BUILT";

/// Root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Cargo's target folder.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The cargo that runs this task, in the root of the repository.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root());
    cargo
}

/// Runs a command; fails unless it succeeds.
pub(crate) fn done(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|error| failed(command, error))?;
    if status.success() { Ok(()) } else { Err(failed(command, status)) }
}

/// Output of a command that must succeed, without white space around it.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|error| failed(command, error))?;
    if !output.status.success() {
        return Err(failed(command, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn failed(command: &Command, why: impl Display) -> Error {
    Error::other(format!("{}: {why}", command.get_program().display()))
}

/// Deletes a folder, if it exists, and creates it again.
pub(crate) fn emptied(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(folder),
    }
}

/// Error for arguments that a task does not have.
pub(crate) fn usage() -> Error {
    Error::new(ErrorKind::InvalidInput, "unknown arguments")
}

/// Path of the program `carrick`. Builds it, unless all programs are built.
pub(crate) fn carrick() -> Result<PathBuf> {
    built("carrick", "--bin", "carrick")
}

/// Path of an example of a package. Builds it, unless all programs are built.
pub(crate) fn example(package: &str, name: &str) -> Result<PathBuf> {
    built(package, "--example", name)
}

fn built(package: &str, kind: &str, name: &str) -> Result<PathBuf> {
    if env::var_os(BUILT).is_none() {
        done(cargo().args(["build", "--quiet", "--locked", "--package", package, kind, name]))?;
    }
    let folder = target().join(if kind == "--example" { "debug/examples" } else { "debug" });
    Ok(folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)))
}

/// Folder of the Python programs in `xtask/tools/<list>.txt`. Installs them if they are missing or
/// the list has changed.
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

/// A Debian package, and what shows that it is installed: a program, or a file by its path.
pub(crate) type Package = (&'static str, &'static str);

/// Names of the packages that are not installed.
pub(crate) fn missing(packages: &[Package]) -> Vec<&'static str> {
    let path = env::var_os("PATH").unwrap_or_default();
    // The system's daemons are not on every user's path.
    let folders: Vec<_> =
        env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]).collect();
    let is_missing =
        |&&(_, evidence): &&Package| !folders.iter().any(|folder| folder.join(evidence).exists());
    packages.iter().filter(is_missing).flat_map(|(names, _)| names.split(' ')).collect()
}

/// The command that installs packages.
pub(crate) fn install_line(names: &[&str]) -> String {
    format!("sudo apt-get install --yes --no-install-recommends {}", names.join(" "))
}

/// Installs packages, as root or through `sudo`.
pub(crate) fn install(names: &[&str]) -> Result<()> {
    let apt_get = || {
        let mut command = Command::new(if is_root() { "env" } else { "sudo" });
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        command
    };
    done(apt_get().args(["update", "--quiet"]))?;
    done(apt_get().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(names))
}

/// Fails with the command that installs packages, unless they are installed.
pub(crate) fn require(packages: &[Package]) -> Result<()> {
    match &missing(packages)[..] {
        [] => Ok(()),
        missing => Err(Error::other(format!("first run:\n    {}", install_line(missing)))),
    }
}

/// Whether this user is root.
pub(crate) fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_packages_are_named_with_their_companions() {
        let packages = [("shell", "sh"), ("away friend", "/no/such/file"), ("root", "/")];
        assert_eq!(missing(&packages), ["away", "friend"]);
    }
}
