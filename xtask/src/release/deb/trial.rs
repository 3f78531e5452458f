//! Installs, runs, upgrades, removes and purges a package, and looks at what is left each time.

use std::fs;
use std::io::{BufRead as _, BufReader, Error, Read as _, Result, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::package::{Contents, Packing, said};
use super::system::System;
use super::time;
use crate::release::version::{VERSION, changelog};
use crate::tools::{done, root};

/// The database of the package's server, from the root.
const DATABASE: &str = "var/lib/carrick/carrick.db";

/// Units that are enabled, as links from the root.
const SERVER_LINK: &str = "etc/systemd/system/multi-user.target.wants/carrick.service";
const TIMER_LINK: &str = "etc/systemd/system/timers.target.wants/carrick-backup.timer";

/// Maximum exposure of a unit, as `systemd-analyze security` counts it, from 0 to 10.
const MOST_EXPOSED: f64 = 2.0;

/// Tries a package of a program. Everything lies in `folder`.
pub(super) fn run(program: &Path, folder: &Path) -> Result<()> {
    units_are_confined()?;
    let packed = |version: &str| -> Result<_> {
        let version = format!("{version}-1");
        let contents = Contents { program, version, changelog: changelog()?, made: time()? };
        contents.pack(folder, Packing::Quick)
    };
    let package = packed(VERSION)?;
    let bytes = fs::read(&package)?;
    expect(bytes == fs::read(packed(VERSION)?)?, "the same sources give the same package")?;
    let newer = packed(&format!("{VERSION}+newer"))?;

    let system = System::fresh(folder)?;
    system.install(&package)?;
    is_installed(&system)?;
    a_game_is_played(&system)?;
    is_upgraded(&system, &newer)?;
    is_removed(&system)?;
    is_purged(&system)?;
    eprintln!("The package installs, serves, upgrades, and goes as it came.");
    Ok(())
}

fn expect(is_so: bool, what: &str) -> Result<()> {
    if is_so { Ok(()) } else { Err(Error::other(format!("it is not so: {what}"))) }
}

/// Asks systemd how much each unit may do, where its tool is installed.
fn units_are_confined() -> Result<()> {
    for unit in ["carrick.service", "carrick-worker.service", "carrick-backup.service"] {
        let path = root().join("packaging/debian").join(unit);
        let mut analyze = Command::new("systemd-analyze");
        analyze.args(["security", "--offline=yes", "--no-pager"]).arg(path);
        let Ok(output) = analyze.output() else {
            eprintln!("Not looked at, as systemd-analyze is missing: how much {unit} may do.");
            continue;
        };
        let told = String::from_utf8_lossy(&output.stdout);
        let level = told.split(&format!("level for {unit}: ")).nth(1);
        let level = level.and_then(|level| level.split_whitespace().next()?.parse::<f64>().ok());
        let level = level.ok_or_else(|| Error::other("systemd-analyze told no exposure"))?;
        eprintln!("{unit} has an exposure of {level}.");
        expect(level < MOST_EXPOSED, &format!("{unit} may do little"))?;
    }
    Ok(())
}

fn is_installed(system: &System) -> Result<()> {
    let passwd = fs::read_to_string(system.at("etc/passwd"))?;
    expect(passwd.contains("\ncarrick:"), "there is a user carrick")?;
    for (folder, mode) in [("var/lib/carrick", 0o700), ("var/backups/carrick", 0o700)] {
        let found = fs::metadata(system.at(folder))?;
        expect(found.permissions().mode() & 0o777 == mode && found.uid() != 0, folder)?;
    }
    let settings = fs::metadata(system.at("etc/carrick.toml"))?;
    let is_private = settings.permissions().mode() & 0o777 == 0o640 && settings.gid() != 0;
    expect(is_private, "the settings, which may hold passwords, are the server's alone")?;
    for path in [
        "etc/carrick.toml",
        "etc/logrotate.d/carrick",
        "usr/share/bash-completion/completions/carrick",
        "usr/share/zsh/vendor-completions/_carrick",
        "usr/share/fish/vendor_completions.d/carrick.fish",
        "usr/lib/systemd/system/carrick-worker.service",
        "usr/lib/systemd/system/carrick-backup.service",
    ] {
        expect(system.at(path).is_file(), path)?;
    }
    for link in [SERVER_LINK, TIMER_LINK] {
        expect(system.at(link).is_symlink(), "both units are enabled")?;
    }
    let told = system.said("carrick", &["carrick", "version"])?;
    expect(told.starts_with(&format!("carrick {VERSION}\n")), "the version is the package's")?;
    let changed = system.said("root", &["dpkg", "--verify", "carrick"])?;
    expect(changed.is_empty(), "all files are as they were packed")?;
    let scripts = ["/var/lib/dpkg/info/carrick.postinst", "configure"];
    system.said("root", &scripts)?;
    expect(system.at(SERVER_LINK).is_symlink(), "a script that runs twice does no harm")
}

/// A server in the system, and its port.
struct Server {
    process: Child,
    port: u16,
}

impl Server {
    /// Starts it with the package's settings, and waits until it says where it is.
    fn start(system: &System) -> Result<Self> {
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let listen = format!("127.0.0.1:{port}");
        let words = ["carrick", "serve", "--config", "/etc/carrick.toml", "--listen", &listen];
        let mut process =
            system.command("carrick:carrick", &words).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let server = Self { process, port };
        expect(line.starts_with("Carrick is at "), "the server starts")?;
        Ok(server)
    }

    /// The answer to a request for a page.
    fn get(&self, path: &str) -> Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let host = format!("127.0.0.1:{}", self.port);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    }

    /// Stops it as a service manager does.
    fn stop(mut self) -> Result<()> {
        done(Command::new("kill").arg(self.process.id().to_string()))?;
        expect(self.process.wait()?.success(), "the server stops when it is told to")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Turns of the game in `docs/rules/first-game.md`.
const GAME: [&str; 10] = ["e4", "c3", "f5", "b2", "f12", "a2", "e12", "b9", "e11", "c10"];

fn does(system: &System, command: &str) -> Result<String> {
    let database = format!("/{DATABASE}");
    system.said("carrick:carrick", &["carrick", "do", "--db", &database, command])
}

fn a_game_is_played(system: &System) -> Result<()> {
    let server = Server::start(system)?;
    expect(server.get("/readyz")?.starts_with("HTTP/1.1 200"), "the server is ready")?;
    does(system, "signup ann ann-pass")?;
    does(system, "signup bob bob-pass")?;
    does(system, "antipod challenge -radius=4 ann bob")?;
    for (number, turn) in GAME.into_iter().enumerate() {
        let player = ["ann", "bob"][number % 2];
        does(system, &format!("antipod move 101 {player} {player}-pass {turn}"))?;
    }
    let page = server.get("/antipod/101")?;
    expect(page.starts_with("HTTP/1.1 200") && page.contains("bob"), "the game has a page")?;
    expect(is_over(system)?, "the game is over")?;
    let worker = ["carrick", "worker", "--config", "/etc/carrick.toml", "--once"];
    system.said("carrick:carrick", &worker)?;
    let nightly = ["/usr/lib/carrick/nightly-backup", "/var/backups/carrick"];
    system.said("carrick:carrick", &nightly)?;
    expect(backups(system)? == 2, "there is a backup with its key")?;
    let settings = system.at("etc/carrick.toml");
    let own = fs::read_to_string(&settings)?;
    let key = "key = \"/var/lib/carrick/carrick.key\"\n";
    fs::write(&settings, format!("database = \"postgres://carrick@db.example/carrick\"\n{key}"))?;
    let told = system.said("carrick:carrick", &nightly)?;
    fs::write(&settings, own)?;
    expect(told.contains("pg_dump") && backups(system)? == 2, "the key of a server's is kept")?;
    server.stop()?;
    let mode = fs::metadata(system.at(DATABASE))?.permissions().mode();
    expect(mode & 0o777 == 0o600, "only the server reads the database")
}

fn is_over(system: &System) -> Result<bool> {
    Ok(does(system, "antipod show 101")?.contains("bob wins"))
}

/// Number of files among the backups.
fn backups(system: &System) -> Result<usize> {
    Ok(fs::read_dir(system.at("var/backups/carrick"))?.count())
}

fn is_upgraded(system: &System, newer: &Path) -> Result<()> {
    let settings = system.at("etc/carrick.toml");
    let own = fs::read_to_string(&settings)? + "\n[mail]\naddress = \"games@carrick.example\"\n";
    fs::write(&settings, &own)?;
    // As `systemctl disable` does.
    fs::remove_file(system.at(TIMER_LINK))?;
    system.install(newer)?;
    let version =
        ["dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", "carrick"];
    let found = system.said("root", &version)?;
    expect(found == format!("{VERSION}+newer-1 installed"), "the newer one is installed")?;
    expect(fs::read_to_string(&settings)? == own, "settings stay as they were changed")?;
    expect(!system.at(TIMER_LINK).is_symlink(), "a unit that was disabled stays so")?;
    expect(system.at(SERVER_LINK).is_symlink(), "the server stays enabled")?;
    expect(is_over(system)?, "games stay")?;
    let server = Server::start(system)?;
    expect(server.get("/antipod/101")?.starts_with("HTTP/1.1 200"), "the newer one serves")?;
    server.stop()
}

fn is_removed(system: &System) -> Result<()> {
    system.said("root", &["dpkg", "--remove", "carrick"])?;
    for gone in ["usr/bin/carrick", "usr/lib/systemd/system/carrick.service", "usr/lib/carrick"] {
        expect(!system.at(gone).exists(), &format!("{gone} is gone"))?;
    }
    for kept in ["etc/carrick.toml", DATABASE, "var/lib/carrick/carrick.key"] {
        expect(system.at(kept).is_file(), &format!("{kept} stays until the package is purged"))?;
    }
    expect(backups(system)? == 2, "backups stay")
}

fn is_purged(system: &System) -> Result<()> {
    let told = system.said("root", &["dpkg", "--purge", "carrick"])?;
    for gone in
        ["etc/carrick.toml", "etc/logrotate.d/carrick", "var/lib/carrick", "var/log/carrick"]
    {
        expect(!system.at(gone).exists(), &format!("{gone} is gone"))?;
    }
    for link in [SERVER_LINK, TIMER_LINK] {
        expect(!system.at(link).is_symlink(), "no unit is enabled any more")?;
    }
    let list =
        said(Command::new("find").arg(system.at("etc/systemd")).args(["-name", "*carrick*"]))?;
    expect(list.is_empty(), "systemd remembers nothing")?;
    expect(backups(system)? == 2, "backups stay even then")?;
    expect(told.contains("/var/backups/carrick"), "and the administrator is told so")
}
