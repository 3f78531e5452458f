//! `cargo xtask kills`: a site under load is killed again and again, on SQLite or PostgreSQL.

use std::env;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use crate::tools::{done, example};

pub(crate) const USAGE: &str = "cargo xtask kills [--database sqlite|postgres] [--times N]";

/// Makes a server's files and runs it until standard input ends.
const POSTGRES: &str = r#"
    bin=$1 folder=$2
    trap '' HUP INT TERM
    "$bin/initdb" -D "$folder/data" -U carrick --auth=trust -E UTF8 --locale=C.UTF-8 -N >"$folder/log" 2>&1
    "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= >>"$folder/log" 2>&1 &
    server=$!
    while read -r line; do :; done
    kill -QUIT $server
    wait $server
"#;

/// Kills as often as the words say.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let words: Vec<String> = words.collect();
    let (mut database, mut times) = ("sqlite", "1000");
    for pair in words.chunks(2) {
        match pair.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["--database", name @ ("sqlite" | "postgres")] => database = name,
            ["--times", number] => times = number,
            _ => {
                eprintln!("Usage: {USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let folder = env::temp_dir().join(format!("carrick-kills-{}", std::process::id()));
    let ended = kill(database, times, &folder);
    // It is of no use to anybody.
    let _ = fs::remove_dir_all(&folder);
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn kill(database: &str, times: &str, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let program = example("carrick-web", "load")?;
    let mut command = Command::new(program);
    command.args(["--kills", times]);
    if database == "sqlite" {
        return done(&mut command);
    }
    let server = Server::start(folder)?;
    done(command.arg("--db").arg(server.database()))
}

/// A PostgreSQL server on a socket in a folder, which ends with this value.
struct Server {
    folder: PathBuf,
    child: Child,
}

impl Server {
    fn start(folder: &Path) -> Result<Self> {
        let versions = fs::read_dir("/usr/lib/postgresql")?.flatten();
        let newest = versions.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let newest = newest.max().ok_or_else(|| Error::other("PostgreSQL is not installed"))?;
        let programs = PathBuf::from(format!("/usr/lib/postgresql/{newest}/bin"));
        // It does not run as root.
        let is_root = std::os::unix::fs::MetadataExt::uid(&folder.metadata()?) == 0;
        let mut command = if is_root {
            done(Command::new("chown").arg("postgres").arg(folder))?;
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
            command
        } else {
            Command::new("sh")
        };
        command.args(["-c", POSTGRES, "sh"]).arg(&programs).arg(folder);
        let child = command.current_dir("/").stdin(Stdio::piped()).spawn()?;
        let server = Self { folder: folder.to_owned(), child };
        for _ in 0..600 {
            let mut ready = Command::new(programs.join("pg_isready"));
            if ready.arg("-q").arg("-h").arg(folder).status()?.success() {
                let mut create = Command::new(programs.join("createdb"));
                done(create.arg("-h").arg(folder).args(["-U", "carrick", "carrick"]))?;
                return Ok(server);
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(Error::other(fs::read_to_string(folder.join("log"))?))
    }

    fn database(&self) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgres://carrick@{folder}/carrick")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The end of its input stops it.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
