//! Suites that run separate programs: kills, the simulation, the soak, the API, dependencies.

use std::fs;
use std::io::{BufRead as _, BufReader, Error, Result};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::tools::{
    cargo, carrick, done, emptied, example, installed, is_root, output, root, target, usage,
};

/// Checks the licences and sources of dependencies against `deny.toml`.
pub(crate) fn deps(_: &[&str]) -> Result<()> {
    cargo_deny(&["bans", "licenses", "sources"])
}

/// Looks for known vulnerabilities of dependencies, over the network.
pub(crate) fn advisories(_: &[&str]) -> Result<()> {
    cargo_deny(&["advisories"])
}

fn cargo_deny(checks: &[&str]) -> Result<()> {
    let mut deny = Command::new(installed("deps")?.join("cargo-deny"));
    done(deny.args(["--locked", "check"]).args(checks).current_dir(root()))
}

/// Runs the simulation of `docs/design/simulation.md`; its arguments are those of its program.
pub(crate) fn simulate(words: &[&str]) -> Result<()> {
    // Reuses the builds of dependencies that all tests use, except for the settings: if only
    // programs are built, dependencies have other features.
    let mut build = cargo();
    build.args(["build", "--quiet", "--locked", "--workspace", "--bin", "carrick-sim"]);
    done(build.args(["--test", "sim", "--config", "xtask/simulation.toml"]))?;
    let program = target().join("debug/carrick-sim");
    done(Command::new(program).args(["--seeds", "10000"]).args(words))
}

/// Runs hours of mixed traffic on a server; its arguments are those of the program that does it.
pub(crate) fn soak(words: &[&str]) -> Result<()> {
    let mut soak = Command::new(example("carrick", "soak")?);
    if !words.contains(&"--program") {
        soak.arg("--program").arg(carrick()?);
    }
    done(soak.args(words))
}

/// Kills a site under load repeatedly, on SQLite or PostgreSQL, and looks for lost turns.
pub(crate) fn kills(words: &[&str]) -> Result<()> {
    let (mut database, mut times) = ("sqlite", "1000");
    for pair in words.chunks(2) {
        match *pair {
            ["--database", name @ ("sqlite" | "postgres")] => database = name,
            ["--times", number] => times = number,
            _ => return Err(usage()),
        }
    }
    let mut kills = Command::new(example("carrick-web", "load")?);
    kills.args(["--kills", times]);
    if database == "sqlite" {
        return done(&mut kills);
    }
    let postgres = Postgres::start()?;
    done(kills.arg("--db").arg(&postgres.address))
}

/// Runs a PostgreSQL server on a socket in a folder until standard input ends, then stops it as in
/// a crash.
const POSTGRES: &str = r#"
    bin=$1 folder=$2
    trap '' HUP INT TERM
    exec >"$folder/log" 2>&1
    "$bin/initdb" -D "$folder/data" -U carrick --auth=trust -E UTF8 --locale=C.UTF-8 -N
    "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= &
    while read -r line; do :; done
    kill -QUIT $!
    wait
"#;

/// A PostgreSQL server in a temporary folder. Dropping this value stops the server and deletes the
/// folder.
struct Postgres {
    address: String,
    folder: tempfile::TempDir,
    shell: Child,
}

impl Postgres {
    /// Starts a server and creates its database.
    fn start() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let newest = versions.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let newest = newest.max().ok_or_else(|| Error::other("PostgreSQL is not installed"))?;
        let programs = format!("/usr/lib/postgresql/{newest}/bin");
        let mut shell = Command::new("sh");
        // PostgreSQL refuses to run as root.
        if is_root() {
            done(Command::new("chown").arg("postgres").arg(folder.path()))?;
            shell = Command::new("setpriv");
            shell.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
        }
        shell.args(["-c", POSTGRES, "sh", &programs]).arg(folder.path()).current_dir("/");
        let shell = shell.stdin(Stdio::piped()).spawn()?;
        let socket = folder.path().display().to_string();
        let address = format!("postgres://carrick@{}/carrick", socket.replace('/', "%2F"));
        let server = Self { address, folder, shell };
        for _ in 0..600 {
            let mut ready = Command::new(format!("{programs}/pg_isready"));
            if ready.args(["-q", "-h", &socket]).status()?.success() {
                let mut create = Command::new(format!("{programs}/createdb"));
                done(create.args(["-h", &socket, "-U", "carrick", "carrick"]))?;
                return Ok(server);
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(Error::other(fs::read_to_string(server.folder.path().join("log"))?))
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The server stops at the end of its input.
        drop(self.shell.stdin.take());
        let _ = self.shell.wait();
    }
}

/// Tests a server against its OpenAPI document with Schemathesis: the document is valid, and the
/// server answers every request as described.
pub(crate) fn api(_: &[&str]) -> Result<()> {
    let (tools, carrick, folder) = (installed("api")?, carrick()?, target().join("api"));
    emptied(&folder)?;
    let server = TestSite::start(&carrick, &folder)?;
    let document = format!("{}/api/v1/openapi.json", server.address);
    let file = folder.join("openapi.json");
    let fetch = "import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])";
    done(Command::new(tools.join("python")).args(["-c", fetch, &document]).arg(&file))?;
    done(Command::new(tools.join("openapi-spec-validator")).arg(&file))?;
    let settings = root().join("crates/carrick-web/tests/api/schemathesis.toml").canonicalize()?;
    let mut test = Command::new(tools.join("schemathesis"));
    test.arg("--config-file").arg(settings).args(["run", &document]);
    test.args(["--header", &format!("Authorization: Bearer {}", server.token)]);
    // A fixed seed, so that a run can be repeated.
    test.args(["--seed", "2008", "--max-examples", "40", "--workers", "1"]);
    test.args(["--generation-database", "none", "--request-timeout", "30", "--no-color"]);
    done(test.current_dir(&folder))
}

/// A server with a few users and boards, and a token of one user. Dropping it stops the server.
struct TestSite {
    process: Child,
    address: String,
    token: String,
}

impl TestSite {
    fn start(program: &Path, folder: &Path) -> Result<Self> {
        let carrick = |words: &[&str]| {
            let mut command = Command::new(program);
            command.arg(words[0]).arg("--db").arg(folder.join("carrick.db")).args(&words[1..]);
            command
        };
        for words in ["signup ann tulip7", "signup bob rose88", "signup camb lily99"] {
            output(&mut carrick(&["do", words]))?;
        }
        for game in carrick_games::GameKind::ALL {
            output(&mut carrick(&["do", "--as", "ann", &format!("{game} challenge ann bob")]))?;
        }
        let scopes = "read,play,challenge,chat,account";
        let token = output(&mut carrick(&["token", "ann", "--scopes", scopes]))?;
        let mut process = carrick(&["serve", "--no-limits", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(out) = process.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address = line.trim().rsplit(' ').next().unwrap_or_default().to_owned();
        let server = Self { process, address, token };
        match server.address.starts_with("http://") {
            true => Ok(server),
            false => Err(Error::other(format!("the server did not start: {line}"))),
        }
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
