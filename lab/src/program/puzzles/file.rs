//! The file of puzzles, and beside it the one that says how far each run has come.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use carrick_cli::out_file::{self, open_to_write};
use carrick_coach::puzzle::{Collection, Puzzle, twin_key};
use carrick_games::{GameKind, PASS};
use serde::{Deserialize, Serialize};

use super::standing::Standing;

/// A file of puzzles, open for appending. It is locked against other runs.
pub(super) struct PuzzleFile {
    path: PathBuf,
    file: fs::File,
    bytes: u64,
    runs: BTreeMap<String, Standing>,
    keys: HashSet<u128>,
    /// Solutions of several turns, with the options of their boards.
    solutions: HashSet<String>,
    last_number: u32,
    /// Number of puzzles for beginners: won at once, or by passing.
    pub(super) easy: u32,
}

/// Contents of the file beside the puzzles.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Progress {
    /// Length of the file of puzzles, in bytes: what lies behind is of a game that was not
    /// finished.
    bytes: u64,
    runs: BTreeMap<String, Standing>,
}

impl PuzzleFile {
    /// Opens or creates a file of puzzles of a game.
    ///
    /// # Errors
    /// When it holds something else, is damaged, or is written by another run.
    pub(super) fn open(path: &Path, kind: GameKind) -> Result<Self> {
        let name = path.display();
        let mut how = OpenOptions::new();
        how.read(true).write(true).create(true).truncate(false);
        let mut file = open_to_write(&how, path)?;
        if let Err(error) = file.try_lock() {
            match error {
                fs::TryLockError::WouldBlock => bail!("another run is writing {name}"),
                fs::TryLockError::Error(error) => {
                    return Err(error).with_context(|| format!("cannot lock {name}"));
                }
            }
        }
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(|| format!("cannot read {name}"))?;
        let progress = Self::progress(path, text.len())?;
        // A run that was killed in the middle of a game may have written puzzles of it.
        let whole = usize::try_from(progress.bytes)?;
        let text = text.get(..whole).context("a puzzle is torn")?;
        let collection = Collection::parse(text).with_context(|| name.to_string())?;
        if let Some(other) = collection.puzzles.iter().find(|puzzle| puzzle.kind() != kind) {
            bail!("{name} holds puzzles of {}; name another file for {kind}", other.kind());
        }
        file.set_len(progress.bytes)?;
        file.seek(SeekFrom::End(0))?;
        let easy = |puzzle: &&Puzzle| {
            let at_once = puzzle.own_turns() == 1 && puzzle.after(1).outcome().is_some();
            at_once || puzzle.solution.iter().step_by(2).all(|turn| turn == PASS)
        };
        Ok(Self {
            path: path.to_owned(),
            file,
            bytes: progress.bytes,
            runs: progress.runs,
            solutions: collection.puzzles.iter().map(line_of).collect(),
            keys: collection.puzzles.iter().map(|puzzle| twin_key(&puzzle.start)).collect(),
            last_number: collection.puzzles.last().map_or(0, |puzzle| puzzle.number),
            easy: u32::try_from(collection.puzzles.iter().filter(easy).count())?,
        })
    }

    /// Reads the file beside; without one, the puzzles that are there are all whole.
    fn progress(path: &Path, length: usize) -> Result<Progress> {
        let beside = beside(path);
        let text = match fs::read_to_string(&beside) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Progress { bytes: length as u64, ..Progress::default() });
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", beside.display()));
            }
        };
        let progress: Progress = serde_json::from_str(&text).with_context(|| {
            format!("{} is damaged; delete it to mine from the first game", beside.display())
        })?;
        ensure!(
            progress.bytes <= length as u64,
            "{} is shorter than {} says; delete that one to mine from the first game",
            path.display(),
            beside.display()
        );
        Ok(progress)
    }

    /// How far a run has come.
    pub(super) fn standing(&self, run: &str) -> Standing {
        self.runs.get(run).cloned().unwrap_or_default()
    }

    /// Whether a position, or its image under a symmetry, is in the file.
    pub(super) fn has(&self, key: u128) -> bool {
        self.keys.contains(&key)
    }

    /// Whether a puzzle on such a board has this solution, of several turns.
    pub(super) fn has_solution(&self, puzzle: &Puzzle) -> bool {
        puzzle.own_turns() > 1 && self.solutions.contains(&line_of(puzzle))
    }

    /// The number of the next puzzle.
    pub(super) const fn next_number(&self) -> u32 {
        self.last_number + 1
    }

    /// Appends a puzzle.
    pub(super) fn append(&mut self, puzzle: &Puzzle) -> Result<()> {
        let line = puzzle.to_line() + "\n";
        self.file.write_all(line.as_bytes()).context("cannot write the puzzle down")?;
        self.bytes += line.len() as u64;
        self.keys.insert(twin_key(&puzzle.start));
        self.solutions.insert(line_of(puzzle));
        self.last_number = puzzle.number;
        Ok(())
    }

    /// Writes down how far a run has come, after a game.
    pub(super) fn keep(&mut self, run: &str, standing: &Standing) -> Result<()> {
        self.runs.insert(run.to_owned(), standing.clone());
        let progress = Progress { bytes: self.bytes, runs: self.runs.clone() };
        self.file.flush()?;
        out_file::write(&beside(&self.path), serde_json::to_string_pretty(&progress)?.as_bytes())
    }
}

/// A solution, with the options of its board.
fn line_of(puzzle: &Puzzle) -> String {
    format!("{} {}", puzzle.start.options(), puzzle.solution.join(" "))
}

/// Path of the file that says how far runs have come.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".progress");
    name.into()
}
