//! A laboratory at work: plays the cells of a plan on all cores, and keeps every game in a folder.

mod folder;
mod line;

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read, Seek as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use flate2::bufread::GzDecoder;

use crate::arena::{GameNumber, GamePoints, PairCounts};
use crate::plan::{CellOpening, PlanCell};
use crate::play::{DuelError, ThreadStopwatch, in_order, play};
use crate::run::folder::io_error;
use crate::stats::{Estimate, wilson};

pub use folder::{Folder, FolderError, GamesOrigin};
pub use line::{GameLine, LineError, Winner};

pub(crate) use folder::replace;

/// Why a laboratory stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A player was at fault.
    #[error(transparent)]
    Duel(#[from] DuelError),
    /// A game does not belong to its cell, which is a bug.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A game could not be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// The games left to play: those of every cell in turn, except decided ones.
struct Missing<'r> {
    cells: &'r [PlanCell],
    decided: &'r [AtomicBool],
    cell: usize,
    game: u32,
}

impl<'r> Iterator for Missing<'r> {
    type Item = (&'r PlanCell, GameNumber);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let cell = self.cells.get(self.cell)?;
            let is_done = self.decided[self.cell].load(Ordering::Relaxed);
            if is_done || self.game >= cell.settings.games() {
                (self.cell, self.game) = (self.cell + 1, 0);
                continue;
            }
            self.game += 1;
            return Some((cell, GameNumber(self.game - 1)));
        }
    }
}

/// Plays a game of a cell, and judges it if required. Returns its line and the processor time it
/// took; `None` if `over` cancelled it.
///
/// # Errors
/// If a player is at fault.
pub fn play_line(
    cell: &PlanCell,
    number: GameNumber,
    origin: &GamesOrigin,
    over: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(GameLine, Duration)>, RunError> {
    let clock = ThreadStopwatch::start(None);
    let Some(duel) = play(&cell.settings, number, over)? else { return Ok(None) };
    let judge = match cell.judge_of(number) {
        Some(judge) => match judge.values(&duel.opening, &duel.game, over) {
            None => return Ok(None),
            values => values,
        },
        None => None,
    };
    Ok(Some((GameLine::new(cell, number, &duel, judge, origin)?, clock.used())))
}

/// Plays what is missing in a folder, until everything is played or `stop` returns `true`. Calls
/// `each` after every game. Returns whether everything is played.
///
/// The games and their order in the folder depend neither on the number of threads nor on where
/// earlier runs were interrupted.
///
/// # Errors
/// If a game cannot be written, or a player is at fault.
pub fn run(
    cells: &[PlanCell],
    folder: &mut Folder,
    standing: &mut RunStanding,
    threads: NonZeroUsize,
    stop: &(dyn Fn() -> bool + Sync),
    mut each: impl FnMut(&RunStanding),
) -> Result<bool, RunError> {
    let decided: Vec<AtomicBool> = standing.decided().map(AtomicBool::new).collect();
    let (cell, game) = standing.next();
    let missing = Missing { cells, decided: &decided, cell, game };
    let (origin, failed) = (folder.origin().clone(), AtomicBool::new(false));
    let work = |(cell, number): (&PlanCell, GameNumber)| {
        let is_over = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let over = || stop() || is_over(&decided[cell.number as usize]) || is_over(&failed);
        play_line(cell, number, &origin, &over)
    };
    let mut take = |line: GameLine, time| {
        let cell = &cells[line.cell as usize];
        let is_decided = &decided[line.cell as usize];
        // Other threads may have played games beyond the end of a cell.
        if !is_decided.load(Ordering::Relaxed) {
            folder.append(&line)?;
            standing.add(cell, &line, time);
            is_decided.store(standing.is_decided(cell), Ordering::Relaxed);
            each(standing);
        }
        Ok::<_, RunError>(())
    };
    in_order(threads, missing, work, |played| {
        let taken = match played {
            Ok(Some((line, time))) if !stop() => take(line, time),
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        failed.store(taken.is_err(), Ordering::Relaxed);
        taken.map(|()| if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    let complete = standing.is_complete();
    if complete {
        folder.finish()?;
    }
    Ok(complete)
}

// The games in a folder, read one at a time.

/// Compressed games.
const GAMES: &str = "games.jsonl.gz";
/// Games that are not yet compressed.
const REST: &str = "rest.jsonl";

/// Maximum length of the games of `rest.jsonl` or of a member of the compressed file, in bytes. A
/// megabyte is usual. A file from elsewhere may unpack to a thousand times its size.
const MAX_GAMES: u64 = 64 << 20;
/// Maximum length of a line, in bytes: more than the longest game needs.
const MAX_LINE: usize = 4 << 20;

/// Calls a function with every game in a folder, in order. Changes nothing, and ignores half a line
/// at the end.
///
/// # Errors
/// If a file cannot be read or is damaged, or the function refuses a game.
pub fn each_game(
    folder: &Path,
    mut each: impl FnMut(GameLine) -> Result<(), String>,
) -> Result<(), FolderError> {
    scan(folder, &mut each).map(|_| ())
}

/// What the files of a folder contain.
struct FolderFindings {
    /// Where the compressed file must be cut: what follows is part of a member, whose games are
    /// still in `rest.jsonl`.
    torn_member_at: Option<u64>,
    /// Whole lines of `rest.jsonl` that are not yet compressed, each with its line break.
    lines: Vec<String>,
}

/// Reads all games of a folder.
fn scan(
    folder: &Path,
    each: &mut dyn FnMut(GameLine) -> Result<(), String>,
) -> Result<FolderFindings, FolderError> {
    let rest = folder.join(REST);
    let text = match File::open(&rest).and_then(|file| read_text(file, MAX_GAMES)) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(source) => return Err(io_error("read", &rest)(source)),
    };
    let mut last = None;
    let torn_member_at = compressed(folder, text.is_empty(), &mut |line| {
        last = Some((line.cell, line.game));
        each(line)
    })?;
    let damaged = |fault| FolderError::Damaged { name: rest.display().to_string(), fault };
    let mut lines = Vec::new();
    // A killed run may have left an incomplete last line.
    for text in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let line = parse(text).map_err(damaged)?;
        // A killed run may have compressed lines without removing them here.
        if last.is_none_or(|last| last < (line.cell, line.game)) {
            each(line).map_err(damaged)?;
            lines.push(text.to_owned());
        }
    }
    Ok(FolderFindings { torn_member_at, lines })
}

/// Reads the compressed games, one member after another. Returns the place of a torn member.
fn compressed(
    folder: &Path,
    rest_is_empty: bool,
    each: &mut dyn FnMut(GameLine) -> Result<(), String>,
) -> Result<Option<u64>, FolderError> {
    let path = folder.join(GAMES);
    let damaged = |fault| FolderError::Damaged { name: path.display().to_string(), fault };
    let mut reader = match File::open(&path) {
        Ok(file) => BufReader::new(file),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(io_error("read", &path)(source)),
    };
    loop {
        let begin = reader.stream_position().map_err(io_error("read", &path))?;
        if reader.fill_buf().map_err(io_error("read", &path))?.is_empty() {
            return Ok(None);
        }
        let text = match read_text(GzDecoder::new(&mut reader), MAX_GAMES) {
            Ok(text) => text,
            // Only a kill during the writing of a member leaves its games in the other file.
            Err(error) if !rest_is_empty && error.kind() != ErrorKind::FileTooLarge => {
                return Ok(Some(begin));
            }
            Err(error) => return Err(damaged(format!("from byte {begin} on, {error}"))),
        };
        for line in text.lines() {
            each(parse(line).map_err(damaged)?).map_err(damaged)?;
        }
    }
}

/// Reads a text of at most `most` bytes.
fn read_text(file: impl Read, most: u64) -> io::Result<String> {
    let mut text = String::new();
    let read = file.take(most + 1).read_to_string(&mut text)?;
    if read as u64 > most {
        let fault = format!("more than {most} bytes of text, more than any laboratory writes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, fault));
    }
    Ok(text)
}

fn parse(text: &str) -> Result<GameLine, String> {
    if text.len() > MAX_LINE {
        return Err(format!("a line has more than {MAX_LINE} bytes, more than any game needs"));
    }
    serde_json::from_str(text).map_err(|error| format!("a line is not a game: {error}"))
}

// Standing of a laboratory: results of every cell, and how much is left.

/// Results of all cells so far.
#[derive(Debug)]
pub struct RunStanding {
    cells: Vec<CellStanding>,
}

#[derive(Debug, Clone, Default)]
struct CellStanding {
    tally: CellTally,
    is_decided: bool,
    /// Maximum number of games.
    most: u32,
    /// Processor time of the games that this run played, and their number.
    time: Duration,
    timed: u32,
}

impl RunStanding {
    /// The standing before the first game.
    #[must_use]
    pub fn new(cells: &[PlanCell]) -> Self {
        let before =
            |cell: &PlanCell| CellStanding { most: cell.settings.games(), ..Default::default() };
        Self { cells: cells.iter().map(before).collect() }
    }

    /// Adds the next game of a cell that an earlier run has played.
    pub fn add_old(&mut self, cell: &PlanCell, line: &GameLine) {
        let standing = &mut self.cells[cell.number as usize];
        standing.tally.add(line);
        let games = standing.tally.games() as u32;
        let points = standing.tally.points(cell);
        standing.is_decided =
            games >= standing.most || cell.until.is_met(games, points, &standing.tally.pairs);
    }

    /// Adds the next game of a cell, and the processor time it took.
    pub fn add(&mut self, cell: &PlanCell, line: &GameLine, time: Duration) {
        self.add_old(cell, line);
        let standing = &mut self.cells[cell.number as usize];
        standing.time += time;
        standing.timed += 1;
    }

    /// Whether a cell needs no more games.
    #[must_use]
    pub fn is_decided(&self, cell: &PlanCell) -> bool {
        self.cells[cell.number as usize].is_decided
    }

    /// Whether each cell needs no more games, in their order.
    pub fn decided(&self) -> impl Iterator<Item = bool> {
        self.cells.iter().map(|cell| cell.is_decided)
    }

    /// Whether no cell needs more games.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cells.iter().all(|cell| cell.is_decided)
    }

    /// Cell and number of the next game; the number of cells and 0 if everything is played.
    #[must_use]
    pub fn next(&self) -> (usize, u32) {
        let at = self.cells.iter().position(|cell| !cell.is_decided).unwrap_or(self.cells.len());
        (at, self.cells.get(at).map_or(0, |cell| cell.tally.games() as u32))
    }

    /// Number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| cell.tally.games()).sum()
    }

    /// Maximum number of games left: cells may end early.
    #[must_use]
    pub fn most_left(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.left())).sum()
    }

    /// Estimated processor time left: by the mean time of each cell's games or, if this run has
    /// played no game of a cell, by that of the slowest cell. `None` before the first game of this
    /// run.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let slowest = self.cells.iter().filter_map(CellStanding::mean).max_by(f64::total_cmp)?;
        let left =
            self.cells.iter().map(|cell| f64::from(cell.left()) * cell.mean().unwrap_or(slowest));
        Duration::try_from_secs_f64(left.sum()).ok()
    }

    /// Whether this run has played no game of some remaining cell, so that its time is a guess.
    #[must_use]
    pub fn is_time_a_guess(&self) -> bool {
        self.cells.iter().any(|cell| cell.left() > 0 && cell.timed == 0)
    }
}

impl CellStanding {
    fn left(&self) -> u32 {
        if self.is_decided { 0 } else { self.most - self.tally.games() as u32 }
    }

    /// Mean processor time of a game in seconds; `None` if this run has played none.
    fn mean(&self) -> Option<f64> {
        (self.timed > 0).then(|| self.time.as_secs_f64() / f64::from(self.timed))
    }
}

// Results of one cell, counted.

/// Results of a cell's games so far, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellTally {
    /// Number of games that the player in the first seat won, drew and lost.
    pub first: [u64; 3],
    /// Whole pairs, from player A's side.
    pub pairs: PairCounts,
    /// Whole pairs, from the side of the player in the first seat in both games.
    pub seats: PairCounts,
    /// Number of whole pairs in which both games were decided, and each player won one.
    pub split: u64,
    /// First game of a pair whose second one is missing: the scores of A and of the first seat.
    half: Option<[GamePoints; 2]>,
}

impl CellTally {
    /// Adds the next game.
    pub fn add(&mut self, line: &GameLine) {
        let (a, first) = (line.score_of_a(), line.first_score());
        let place = [GamePoints::WIN, GamePoints::DRAW, GamePoints::LOSS]
            .iter()
            .position(|score| *score == first);
        self.first[place.unwrap_or(1)] += 1;
        match self.half.take() {
            None => self.half = Some([a, first]),
            Some([other_a, other_first]) => {
                self.pairs.add(other_a, a);
                self.seats.add(other_first, first);
                self.split += u64::from(a != GamePoints::DRAW && a == other_a.reversed());
            }
        }
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.first.iter().sum()
    }

    /// The figure that a cell is about: player A's share of the points in a match, otherwise that
    /// of the first seat. If two games share an opening, the interval is that of pairs.
    #[must_use]
    pub fn points(&self, cell: &PlanCell) -> Option<Estimate> {
        if cell.is_alone() { self.first_points(cell) } else { of_pairs(&self.pairs) }
    }

    /// The first seat's share of the points.
    #[must_use]
    pub fn first_points(&self, cell: &PlanCell) -> Option<Estimate> {
        let [won, drawn, _] = self.first;
        match cell.opening {
            CellOpening::Own => wilson(won as f64 + drawn as f64 / 2.0, self.games()),
            CellOpening::Random(_) | CellOpening::Even(_) => of_pairs(&self.seats),
        }
    }
}

/// Share of the points from pairs; the observations are the games in them.
fn of_pairs(pairs: &PairCounts) -> Option<Estimate> {
    let (low, high) = pairs.interval()?;
    Some(Estimate { value: pairs.mean()?, low, high, n: 2 * pairs.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_without_games_is_assumed_to_be_as_slow_as_the_slowest() {
        let cell = |timed: u32, millis: u64| CellStanding {
            most: 10,
            time: Duration::from_millis(millis),
            timed,
            ..CellStanding::default()
        };
        let left = |cells: &[CellStanding]| {
            let standing = RunStanding { cells: cells.to_vec() };
            (standing.time_left().map(|time| time.as_millis()), standing.is_time_a_guess())
        };
        assert_eq!(left(&[cell(0, 0), cell(0, 0)]), (None, true));
        assert_eq!(left(&[cell(4, 400), cell(2, 600)]), (Some(1_000 + 3_000), false));
        assert_eq!(left(&[cell(4, 400), cell(2, 600), cell(0, 0)]), (Some(7_000), true));
        let decided = CellStanding { is_decided: true, ..cell(0, 0) };
        assert_eq!(left(&[cell(4, 400), decided]), (Some(1_000), false));
    }
}
