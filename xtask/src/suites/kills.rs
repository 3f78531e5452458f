//! `cargo xtask kills`: a site under load is killed again and again, on SQLite or PostgreSQL.

use std::env;
use std::fs;
use std::io::Result;
use std::path::Path;
use std::process::{Command, ExitCode};

use super::postgres::Server;
use crate::tools::{done, example};

pub(crate) const USAGE: &str = "cargo xtask kills [--database sqlite|postgres] [--times N]";

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
