//! Contents of the package, and how it is packed.

use std::fs;
use std::io::{Error, Result};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use jiff::Timestamp;

use super::changelog;
use crate::tools::{done, root};

/// Maintainer of the package.
pub(super) const MAINTAINER: &str = "The Carrick contributors <contributors@carrick.example>";

/// Files of `packaging/debian`, where they are installed, and with which mode.
const FILES: [(&str, &str, u32); 9] = [
    ("carrick.service", "usr/lib/systemd/system/carrick.service", 0o644),
    ("carrick-worker.service", "usr/lib/systemd/system/carrick-worker.service", 0o644),
    ("carrick-backup.service", "usr/lib/systemd/system/carrick-backup.service", 0o644),
    ("carrick-backup.timer", "usr/lib/systemd/system/carrick-backup.timer", 0o644),
    ("sysusers.conf", "usr/lib/sysusers.d/carrick.conf", 0o644),
    // Not carrick.conf, which an administrator has in /etc for the socket of a relay.
    ("tmpfiles.conf", "usr/lib/tmpfiles.d/carrick-server.conf", 0o644),
    ("nightly-backup", "usr/lib/carrick/nightly-backup", 0o755),
    ("logrotate", "etc/logrotate.d/carrick", 0o644),
    // The scripts of the package let the server's group read it: it may hold passwords.
    ("carrick.toml", "etc/carrick.toml", 0o640),
];

/// Scripts that dpkg runs.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// Files that the administrator may change, and that upgrades leave as they are.
const CONFIGURATION: &str = "/etc/carrick.toml\n/etc/logrotate.d/carrick\n";

/// Where the completions for each shell belong.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/carrick"),
    ("zsh", "usr/share/zsh/vendor-completions/_carrick"),
    ("fish", "usr/share/fish/vendor_completions.d/carrick.fish"),
];

/// How a package is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    /// For people to download.
    Small,
    /// Quickly, for a test.
    Quick,
}

/// Contents of a package.
#[derive(Debug)]
pub(super) struct Contents<'p> {
    pub(super) program: &'p Path,
    pub(super) version: String,
    pub(super) changelog: String,
    /// Time that all files get.
    pub(super) made: Timestamp,
}

impl Contents<'_> {
    /// Packs everything into a file in `folder`; returns its path.
    pub(super) fn pack(&self, folder: &Path, packing: Packing) -> Result<PathBuf> {
        let tree = folder.join("tree");
        if tree.exists() {
            fs::remove_dir_all(&tree)?;
        }
        let program = tree.join("usr/bin/carrick");
        made(&program)?;
        done(
            Command::new("strip").args(["--strip-unneeded", "-o"]).arg(&program).arg(self.program),
        )?;
        set_mode(&program, 0o755)?;
        for (file, place, mode) in FILES {
            put(&tree, place, &packaging(file)?, mode)?;
        }
        self.generated(&tree, &program)?;
        self.documents(&tree)?;
        let architecture = said(Command::new("dpkg").arg("--print-architecture"))?;
        self.control(&tree, &program, architecture.trim())?;
        open_folders(&tree)?;
        let name = format!("carrick_{}_{}.deb", self.version, architecture.trim());
        let file = folder.join(name);
        let mut dpkg = Command::new("dpkg-deb");
        dpkg.env("SOURCE_DATE_EPOCH", self.made.as_second().to_string());
        dpkg.args(["--root-owner-group", "--threads-max=1"]);
        dpkg.arg(match packing {
            Packing::Small => "-Zxz",
            Packing::Quick => "-Znone",
        });
        done(dpkg.arg("--build").arg(&tree).arg(&file))?;
        Ok(file)
    }

    /// Files that the program itself writes: the example of settings, man pages, completions.
    fn generated(&self, tree: &Path, program: &Path) -> Result<()> {
        let settings = said(Command::new(program).args(["setup", "settings"]))?;
        put(tree, "usr/share/doc/carrick/carrick.toml.example", settings.as_bytes(), 0o644)?;
        let pages = tree.join("usr/share/man/man1");
        said(Command::new(program).args(["man", "--out"]).arg(&pages))?;
        for page in sorted(&pages)? {
            compressed(&page)?;
        }
        for (shell, place) in COMPLETIONS {
            let script = said(Command::new(program).args(["completions", shell]))?;
            put(tree, place, script.as_bytes(), 0o644)?;
        }
        Ok(())
    }

    fn documents(&self, tree: &Path) -> Result<()> {
        let place = |name: &str| format!("usr/share/doc/carrick/{name}");
        let licence = fs::read_to_string(root().join("LICENSE-MIT"))?;
        let indented: String = licence
            .lines()
            .map(|line| if line.is_empty() { " .\n".to_owned() } else { format!(" {line}\n") })
            .collect();
        let copyright =
            String::from_utf8_lossy(&packaging("copyright")?).replace("@MIT@\n", &indented);
        put(tree, &place("copyright"), copyright.as_bytes(), 0o644)?;
        let debian = changelog::debian(&self.changelog, &self.version, self.made);
        for (name, text) in [("changelog.Debian", &debian), ("changelog", &self.changelog)] {
            compressed(&put(tree, &place(name), text.as_bytes(), 0o644)?)?;
        }
        Ok(())
    }

    /// Files for dpkg. Comes last, because it looks at the others.
    fn control(&self, tree: &Path, program: &Path, architecture: &str) -> Result<()> {
        let libraries = libraries(program)?;
        let size = said(Command::new("du").args(["-sk", "--apparent-size"]).arg(tree))?;
        let size = size.split_whitespace().next().unwrap_or_default().to_owned();
        let sums = sums(tree)?;
        let control = String::from_utf8_lossy(&packaging("control")?)
            .replace("@VERSION@", &self.version)
            .replace("@ARCHITECTURE@", architecture)
            .replace("@MAINTAINER@", MAINTAINER)
            .replace("@SIZE@", &size)
            .replace("@LIBRARIES@", &libraries);
        put(tree, "DEBIAN/control", control.as_bytes(), 0o644)?;
        put(tree, "DEBIAN/conffiles", CONFIGURATION.as_bytes(), 0o644)?;
        put(tree, "DEBIAN/md5sums", sums.as_bytes(), 0o644)?;
        for script in SCRIPTS {
            put(tree, &format!("DEBIAN/{script}"), &packaging(script)?, 0o755)?;
        }
        Ok(())
    }
}

/// A file of `packaging/debian`.
fn packaging(name: &str) -> Result<Vec<u8>> {
    fs::read(root().join("packaging/debian").join(name))
}

/// Packages of the libraries that a program needs, with their versions.
fn libraries(program: &Path) -> Result<String> {
    // The tool wants to be in a source package.
    let folder = program.parent().unwrap_or(program).join("../../../shlibs");
    put(
        &folder,
        "debian/control",
        b"Source: carrick\n\nPackage: carrick\nArchitecture: any\n",
        0o644,
    )?;
    let mut tool = Command::new("dpkg-shlibdeps");
    let found = said(tool.arg("-O").arg("-e").arg(program.canonicalize()?).current_dir(&folder))?;
    let found = found.trim().strip_prefix("shlibs:Depends=");
    found.map(str::to_owned).ok_or_else(|| Error::other("dpkg-shlibdeps named no libraries"))
}

/// Sums of all files but those that the administrator may change.
fn sums(tree: &Path) -> Result<String> {
    let list = "find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum";
    said(Command::new("sh").args(["-c", list]).current_dir(tree))
}

/// Writes a file with its folders; returns its path.
fn put(tree: &Path, place: &str, bytes: &[u8], mode: u32) -> Result<PathBuf> {
    let path = tree.join(place);
    made(&path)?;
    fs::write(&path, bytes)?;
    set_mode(&path, mode)?;
    Ok(path)
}

/// Makes the folder of a file.
fn made(path: &Path) -> Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn set_mode(path: &Path, mode: u32) -> Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Lets everybody enter all folders, whatever this user's umask.
fn open_folders(folder: &Path) -> Result<()> {
    set_mode(folder, 0o755)?;
    for path in sorted(folder)? {
        if path.is_dir() {
            open_folders(&path)?;
        }
    }
    Ok(())
}

/// Replaces a file by a compressed one, without its name and time.
fn compressed(path: &Path) -> Result<()> {
    done(Command::new("gzip").args(["--best", "--no-name"]).arg(path))?;
    let mut name = path.as_os_str().to_owned();
    name.push(".gz");
    set_mode(Path::new(&name), 0o644)
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// Output of a command that must succeed.
pub(super) fn said(command: &mut Command) -> Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        return Err(Error::other(format!(
            "{command:?} failed: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )));
    }
    String::from_utf8(output.stdout).map_err(Error::other)
}
