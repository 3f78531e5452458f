//! boardgame.io beside this program: as many games at once on its server, which keeps them in
//! memory, with a client of its own on the same processors. Node runs both; npm installs it.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::site::cpu_of;
use crate::{GAMES, Outcome, TURNS_OF_A_GAME, spread};

/// Its name, as it is asked for.
pub(crate) const NAME: &str = "boardgame.io";

/// Files of the folder `peer`: versions of packages, a server, a client.
const FILES: [(&str, &str); 4] = [
    ("package.json", include_str!("peer/package.json")),
    ("package-lock.json", include_str!("peer/package-lock.json")),
    ("server.mjs", include_str!("peer/server.mjs")),
    ("client.mjs", include_str!("peer/client.mjs")),
];

/// Moves of a game before the measurement: Node compiles what is used much.
const MOVES_BEFORE: usize = 20;

/// Script that runs until it is dropped.
struct Script {
    child: Child,
    output: BufReader<ChildStdout>,
}

/// Plays on boardgame.io and prints how that went beside `rate` turns per second, or why it cannot.
pub(crate) fn beside(folder: &Path, rate: f64) -> Outcome<()> {
    if let Err(missing) = install(folder) {
        println!("{NAME} is not beside it: {missing}");
        return Ok(());
    }
    let mut server = Script::start(folder, &["server.mjs"])?;
    let port = server.line()?;
    let numbers = [GAMES, MOVES_BEFORE, TURNS_OF_A_GAME].map(|number| number.to_string());
    let [games, before, measured] = &numbers;
    let mut client = Script::start(folder, &["client.mjs", &port, games, before, measured])?;
    if client.line()? != "ready" {
        return Err(format!("{NAME} did not play").into());
    }
    let ids = [server.child.id(), client.child.id()];
    let start = [cpu_of(ids[0])?, cpu_of(ids[1])?];
    writeln!(client.child.stdin.as_mut().ok_or("no input")?, "go")?;
    let played: Value = serde_json::from_str(&client.line()?)?;
    // The client goes on until its input ends, so that its time can be read.
    let end = [cpu_of(ids[0])?, cpu_of(ids[1])?];
    let seconds = played["seconds"].as_f64().ok_or("no time")?;
    let times = played["times"].as_array().ok_or("no times")?.iter();
    let times: Vec<Duration> =
        times.filter_map(Value::as_f64).map(|ms| Duration::from_secs_f64(ms / 1e3)).collect();
    let all = times.len() as f64;
    let per_move = |at: usize| (end[at] - start[at]).as_secs_f64() * 1e6 / all;
    println!(
        "{NAME}{:8.0} per second, {GAMES} games at once, in memory; {}",
        all / seconds,
        spread(times)
    );
    println!(
        "            {:8.0} µs of its server's processor time each, {:.0} µs of its client's; the turns \
         are {:.1} times as many",
        per_move(0),
        per_move(1),
        rate * seconds / all
    );
    Ok(())
}

/// Installs the packages. The error is a sentence.
fn install(folder: &Path) -> Result<(), String> {
    let written = fs::create_dir_all(folder).and_then(|()| {
        FILES.iter().try_for_each(|(name, text)| fs::write(folder.join(name), text))
    });
    written.map_err(|error| format!("its files cannot be written: {error}."))?;
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(folder);
    let output = npm.output().map_err(|error| format!("npm cannot be run: {error}."))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            let line = said.lines().next().unwrap_or("it says nothing").to_owned();
            Err(format!("`npm ci` could not install it: {line}."))
        }
    }
}

impl Script {
    fn start(folder: &Path, arguments: &[&str]) -> Outcome<Self> {
        let mut child = Command::new("node")
            .args(arguments)
            .current_dir(folder)
            .env("NODE_ENV", "production")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, output })
    }

    fn line(&mut self) -> Outcome<String> {
        let mut line = String::new();
        match self.output.read_line(&mut line)? {
            0 => Err(format!("{NAME} ended").into()),
            _ => Ok(line.trim().to_owned()),
        }
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
