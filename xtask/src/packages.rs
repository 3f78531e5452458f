//! Debian packages that some test suites need: detects and installs them.

use std::env;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::done;

/// A Debian package, and how to tell that it or an equivalent is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: &'static str,
    evidence: Evidence,
}

/// Evidence that a package is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// A program on `PATH` or among the system's own.
    Program(&'static str),
    /// A file, by its absolute path.
    File(&'static str),
    /// None: it is installed with the package before it in the list.
    Companion,
}

impl Package {
    /// A package whose program has the package's name.
    pub(crate) const fn of(name: &'static str) -> Self {
        Self::with_program(name, name)
    }

    /// A package, by one of its programs.
    pub(crate) const fn with_program(name: &'static str, program: &'static str) -> Self {
        Self { name, evidence: Evidence::Program(program) }
    }

    /// A package, by one of its files.
    pub(crate) const fn with_file(name: &'static str, file: &'static str) -> Self {
        Self { name, evidence: Evidence::File(file) }
    }

    /// A package without a program, installed together with the one before it.
    pub(crate) const fn companion(name: &'static str) -> Self {
        Self { name, evidence: Evidence::Companion }
    }

    fn is_missing(&self, folders: &[PathBuf]) -> bool {
        match self.evidence {
            Evidence::Program(program) => {
                !folders.iter().any(|folder| folder.join(program).is_file())
            }
            Evidence::File(file) => !Path::new(file).exists(),
            Evidence::Companion => false,
        }
    }
}

/// Packages to install so that all of `packages` are there: the missing ones and their companions.
pub(crate) fn missing(packages: &[Package]) -> Vec<&'static str> {
    let folders = program_folders();
    let mut missing = Vec::new();
    let mut leader_is_missing = false;
    for package in packages {
        if package.evidence != Evidence::Companion {
            leader_is_missing = package.is_missing(&folders);
        }
        if leader_is_missing {
            missing.push(package.name);
        }
    }
    missing
}

/// Folders of programs: `PATH`, and those of system daemons, which are not on every user's `PATH`.
fn program_folders() -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).chain(["/usr/sbin".into(), "/sbin".into()]).collect()
}

/// The command that installs packages.
pub(crate) fn install_line(names: &[&str]) -> String {
    format!("sudo apt-get install --yes --no-install-recommends {}", names.join(" "))
}

/// Installs packages, as root or through `sudo`.
///
/// # Errors
///
/// When there is no `apt-get` or `sudo`, or one of them fails.
pub(crate) fn install(names: &[&str]) -> Result<()> {
    let is_root = Command::new("id").arg("-u").output()?.stdout.trim_ascii() == b"0";
    let apt_get = || {
        let mut command = Command::new(if is_root { "env" } else { "sudo" });
        command.args(["DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        command
    };
    done(apt_get().args(["update", "--quiet"]))?;
    done(apt_get().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(names))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_is_named_with_its_companions() {
        let there = Package::with_file("there", "/");
        let away = Package::with_file("away", "/no/such/file");
        let friend = Package::companion("friend");
        assert_eq!(missing(&[there, friend, away]), ["away"]);
        assert_eq!(missing(&[away, friend, there]), ["away", "friend"]);
        assert_eq!(
            missing(&[Package::of("sh"), Package::of("no-such-program")]),
            ["no-such-program"]
        );
    }

    #[test]
    fn the_line_can_be_typed() {
        assert_eq!(
            install_line(&["caddy", "curl"]),
            "sudo apt-get install --yes --no-install-recommends caddy curl"
        );
    }
}
