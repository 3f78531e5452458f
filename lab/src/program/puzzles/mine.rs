//! Looks through games, from the end of each backwards.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use carrick_cli::out_file::{self, open_to_write};
use carrick_cli::printed::ProgressLine;
use carrick_cli::tables::OnDemand;
use carrick_coach::puzzle::{
    Collection, Dull, Effort, Grade, MinedPosition, Puzzle, PuzzleSource, examine,
    examine_defences, twin_key,
};
use carrick_engine::Level;
use carrick_games::{AnyGame, GameKind, PASS};
use serde::{Deserialize, Serialize};

use crate::cli::MineArguments;
use crate::puzzles::games::RunGames;
use crate::puzzles::{self, MiningProgress};

/// Seed of the searches; the games have separate seeds.
const SEED: u64 = 1;

/// Mines the games, or the rest of them, and prints what was found and rejected.
pub(super) fn run(arguments: &MineArguments, out: &mut impl Write) -> Result<bool> {
    let (games, kind, name) = RunGames::open(arguments)?;
    let nodes = arguments.nodes.map_or(String::new(), |nodes| format!(", {nodes} nodes a turn"));
    let run = format!("{name}, the last {} turns{nodes}", arguments.last);
    let mut file = PuzzleFile::open(&arguments.out, kind)?;
    let mut standing = file.standing(&run);
    let mut progress = ProgressLine::start();
    let tables = OnDemand::of(arguments.tables.tables.clone());
    while arguments.most.is_none_or(|most| standing.found < u64::from(most)) {
        let began = Instant::now();
        let Some((game, source)) = games.get(standing.games)? else { break };
        let mut miner =
            Miner { arguments, tables: &tables, file: &mut file, standing: &mut standing };
        miner.look_through(&game, &source)?;
        standing.games += 1;
        standing.seconds += began.elapsed().as_secs_f64();
        file.keep(&run, &standing)?;
        progress.show(|| puzzles::how_far(&standing));
    }
    drop(progress);
    puzzles::print(&run, &standing, out)?;
    Ok(true)
}

struct Miner<'a> {
    arguments: &'a MineArguments,
    tables: &'a OnDemand,
    file: &'a mut PuzzleFile,
    standing: &'a mut MiningProgress,
}

/// Whether a puzzle is only for beginners: won immediately, or by passing.
fn is_easy(found: &MinedPosition) -> bool {
    found.at_once || found.solution.iter().step_by(2).all(|turn| turn == PASS)
}

/// A position with exactly one winning turn.
struct Candidate {
    start: AnyGame,
    found: MinedPosition,
    /// Whether its last turn was replaced by a better defence.
    varied: bool,
}

/// Maximum number of puzzles from one game.
const MOST_OF_A_GAME: usize = 2;

/// Minimum number of turns between two puzzles from one game, so that they do not resemble each
/// other.
const APART: usize = 4;

/// Number of consecutive unsettled positions after which earlier ones are not tried.
const PATIENCE: usize = 1;

impl Miner<'_> {
    /// Looks through a game, and keeps at most two puzzles, those with the longest solutions.
    fn look_through(&mut self, game: &AnyGame, source: &PuzzleSource) -> Result<()> {
        let effort = self.effort(game.kind());
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut unclear = 0;
        let plies = game.ply().saturating_sub(self.arguments.last as usize)..game.ply();
        for ply in plies.rev() {
            let position = game.at(ply);
            self.standing.positions += 1;
            match examine(&position, effort, SEED, self.tables) {
                Ok(found) => {
                    unclear = 0;
                    candidates.push(Candidate { start: position, found, varied: false });
                }
                Err(reason) => {
                    self.standing.throw_out(reason);
                    unclear = if reason == Dull::Unclear { unclear + 1 } else { 0 };
                    if reason == Dull::NoWin {
                        let found =
                            examine_defences(&position, effort, SEED, self.tables).into_iter();
                        self.standing.varied += found.len() as u64;
                        let varied = |(start, found)| Candidate { start, found, varied: true };
                        candidates.extend(found.map(varied));
                    }
                }
            }
            if unclear == PATIENCE {
                break;
            }
        }
        // The sort is stable, and the earliest position was found last.
        candidates.reverse();
        candidates.sort_by_key(|one| std::cmp::Reverse(one.found.solution.len()));
        let mut kept: Vec<usize> = Vec::new();
        for candidate in candidates {
            let ply = candidate.start.ply();
            let is_near = kept.iter().any(|&other| ply.abs_diff(other) < APART);
            let thrown_out = match is_near || kept.len() == MOST_OF_A_GAME {
                true => Err(Dull::SameGame),
                false => self.keep(candidate, source)?,
            };
            match thrown_out {
                Ok(()) => kept.push(ply),
                Err(reason) => self.standing.throw_out(reason),
            }
        }
        Ok(())
    }

    /// The limits of the searches.
    fn effort(&self, kind: GameKind) -> Effort {
        let usual = Effort::mining(kind);
        self.arguments.nodes.map_or(usual, |nodes| usual.with_nodes(nodes))
    }

    /// Grades a position and appends it, unless it is dull.
    fn keep(&mut self, candidate: Candidate, source: &PuzzleSource) -> Result<Result<(), Dull>> {
        let Candidate { start, found, varied } = candidate;
        if self.file.has(twin_key(&start)) {
            return Ok(Err(Dull::Twin));
        }
        let easy = is_easy(&found);
        if easy && self.file.easy >= self.arguments.at_once {
            return Ok(Err(Dull::AtOnce));
        }
        let grade = Grade::of(&start, &found.solution);
        let first = Level::new(1).map(Grade::Level);
        if found.solution.len() == 1 && !easy && Some(grade) <= first {
            return Ok(Err(Dull::Obvious));
        }
        let puzzle = Puzzle {
            number: self.file.next_number(),
            start,
            solution: found.solution,
            grade,
            certainty: found.certainty,
            source: PuzzleSource { varied, ..source.clone() },
        };
        if self.file.has_solution(&puzzle) {
            return Ok(Err(Dull::SameSolution));
        }
        self.file.append(&puzzle)?;
        self.file.easy += u32::from(easy);
        self.standing.found += 1;
        self.standing.proved += u64::from(found.certainty.is_proved());
        Ok(Ok(()))
    }
}

// The file of puzzles, and next to it the file with the progress of each run.

/// A file of puzzles, open for appending. It is locked against other runs.
pub(super) struct PuzzleFile {
    path: PathBuf,
    file: fs::File,
    bytes: u64,
    runs: BTreeMap<String, MiningProgress>,
    keys: HashSet<u128>,
    /// Solutions of several turns, with the options of their boards.
    solutions: HashSet<String>,
    last_number: u32,
    /// Number of puzzles for beginners: won immediately, or by passing.
    pub(super) easy: u32,
}

/// Contents of the progress file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedProgress {
    /// Length of the file of puzzles, in bytes: anything beyond belongs to an unfinished game.
    bytes: u64,
    runs: BTreeMap<String, MiningProgress>,
}

impl PuzzleFile {
    /// Opens or creates a file of puzzles of a game.
    ///
    /// # Errors
    /// If the file contains something else, is damaged, or is in use by another run.
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
        // A run that was killed in the middle of a game may have written some of its puzzles.
        let whole = usize::try_from(progress.bytes)?;
        let text = text.get(..whole).context("a puzzle is torn")?;
        let collection = Collection::parse(text).with_context(|| name.to_string())?;
        if let Some(other) = collection.puzzles.iter().find(|puzzle| puzzle.kind() != kind) {
            bail!("{name} contains puzzles of {}; name another file for {kind}", other.kind());
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

    /// Reads the progress file; without one, the existing puzzles are all complete.
    fn progress(path: &Path, length: usize) -> Result<SavedProgress> {
        let beside = beside(path);
        let text = match fs::read_to_string(&beside) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(SavedProgress { bytes: length as u64, ..SavedProgress::default() });
            }
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", beside.display()));
            }
        };
        let progress: SavedProgress = serde_json::from_str(&text).with_context(|| {
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

    /// Progress of a run.
    pub(super) fn standing(&self, run: &str) -> MiningProgress {
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
        self.file.write_all(line.as_bytes()).context("cannot save the puzzle")?;
        self.bytes += line.len() as u64;
        self.keys.insert(twin_key(&puzzle.start));
        self.solutions.insert(line_of(puzzle));
        self.last_number = puzzle.number;
        Ok(())
    }

    /// Stores the progress of a run after a game.
    pub(super) fn keep(&mut self, run: &str, standing: &MiningProgress) -> Result<()> {
        self.runs.insert(run.to_owned(), standing.clone());
        let progress = SavedProgress { bytes: self.bytes, runs: self.runs.clone() };
        self.file.flush()?;
        out_file::write(&beside(&self.path), serde_json::to_string_pretty(&progress)?.as_bytes())
    }
}

/// A solution, with the options of its board.
fn line_of(puzzle: &Puzzle) -> String {
    format!("{} {}", puzzle.start.options(), puzzle.solution.join(" "))
}

/// Path of the progress file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".progress");
    name.into()
}
