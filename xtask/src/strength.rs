//! `cargo xtask strength`: plays every match that `docs/strength.md` reports, and writes the page.
//!
//! The matches are kept in files. A run that was interrupted goes on from there, and a run with the same
//! arguments on the same commit writes the same tables.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

pub(crate) const USAGE: &str = "cargo xtask strength [--games COUNT] [--seconds SECONDS] \
                                [--seed SEED] [--folder FOLDER] [\"GAME OPTIONS\"]...";

const OPPONENTS: [&str; 4] = ["random", "uct:1000", "uct:10000", "rave"];
const GAMES: [&str; 4] = ["ankor", "boche", "antipod", "anchor"];
const PAGE: &str = "docs/strength.md";

type Result<T> = std::result::Result<T, String>;

pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    match Measurement::new(words).and_then(|measurement| measurement.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// What is to be measured.
struct Measurement {
    /// The command that was given, for the page.
    command: String,
    commit: String,
    matches: String,
    seconds: String,
    seed: String,
    folder: PathBuf,
    games: Vec<String>,
}

impl Measurement {
    fn new(words: impl Iterator<Item = String>) -> Result<Self> {
        let commit = commit()?;
        let mut this = Self {
            command: "cargo xtask strength".to_owned(),
            folder: PathBuf::from("target/strength").join(&commit),
            commit,
            matches: "200".to_owned(),
            seconds: "0.1".to_owned(),
            seed: "1".to_owned(),
            games: Vec::new(),
        };
        let words: Vec<String> = words.collect();
        for word in &words {
            let quote = if word.contains(' ') { "\"" } else { "" };
            let _ = write!(this.command, " {quote}{word}{quote}");
        }
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value\nUsage: {USAGE}"));
            match word.as_str() {
                "--games" => this.matches = value()?,
                "--seconds" => this.seconds = value()?,
                "--seed" => this.seed = value()?,
                "--folder" => this.folder = value()?.into(),
                _ if word.starts_with('-') => return Err(format!("Usage: {USAGE}")),
                _ => this.games.push(word),
            }
        }
        if this.games.is_empty() {
            this.games = GAMES.map(str::to_owned).to_vec();
        }
        Ok(this)
    }

    fn run(&self) -> Result<()> {
        build()?;
        fs::create_dir_all(&self.folder).map_err(|error| format!("{error}"))?;
        let mut page = self.head();
        for game in &self.games {
            page += &self.chapter(game)?;
        }
        fs::write(PAGE, page).map_err(|error| format!("{PAGE}: {error}"))?;
        eprintln!("{PAGE} is written.");
        Ok(())
    }

    /// What the page says before its tables.
    fn head(&self) -> String {
        format!(
            "# How strong the computer is\n\n\
             Written by `{}` on {}, commit `{}`, on {}.\n\n\
             Every match has {} games: openings of two random turns (so many that no swap is possible \
             any more), each played twice with the seats exchanged. Each player has one thread and {} s \
             a turn; levels below the ninth use as many nodes as belong to them, `uct:1000` and \
             `uct:10000` as many playouts, `rave` all of its time. `uct` and `rave` are textbook \
             players with random playouts, one at a time, that never change.\n\n\
             Points are the share of all points; in brackets the interval that holds the true share \
             with a probability of 95 %, from the variance of pairs of games. `carrick arena --help` \
             explains how to play such a match; all games that were played for this page replay from \
             their files.\n",
            self.command,
            jiff::Timestamp::now().strftime("%F"),
            self.commit,
            machine(),
            self.matches,
            self.seconds,
        )
    }

    fn chapter(&self, game: &str) -> Result<String> {
        let mut text = format!("\n## {}\n\n", title(game));
        let _ = writeln!(text, "| | {} |", OPPONENTS.join(" | "));
        let _ = writeln!(text, "|---|{}", "---|".repeat(OPPONENTS.len()));
        let mut full_time = String::new();
        for level in (1..=9).rev() {
            let _ = write!(text, "| level {level} |");
            for opponent in OPPONENTS {
                let figures = self.figures(game, &format!("level{level}"), opponent)?;
                let _ = write!(text, " {} |", share(&figures)?);
                if level == 9 && opponent == "rave" {
                    full_time = effort(&figures)?;
                }
            }
            text.push('\n');
        }
        let _ = write!(text, "\n{full_time}\n\n| step | points | Elo |\n|---|---|---|\n");
        for level in (2..=9).rev() {
            let (one, other) = (format!("level{level}"), format!("level{}", level - 1));
            let figures = self.figures(game, &one, &other)?;
            let (share, elo) = (share(&figures)?, elo(&figures));
            let _ = writeln!(text, "| level {level} against {} | {share} | {elo} |", level - 1);
        }
        Ok(text)
    }

    /// Plays a match, or reads it if it was played; its figures.
    fn figures(&self, game: &str, one: &str, other: &str) -> Result<Value> {
        let name = format!("{game} {one} {other} {} {}", self.seconds, self.seed);
        let file = self.folder.join(name.replace([' ', ':'], "_") + ".jsonl");
        eprintln!("{one} against {other}, {game}");
        let output = Command::new("target/release/carrick")
            .args(["arena", one, other])
            .args(game.split_whitespace())
            .args(["--games", &self.matches, "--seconds", &self.seconds, "--seed", &self.seed])
            .arg("--json")
            .arg("--out")
            .arg(file)
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("carrick did not start: {error}"))?;
        if !output.status.success() {
            return Err("the match was not played".to_owned());
        }
        serde_json::from_slice(&output.stdout).map_err(|error| format!("its figures: {error}"))
    }
}

fn build() -> Result<()> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "-p", "carrick"]).status();
    match built {
        Ok(status) if status.success() => Ok(()),
        _ => Err("the program cannot be built".to_owned()),
    }
}

/// `antipod -radius=4` as a heading.
fn title(game: &str) -> String {
    let mut letters = game.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Points in percent, with their interval.
fn share(figures: &Value) -> Result<String> {
    let percent = |value: &Value| value.as_f64().map(|share| 100.0 * share);
    let [low, high] = [0, 1].map(|end| percent(&figures["share_interval"][end]));
    match (percent(&figures["share"]), low, high) {
        (Some(share), Some(low), Some(high)) => Ok(format!("{share:.1} % [{low:.0}, {high:.0}]")),
        _ => Err("a match without a share of points".to_owned()),
    }
}

/// Elo with its interval; ends that no number of games could show are dots.
fn elo(figures: &Value) -> String {
    let [estimate, low, high] = ["estimate", "low", "high"].map(|what| {
        figures["elo"][what].as_f64().map_or_else(|| "…".to_owned(), |elo| format!("{elo:+.0}"))
    });
    format!("{estimate} [{low}, {high}]")
}

/// What a turn took.
fn effort(figures: &Value) -> Result<String> {
    let number = |player: usize, what| figures["effort"][player][what].as_f64();
    let turns = figures["mean_turns"].as_f64();
    match (number(0, "nodes"), number(1, "nodes"), number(0, "most_over_seconds"), turns) {
        (Some(nodes), Some(rave), Some(over), Some(turns)) => Ok(format!(
            "Level 9 looked at {nodes:.0} positions a turn and was never late by more than {:.1} ms; \
             `rave` made {rave:.0} playouts a turn. Their games had {turns:.0} turns.",
            1e3 * over
        )),
        _ => Err("a match without figures of effort".to_owned()),
    }
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").args(arguments).output();
    let output = output.map_err(|error| format!("git did not start: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The commit that is measured, marked when something is not committed; the page itself may differ.
fn commit() -> Result<String> {
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    let changed = changes.lines().any(|line| !line.ends_with(PAGE));
    Ok(if changed { format!("{commit}-changed") } else { commit })
}

/// The processor and the number of its cores.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    match model {
        Some((_, model)) => format!("{model}, {cores} cores"),
        None => format!("{} with {cores} cores", env::consts::ARCH),
    }
}
