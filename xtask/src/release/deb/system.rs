//! A fresh Debian in a folder, in which a package is tried.

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::package::said;
use crate::tools::done;

/// The root folder of a Debian.
#[derive(Debug)]
pub(super) struct System {
    root: PathBuf,
}

impl System {
    /// Makes a system of this machine's release in `folder`, from a base that is kept there: a
    /// program runs only beside the C library that it was built with, or a newer one.
    pub(super) fn fresh(folder: &Path) -> Result<Self> {
        let release = fs::read_to_string("/etc/os-release")?;
        let name = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
        let name = name.ok_or_else(|| Error::other("/etc/os-release names no release"))?;
        let base = folder.join(name);
        if !base.exists() {
            let half = folder.join(format!("{name}.half"));
            if half.exists() {
                fs::remove_dir_all(&half)?;
            }
            let mut debootstrap = Command::new("debootstrap");
            debootstrap.args(["--variant=minbase", &format!("--include={INCLUDED}"), name]);
            debootstrap.arg(&half).args(archive(name)?);
            said(&mut debootstrap)?;
            fs::rename(half, &base)?;
        }
        let root = folder.join("root");
        if root.exists() {
            fs::remove_dir_all(&root)?;
        }
        done(Command::new("cp").args(["--archive", "--reflink=auto"]).arg(base).arg(&root))?;
        Ok(Self { root })
    }

    /// A file or folder of the system, by its path from the root.
    pub(super) fn at(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// A command in the system, as a user. It sees the processes, as systemd's tools want to.
    pub(super) fn command(&self, user: &str, words: &[&str]) -> Command {
        const ENTER: &str =
            "mount -t proc proc \"$0/proc\" && exec chroot \"--userspec=$1\" \"$0\" \"${@:2}\"";
        let mut command = Command::new("unshare");
        command.args(["--mount", "bash", "-c", ENTER]).arg(&self.root).arg(user).args(words);
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("LC_ALL", "C.UTF-8");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    }

    /// Output of a command that must succeed, as a user.
    pub(super) fn said(&self, user: &str, words: &[&str]) -> Result<String> {
        said(&mut self.command(user, words))
    }

    /// Installs a package by its file.
    pub(super) fn install(&self, file: &Path) -> Result<String> {
        fs::copy(file, self.at("package.deb"))?;
        let said = self.said("root", &["dpkg", "--install", "/package.deb"])?;
        fs::remove_file(self.at("package.deb"))?;
        Ok(said)
    }
}

/// Packages beside the smallest system: those that the package depends on, and no service manager.
const INCLUDED: &str = "systemd-standalone-sysusers,systemd-standalone-tmpfiles";

/// Address of the archive from which this machine gets its own packages; debootstrap's own choice
/// if there is none.
fn archive(release: &str) -> Result<Option<String>> {
    let mut targets = Command::new("apt-get");
    targets.args(["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]);
    let listed = said(targets.arg(format!("Codename: {release}")))?;
    Ok(listed.lines().next().map(str::to_owned))
}
