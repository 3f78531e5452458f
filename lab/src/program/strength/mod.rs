//! `carrick-lab strength`: plays every match of `docs/measurements/2026-11/strength.md`, and
//! writes that page.
//!
//! The games of a match are in a file in a folder that belongs to one commit and one machine; an
//! interrupted run continues from there. The results of all matches are in `docs/strength.jsonl`,
//! each with the commit and the machine that played it. A match with complete results there is not
//! played again until its line is deleted.

mod page;
mod record;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use std::{env, fs, iter, thread};

use carrick_games::GameKind;

use crate::arena::MatchFigures;
use crate::cli::StrengthArguments;
use crate::strength::page::{elo, share, title};
use crate::strength::record::{
    Chapter, MatchRecord, MatchTerms, Pairing, Records, level, schedule,
};

pub(crate) use page::won_by_seats;

const PAGE: &str = "docs/measurements/2026-11/strength.md";
const RECORDS: &str = "docs/strength.jsonl";

/// Number of games of a match between two updates of the page and checks of the time limit.
const AT_A_TIME: u32 = 40;

/// Plays the matches, or the rest of them, and writes the page.
pub(crate) fn run(arguments: &StrengthArguments) -> anyhow::Result<bool> {
    let done = Measurement::new(arguments).and_then(|measurement| measurement.run());
    done.map(|()| true).map_err(anyhow::Error::msg)
}

/// Options of a measurement.
struct Measurement {
    /// The command as typed, for the page.
    command: String,
    /// Owner of the folder's games: this program and machine, unless others started it.
    owner: Owner,
    /// Whether this program and machine own the folder, so that games may be added.
    plays: bool,
    /// Number of games of each match.
    matches: u32,
    /// Time limit in minutes, after which no games start except those of the current part.
    minutes: f64,
    /// Whether to play only four games of each match, to estimate how long they take.
    estimates: bool,
    terms: MatchTerms,
    folder: PathBuf,
    chapters: Vec<Chapter>,
    /// Whether the levels for beginners also play, as they do unless boards are named.
    has_novices: bool,
}

impl Measurement {
    fn new(arguments: &StrengthArguments) -> Result<Self, String> {
        let here = Owner { commit: commit()?, machine: machine() };
        let StrengthArguments { games, seconds, minutes, estimate, seed, folder, boards } =
            arguments;
        let usual = || PathBuf::from("target/strength").join(&here.commit);
        let mut this = Self {
            command: typed(),
            folder: folder.clone().unwrap_or_else(usual),
            owner: here.clone(),
            plays: true,
            matches: *games,
            minutes: minutes.unwrap_or(f64::INFINITY),
            estimates: *estimate,
            terms: MatchTerms::new(*seconds, *seed),
            chapters: boards.iter().map(|board| Chapter::full(board)).collect(),
            has_novices: false,
        };
        if this.chapters.is_empty() {
            this.chapters = Chapter::usual();
            this.has_novices = true;
        }
        fs::create_dir_all(&this.folder).map_err(|error| format!("{error}"))?;
        this.owner = Owner::of(&this.folder, &here)?;
        this.plays = this.owner == here;
        Ok(this)
    }

    /// Plays until the time is up, and rewrites the page along the way.
    fn run(&self) -> Result<(), String> {
        if self.plays {
            check_rules()?;
        } else {
            eprintln!(
                "The folder contains games of commit {} on {}; they are read, and no more are played.",
                self.owner.commit, self.owner.machine
            );
        }
        let schedule = self.schedule();
        let mut known = self.read(&schedule)?;
        let (started, all) = (Instant::now(), schedule.len());
        for (index, (pairing, games)) in schedule.iter().enumerate().filter(|_| self.plays) {
            let games = if self.estimates { (*games).min(4) } else { *games };
            if known.games(pairing) >= games {
                continue;
            }
            loop {
                let (played, passed) = (self.played(pairing), started.elapsed().as_secs_f64());
                if played >= games || passed >= 60.0 * self.minutes {
                    break;
                }
                eprintln!("{:.0} min, match {} of {all}: {pairing}", minutes(passed), index + 1);
                known.learn(pairing, self.record(pairing, games.min(played + AT_A_TIME))?);
                self.write(&known)?;
            }
        }
        self.write(&known)?;
        eprint!("{}", self.estimate(&known));
        eprintln!("{PAGE} is written.");
        Ok(())
    }

    /// All matches with their numbers of games, the most important first.
    fn schedule(&self) -> Vec<(Pairing, u32)> {
        let novices = matches().filter(|_| self.has_novices);
        let mut all: Vec<_> =
            novices.map(|(pairing, games)| (pairing, games.min(self.matches))).collect();
        all.extend(schedule(&self.chapters, self.matches));
        all
    }

    /// Earlier results, of this commit and others.
    fn read(&self, schedule: &[(Pairing, u32)]) -> Result<Records, String> {
        let mut known = Records::read(Path::new(RECORDS), self.terms.clone())?;
        for (pairing, most) in schedule {
            let played = self.played(pairing).min(*most);
            if played > known.games(pairing) {
                known.learn(pairing, self.record(pairing, played)?);
            }
        }
        Ok(known)
    }

    /// Writes the results and the page.
    fn write(&self, known: &Records) -> Result<(), String> {
        known.write(Path::new(RECORDS))?;
        let mut page = self.head(known);
        let figures = |pairing: &Pairing| known.get(pairing).map(|record| &record.figures);
        page += &page::steps(&self.chapters, figures);
        page += &exactness_section();
        if self.has_novices {
            page += &novice_section(figures);
        }
        for chapter in &self.chapters {
            page += &page::chapter(chapter, figures);
        }
        fs::write(PAGE, page).map_err(|error| format!("{PAGE}: {error}"))
    }

    /// Estimated time for the rest of every match, with all cores.
    fn estimate(&self, known: &Records) -> String {
        let cores = thread::available_parallelism().map_or(1, usize::from) as f64;
        let (mut text, mut all) = (String::new(), 0.0);
        let mut matches = BTreeMap::new();
        for (pairing, games) in self.schedule() {
            let most = matches.entry(pairing).or_insert(games);
            *most = games.max(*most);
        }
        for (pairing, games) in matches {
            let figures = known.get(&pairing).map(|record| &record.figures);
            let Some(a_game) = figures.map(page::seconds_a_game) else { continue };
            let rest = f64::from(games.saturating_sub(known.games(&pairing)));
            let left = rest * a_game / cores;
            all += left;
            let _ =
                writeln!(text, "{a_game:7.1} s a game, {:4.0} min left: {pairing}", minutes(left));
        }
        let _ = writeln!(text, "{:.0} minutes are left of the started matches.", minutes(all));
        text
    }

    /// Introduction of the page, before its tables.
    fn head(&self, known: &Records) -> String {
        let mut played = String::new();
        for (machine, commits) in known.commits() {
            let commits: Vec<_> =
                commits.into_iter().map(|(commit, day)| format!("`{commit}` ({day})")).collect();
            let _ = writeln!(played, "* {machine}: {}", commits.join(", "));
        }
        let Self { command, matches, terms, .. } = self;
        let (seconds, seed) = (terms.seconds(), terms.seed);
        format!(
            "# How strong the computer is\n\n\
             Written by `{command}`. The figures of each match, with its seed, its machine and the commit whose \
             program played it, are in [strength.jsonl](../../strength.jsonl). The machines and commits were:\n\n\
             {played}\n\
             Matches are {matches} games unless time ran out; the number in parentheses is how many were \
             played. Games come in pairs: one opening, played twice with the seats exchanged. [arena.md](../../arena.md) \
             describes how openings are drawn. Each player has one thread and {seconds} s of processor time a turn, \
             seed {seed}; levels below the ninth use their own number of nodes, `uct:1000` and `uct:10000` that \
             number of playouts, `rave` all of its time. `uct` and `rave` are frozen textbook players with random \
             playouts, one at a time.\n\n\
             A match is `carrick-lab arena level9 rave boche --openings even:4 --games {matches} --seconds {seconds} \
             --seed {seed}`, with its own players and board, and with the openings named at its table.\n\n\
             Points are the share of all points; square brackets show the interval that contains the true share \
             with a probability of 95 %, from the variance of pairs of games.\n\n\
             In some games most openings decide who wins between good players, whichever seat they have: then \
             a pair is split. So the results of pairs are below each table.\n",
        )
    }

    /// Plays a match up to a number of games, or reads their results.
    fn record(&self, pairing: &Pairing, games: u32) -> Result<MatchRecord, String> {
        let figures = self.figures(pairing, games)?;
        let day = jiff::Timestamp::now().strftime("%F").to_string();
        let Owner { commit, machine } = self.owner.clone();
        Ok(MatchRecord { figures, commit, day, machine })
    }

    // Each match runs as a separate program, which frees all its memory when it ends.
    fn figures(&self, pairing: &Pairing, games: u32) -> Result<MatchFigures, String> {
        let program = env::current_exe().map_err(|error| error.to_string())?;
        let output = Command::new(program)
            .args(["arena", &pairing.one, &pairing.other])
            .args(pairing.game.split_whitespace())
            .args(["--games", &games.to_string(), "--openings", pairing.openings()])
            .args(["--seconds", self.terms.seconds(), "--seed", &self.terms.seed.to_string()])
            .arg("--json")
            .arg("--out")
            .arg(self.file(pairing))
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("carrick-lab did not start: {error}"))?;
        if !output.status.success() {
            return Err("the match was not played".to_owned());
        }
        serde_json::from_slice(&output.stdout).map_err(|error| format!("its figures: {error}"))
    }

    fn file(&self, pairing: &Pairing) -> PathBuf {
        let Pairing { game, one, other } = pairing;
        let name = format!("{game} {one} {other} {} {}", self.terms.seconds(), self.terms.seed);
        self.folder.join(name.replace([' ', ':'], "_") + ".jsonl")
    }

    /// Number of games in a match's file, in whole pairs.
    fn played(&self, pairing: &Pairing) -> u32 {
        let text = fs::read_to_string(self.file(pairing)).unwrap_or_default();
        let games = text.matches('\n').count().saturating_sub(1) as u32;
        games - games % 2
    }
}

/// Seconds in minutes, rounded up.
fn minutes(seconds: f64) -> f64 {
    (seconds / 60.0).ceil()
}

/// The first half of the inventor's test, which is a test of the rules.
fn check_rules() -> Result<(), String> {
    let words = ["test", "--quiet", "-p", "carrick-games", "--test", "games", "pairing"];
    match Command::new("cargo").args(words).stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        _ => Err("the pairing does not do in Antipod what it should".to_owned()),
    }
}

/// The command line, for the page.
fn typed() -> String {
    env::args().skip(1).fold("carrick-lab".to_owned(), |line, word| {
        let quote = if word.contains(' ') { "\"" } else { "" };
        format!("{line} {quote}{word}{quote}")
    })
}

fn git(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).output();
    let output = output.map_err(|error| format!("git did not start: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Commit and machine that played the games of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Owner {
    commit: String,
    /// The machine; games at equal time depend on its processor.
    machine: String,
}

impl Owner {
    /// The owner of a folder, from a file of two lines in it; a new folder belongs to `here`.
    fn of(folder: &Path, here: &Self) -> Result<Self, String> {
        let file = folder.join("owner");
        let said = |error| format!("{}: {error}", file.display());
        match fs::read_to_string(&file) {
            Ok(text) => match text.trim().split_once('\n') {
                Some((commit, machine)) => {
                    Ok(Self { commit: commit.to_owned(), machine: machine.to_owned() })
                }
                None => {
                    Err(said("a line with a commit is expected, and one with a machine".to_owned()))
                }
            },
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let holds_games = fs::read_dir(folder)
                    .map_err(|error| said(error.to_string()))?
                    .flatten()
                    .any(|entry| entry.path().extension().is_some_and(|kind| kind == "jsonl"));
                if holds_games {
                    return Err(said(
                        "it is missing, so it is unknown who played the games next to it; write it, with \
                         a line for the commit and one for the machine"
                            .to_owned(),
                    ));
                }
                fs::write(&file, format!("{}\n{}\n", here.commit, here.machine))
                    .map_err(|error| said(error.to_string()))?;
                Ok(here.clone())
            }
            Err(error) => Err(said(error.to_string())),
        }
    }
}

/// The commit that is measured, marked if something is not committed; changes of the page and its
/// figures are ignored.
fn commit() -> Result<String, String> {
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    let changed = changes.lines().any(|line| !line.ends_with(PAGE) && !line.ends_with(RECORDS));
    Ok(if changed { format!("{commit}-changed") } else { commit })
}

/// The processor and its number of cores.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    match model {
        Some((_, model)) => format!("{model}, {cores} cores"),
        None => format!("{} with {cores} cores", env::consts::ARCH),
    }
}

// Table of how exact the levels are, from `docs/exactness.csv`.

/// The shares, as printed by `cargo run --release -p carrick-lab --example exactness`.
const SHARES: &str = "docs/exactness.csv";

/// The section of the page about exactness; empty if nothing was measured.
fn exactness_section() -> String {
    fs::read_to_string(SHARES).map(|shares| exactness_table(&shares)).unwrap_or_default()
}

fn exactness_table(shares: &str) -> String {
    let (mut boards, mut rows) = (Vec::new(), BTreeMap::new());
    for line in shares.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let [board, level, _, positions, share, low, high] = cells[..] else { continue };
        let percent = |share: &str| share.parse::<f64>().map_or(f64::NAN, |share| 100.0 * share);
        let (share, low, high) = (percent(share), percent(low), percent(high));
        rows.insert((level, board), format!("{share:.1} % [{low:.0}, {high:.0}] ({positions})"));
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    let mut text = String::from(
        "\n## How exact the levels are\n\n\
         The share of positions of solved boards in which a level plays a turn that keeps the value, points included in \
         Anchor. The positions come from games of random turns, and in each at least one turn throws the value away; in \
         parentheses is their number, in square brackets Wilson's interval of 95 %. The ninth level searches for about \
         0.1 s, without the tables that [it looks into](../../certificates.md#tables-at-work) where they are available. The \
         figures are in [exactness.csv](../../exactness.csv). A turn that wins immediately is always taken, so in one of the \
         positions of Anchor all levels pass and win by 1 point where a stone wins by 2.\n\n",
    );
    let _ = writeln!(text, "| | {} |", boards.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(boards.len()));
    for level in (1..=9).rev().map(|level| level.to_string()) {
        let _ = write!(text, "| level {level} |");
        for &board in &boards {
            let share = rows.get(&(level.as_str(), board)).map_or("", String::as_str);
            let _ = write!(text, " {share} |");
        }
        text.push('\n');
    }
    text
}

// Matches of the levels for beginners, and their table on the page.

/// Boards on which they play, and the number of games of each match there.
struct MatchBoards {
    names: [&'static str; 4],
    games: u32,
}

/// The usual boards, for which the levels are made, and small ones, on which a first game is short.
const BOARDS: [MatchBoards; 2] = [
    MatchBoards { names: ["antipod", "boche", "anchor", "ankor"], games: 100 },
    MatchBoards {
        names: ["antipod -radius=4", "boche -size=4", "anchor -size=4", "ankor -size=4"],
        games: 50,
    },
];

/// The players of a board's game, the weakest first: the frozen beginner, the levels for beginners,
/// and the first level.
fn ladder(board: &str) -> Vec<String> {
    let kind = board.split(' ').next().and_then(|name| name.parse::<GameKind>().ok());
    let count = kind.map_or(0, |kind| kind.facts().novices);
    let novices = (1..=count).map(|number| format!("novice{number}"));
    iter::once("casual".to_owned()).chain(novices).chain([level(1)]).collect()
}

/// Matches of a board: each player against the one below.
fn steps(board: &str) -> Vec<Pairing> {
    ladder(board).windows(2).map(|two| Pairing::new(board, &two[1], &two[0])).collect()
}

/// All their matches, with the number of games of each.
fn matches() -> impl Iterator<Item = (Pairing, u32)> {
    BOARDS.iter().flat_map(|boards| {
        let all = boards.names.into_iter().flat_map(steps);
        all.map(|pairing| (pairing, boards.games))
    })
}

/// Their part of the page. `figures` are those of a match, if any games were played.
fn novice_section<'v>(figures: impl Fn(&Pairing) -> Option<&'v MatchFigures>) -> String {
    let [usual, small] = BOARDS.map(|boards| boards.games);
    let counts = GameKind::ALL.map(|kind| format!("{} {}", kind.title(), kind.facts().novices));
    let mut text = format!(
        "\n## The levels for beginners\n\n\
         `casual` is a frozen beginner: it takes a turn that wins immediately, stops every second threat to win \
         immediately, and draws all other turns at random. On the usual board of a game the weakest level is meant to play \
         about even with it, and each level to be 150 to 300 Elo points better than the one below. How many levels it takes \
         from there to level 1 depends on the game: {}. On small boards games are shorter, the better player wins less \
         surely, and the steps are smaller.\n\n\
         Matches are {usual} games on the usual boards and {small} on the small ones; the openings are those of each game \
         below. Brackets show intervals of 95 %, for Elo points and for the share of all points.\n",
        counts.join(", ")
    );
    for boards in &BOARDS {
        text += &novice_table(boards, &figures);
    }
    text
}

/// Table with a column for each board. Its last row is the first level, which plays the strongest
/// of the levels for beginners, whatever its number.
fn novice_table<'v>(
    boards: &MatchBoards,
    figures: impl Fn(&Pairing) -> Option<&'v MatchFigures>,
) -> String {
    let columns = boards.names.map(steps);
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let titles = boards.names.map(title);
    let mut text =
        format!("\n| | {} |\n|---|{}\n", titles.join(" | "), "---|".repeat(titles.len()));
    for row in 0..rows {
        let is_last = row + 1 == rows;
        let matches = columns.each_ref().map(|steps| match is_last {
            true => steps.last(),
            false => steps.get(row).filter(|_| row + 1 < steps.len()),
        });
        let name = match matches.iter().flatten().next() {
            _ if is_last => "level1 against the strongest novice".to_owned(),
            Some(Pairing { one, other, .. }) => format!("{one} against {other}"),
            None => String::new(),
        };
        let _ = write!(text, "| {name} |");
        for pairing in matches {
            let _ = match pairing.map(&figures) {
                Some(figures) => write!(text, " {}, {} |", elo(figures), share(figures)),
                None => write!(text, " |"),
            };
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_belongs_to_the_commit_and_machine_that_started_it() {
        let folder = tempfile::tempdir().unwrap();
        let owner = |commit: &str, machine: &str| Owner {
            commit: commit.to_owned(),
            machine: machine.to_owned(),
        };
        let first = owner("089c528ba3", "AMD EPYC, 2 cores");
        let later =
            [owner("089c528ba3", "another, 2 cores"), owner("9a385a84af", "AMD EPYC, 2 cores")];
        assert_eq!(Owner::of(folder.path(), &first).as_ref(), Ok(&first));
        for here in &later {
            assert_eq!(Owner::of(folder.path(), here).as_ref(), Ok(&first));
        }

        let file = folder.path().join("owner");
        let error = || Owner::of(folder.path(), &first).unwrap_err();
        fs::write(&file, "089c528ba3\n").unwrap();
        assert!(error().ends_with("a line with a commit is expected, and one with a machine"));

        fs::write(folder.path().join("ankor_level9_rave_0.1_1.jsonl"), "").unwrap();
        fs::remove_file(&file).unwrap();
        assert!(error().contains("it is unknown who played the games next to it"));
        assert!(!file.exists());
    }

    #[test]
    fn the_page_has_the_table() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        let read = |path: &str| fs::read_to_string(root.join(path)).unwrap();
        let table = exactness_table(&read(SHARES));
        assert!(table.contains("| level 9 |"));
        assert!(read(PAGE).contains(&table), "\n{table}");
    }

    #[test]
    fn every_match_has_a_cell() {
        let page = novice_section(|_| None);
        assert_eq!(page.matches(" not played, not played |").count(), matches().count());
        let figures: MatchFigures = serde_json::from_value(serde_json::json!({
            "share": 0.7, "share_interval": [0.6, 0.78], "games": 100,
            "elo": {"estimate": 147.2, "low": 70.4, "high": 219.9},
        }))
        .unwrap();
        let page = novice_section(|pairing| (pairing.one == "novice2").then_some(&figures));
        let cell = " 147 [70, 220] (100), 70.0 % [60, 78] (100) |";
        assert_eq!(page.matches(cell).count(), 8);
        assert!(page.contains(&format!("| novice2 against novice1 |{cell}")), "{page}");
    }

    #[test]
    fn each_ladder_leads_from_the_frozen_beginner_to_the_first_level() {
        for kind in GameKind::ALL {
            let steps = steps(kind.name());
            assert_eq!(steps.len(), usize::from(kind.facts().novices) + 1);
            let (first, last) = (&steps[0], &steps[steps.len() - 1]);
            assert_eq!((&*first.one, &*first.other), ("novice1", "casual"));
            assert_eq!(last.one, "level1");
            assert_eq!(last.other, format!("novice{}", kind.facts().novices));
        }
    }
}
