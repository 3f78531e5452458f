//! Reports: measures of every cell as CSV, as text with tables and as plots.
//!
//! A report is a function of the folder's games: it uses no clock, and random numbers with a fixed
//! seed.

mod figures;
mod text;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use carrick_engine::tables::{AnyTable, ExactScore, TooFar};
use carrick_games::{AnyGame, AnyOptions, GameKind};

use crate::arena::{Elo, MatchSide};
use crate::plan::{Plan, PlanCell};
use crate::run::{
    Folder, FolderError, GameLine, GamesOrigin, LineError, RunError, RunStanding, Winner,
    each_game, play_line, replace,
};
use crate::stats::Estimate;

pub use figures::{CellFigure, Interval, Measured, PlotError};

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// Name in the laboratory's folder.
    pub name: String,
    /// Content.
    pub text: String,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The folder cannot be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A table could not be written.
    #[error("the table could not be made: {0}")]
    Table(#[from] csv::Error),
    /// A board could not be solved.
    #[error(transparent)]
    Exact(#[from] TooFar),
    /// A plot could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}

/// Creates the report of a folder, and returns its files.
///
/// # Errors
/// If the folder cannot be read.
pub fn report(folder: &Path) -> Result<Vec<ReportFile>, ReportError> {
    let (plan, origin) = Folder::about(folder)?;
    let tables = ExactTables::of(&plan.cells)?;
    let mut cells: Vec<Measured> = plan.cells.iter().map(|_| Measured::default()).collect();
    each_game(folder, |line| {
        let number = line.cell as usize;
        let cell = cells.get_mut(number).ok_or("a game is of no cell of the plan")?;
        cell.add(&line, &plan.cells[number], &tables);
        Ok(())
    })?;
    files(&plan, &origin, &cells)
}

/// Writes the files of a report into a folder.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, files: &[ReportFile]) -> Result<(), FolderError> {
    files.iter().try_for_each(|file| replace(&folder.join(&file.name), &file.text))
}

/// The files of a report, from the measures of each cell.
fn files(
    plan: &Plan,
    origin: &GamesOrigin,
    cells: &[Measured],
) -> Result<Vec<ReportFile>, ReportError> {
    let figures: Vec<CellFigure> = plan
        .cells
        .iter()
        .zip(cells)
        .flat_map(|(cell, measured)| figures::of(cell, measured))
        .collect();
    let plots = figures::plots(plan, cells)?;
    let text = text::of(plan, origin, cells, &plots);
    let mut files = vec![
        ReportFile { name: "report.md".to_owned(), text },
        ReportFile { name: "summary.csv".to_owned(), text: figures::csv_table(origin, &figures)? },
    ];
    files.extend(plots);
    Ok(files)
}

// Verification: every game replayed, every table computed again.

/// Result of a verification that found no error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Number of games replayed.
    pub games: u64,
    /// Number of games that the players played again, turn for turn.
    pub played_again: u32,
    /// Number of files of the report that were computed again.
    pub files: usize,
    /// Whether the plan has been played in full.
    pub is_complete: bool,
}

/// Error that a verification found.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The folder cannot be read, or a line is damaged.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A game does not follow from the plan, the seed and its turns.
    #[error("game {game} of cell {cell}")]
    Game {
        /// Number of the cell.
        cell: u32,
        /// Number of the game in it.
        game: u32,
        /// The contradiction.
        source: LineError,
    },
    /// The players now play a game differently.
    #[error("this program plays game {game} of cell {cell} differently")]
    PlayedOtherwise {
        /// Number of the cell.
        cell: u32,
        /// Number of the game in it.
        game: u32,
    },
    /// A game could not be played again.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The report could not be created.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file of the report does not match the games.
    #[error("{name} does not match the games; run `carrick-lab lab report` to write it again")]
    File {
        /// Its name.
        name: String,
    },
}

/// Replays every game of a folder by the rules, compares each value with plan, seed and turns, and
/// computes the files of the report again. The players also play the first `again` games of the
/// folder again, which shows that this program plays like the one that played them.
///
/// # Errors
/// Returns the first error.
pub fn verify(folder: &Path, again: u32) -> Result<Verified, VerifyError> {
    let (plan, origin) = Folder::about(folder)?;
    let tables = ExactTables::of(&plan.cells).map_err(ReportError::from)?;
    let mut standing = RunStanding::new(&plan.cells);
    let mut cells: Vec<Measured> = plan.cells.iter().map(|_| Measured::default()).collect();
    let (mut fault, mut played_again) = (None, 0);
    let read = each_game(folder, |line| {
        let (cell, game) = standing.next();
        let checked = if (line.cell as usize, line.game) != (cell, game) {
            Err(VerifyError::Folder(FolderError::out_of_order(folder, (cell as u32, game))))
        } else {
            let cell = &plan.cells[cell];
            line.check(cell, &origin)
                .map_err(|source| VerifyError::Game { cell: line.cell, game, source })
                .and_then(|()| match played_again < again {
                    true => {
                        played_again += 1;
                        plays_alike(&line, cell, &origin)
                    }
                    false => Ok(()),
                })
        };
        checked.map_err(|found| {
            let sentence = found.to_string();
            fault = Some(found);
            sentence
        })?;
        standing.add_old(&plan.cells[cell], &line);
        cells[cell].add(&line, &plan.cells[cell], &tables);
        Ok(())
    });
    if let Some(fault) = fault {
        return Err(fault);
    }
    read?;
    let mut computed = 0;
    for file in files(&plan, &origin, &cells)? {
        // A report that was not written yet cannot be wrong.
        if let Ok(mut found) = File::open(folder.join(&file.name)) {
            if !holds(&mut found, file.text.as_bytes()) {
                return Err(VerifyError::File { name: file.name });
            }
            computed += 1;
        }
    }
    let is_complete = standing.is_complete();
    Ok(Verified { games: standing.games(), played_again, files: computed, is_complete })
}

/// Whether a file contains exactly a text. Reads no more of it than that takes.
fn holds(file: &mut File, text: &[u8]) -> bool {
    let mut found = Vec::new();
    let read = file.take(text.len() as u64 + 1).read_to_end(&mut found);
    read.is_ok() && found == text
}

/// Plays a game again and compares it.
fn plays_alike(
    line: &GameLine,
    cell: &crate::plan::PlanCell,
    origin: &crate::run::GamesOrigin,
) -> Result<(), VerifyError> {
    let again = play_line(cell, line.number(), origin, &|| false)?.map(|(again, _)| again);
    match again {
        Some(again) if again == *line => Ok(()),
        _ => Err(VerifyError::PlayedOtherwise { cell: line.cell, game: line.game }),
    }
}

// Measures of a judged game: drama, changes of the lead, late uncertainty, decisiveness.

/// Distance from one half within which neither player leads.
const LEVEL: f32 = 0.05;
/// Value at which a game counts as decided.
const DECIDED: f32 = 0.97;

/// Measures of one judged game.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Drama {
    /// How far the winner was behind at worst, 0 to 1: 1 − 2v for the lowest value v that the judge
    /// gave them (Ludii's *Drama*, maximum); `None` after a draw.
    drama: Option<f64>,
    /// Number of times that the lead went from one player to the other (Browne 2008, *lead
    /// change*); a value within 5 % of one half is not a lead.
    lead_changes: f64,
    /// Mean of 1 − |2v − 1| in the last third of the game (Browne 2008, *uncertainty, late*).
    late_uncertainty: f64,
    /// Share of the game that was left when the winner's value had reached 97 % for good; `None`
    /// after a draw.
    decided: Option<f64>,
}

impl Drama {
    /// The measures of a game; `None` if it was not judged or no player chose a turn.
    fn of(line: &GameLine) -> Option<Self> {
        let values = line.judge.as_deref().filter(|values| !values.is_empty())?;
        let of_winner = line.winner.map(|winner| {
            let to_winner = |&value: &f32| match winner {
                Winner::First => value,
                Winner::Second => 1.0 - value,
            };
            values.iter().map(to_winner).collect::<Vec<f32>>()
        });
        let worst = |values: &Vec<f32>| {
            let least = values.iter().copied().fold(1.0, f32::min);
            f64::from((1.0 - 2.0 * least).max(0.0))
        };
        let surely = |values: &Vec<f32>| {
            let sure = values.iter().rev().take_while(|value| **value >= DECIDED).count();
            sure as f64 / values.len() as f64
        };
        Some(Self {
            drama: of_winner.as_ref().map(worst),
            lead_changes: lead_changes(values) as f64,
            late_uncertainty: late_uncertainty(values),
            decided: of_winner.as_ref().map(surely),
        })
    }
}

fn lead_changes(values: &[f32]) -> usize {
    let leads: Vec<bool> = values
        .iter()
        .filter(|value| (**value - 0.5).abs() > LEVEL)
        .map(|value| *value > 0.5)
        .collect();
    leads.windows(2).filter(|two| two[0] != two[1]).count()
}

fn late_uncertainty(values: &[f32]) -> f64 {
    let last = &values[values.len() * 2 / 3..];
    let sum: f64 = last.iter().map(|value| f64::from(1.0 - (2.0 * value - 1.0).abs())).sum();
    sum / last.len() as f64
}

// Exactness: the share of turns that keep the value, from tables of solved boards.

/// The tables of the boards of cells that ask for exactness.
#[derive(Debug, Default)]
struct ExactTables(BTreeMap<(GameKind, String), AnyTable>);

impl ExactTables {
    /// Solves the boards of the cells that ask for it, each once.
    ///
    /// # Errors
    /// If a distance does not fit into a table.
    fn of(cells: &[PlanCell]) -> Result<Self, TooFar> {
        let mut tables = BTreeMap::new();
        for cell in cells.iter().filter(|cell| cell.exact) {
            let key = key(cell.options);
            if tables.contains_key(&key) {
                continue;
            }
            let Some(mut table) = AnyTable::new(cell.options) else { continue };
            while !table.is_complete() {
                table.advance()?;
            }
            tables.insert(key, table);
        }
        Ok(Self(tables))
    }

    /// Shares of the turns of a game that kept the value, by [`MatchSide::index`]; `None` for a
    /// player without settled turns. Turns of the opening count for neither player.
    fn shares(&self, cell: &PlanCell, line: &GameLine) -> [Option<f64>; 2] {
        let mut kept = [(0_u32, 0_u32); 2];
        if let Some(table) = self.0.get(&key(cell.options)).filter(|_| cell.exact) {
            let mut game = AnyGame::new(cell.options);
            for (ply, turn) in line.opening.iter().chain(&line.turns).enumerate() {
                let seat = game.seat_to_move();
                if ply >= line.opening.len()
                    && let Some(seat) = seat
                    && let Some(keeps) = keeps(table, &game, turn)
                {
                    let (right, all) = &mut kept[line.number().side_in(seat).index()];
                    *right += u32::from(keeps);
                    *all += 1;
                }
                // A line that was not verified may contain anything.
                let Ok(next) = game.play_text(turn) else { break };
                game = next;
            }
        }
        MatchSide::BOTH.map(|side| {
            let (right, all) = kept[side.index()];
            (all > 0).then(|| f64::from(right) / f64::from(all))
        })
    }
}

/// Whether a turn keeps the value of the position, including points in games that count them;
/// `None` if the table does not settle one of them.
fn keeps(table: &AnyTable, game: &AnyGame, turn: &str) -> Option<bool> {
    let solution = table.solution(game).ok()?;
    let value = |score: ExactScore| (score.value, score.margin);
    let played = solution.turns.iter().find(|solved| solved.turn == turn)?;
    Some(value(played.score?) == value(solution.score?))
}

fn key(options: AnyOptions) -> (GameKind, String) {
    (options.kind(), AnyTable::table_options(options))
}

// Ladders: how far apart players are who played against their neighbours.

/// A rung of a ladder: a player, and their distance from the lowest.
#[derive(Debug, Clone, PartialEq)]
struct Rung {
    /// Name of the player.
    player: String,
    /// Elo above the lowest player; `None` if a step below was won in every game, so that only a
    /// lower bound is known.
    above: Option<Elo>,
}

/// Adds up the steps between neighbours, each with the higher player, the lowest step first. The
/// errors of the steps are independent, so their squares add up.
fn ladder(lowest: &str, steps: &[(String, Elo)]) -> Vec<Rung> {
    let zero = Elo { estimate: 0.0, low: 0.0, high: 0.0 };
    let mut rungs = vec![Rung { player: lowest.to_owned(), above: Some(zero) }];
    let (mut above, mut below_error, mut above_error) = (Some(0.0), 0.0_f64, 0.0_f64);
    for (player, step) in steps {
        let is_known = [step.estimate, step.low, step.high].iter().all(|elo| elo.is_finite());
        above = above.filter(|_| is_known).map(|above| above + step.estimate);
        below_error = below_error.hypot(step.estimate - step.low);
        above_error = above_error.hypot(step.high - step.estimate);
        let above = above.map(|estimate| Elo {
            estimate,
            low: estimate - below_error,
            high: estimate + above_error,
        });
        rungs.push(Rung { player: player.clone(), above });
    }
    rungs
}

// The pie rule: the value that it leaves of first turns.

/// The value of a first turn to the player who offers it under the pie rule. The other player takes
/// the better side, which leaves the worse one: the smaller of v and 1 − v.
///
/// ```text
/// v        0    0.3   0.5   0.7    1
/// with pie 0    0.3   0.5   0.3    0
/// ```
fn with_pie(value: Estimate) -> Estimate {
    let worse = |value: f64| value.min(1.0 - value);
    let (one, other) = (worse(value.low), worse(value.high));
    let holds_half = (value.low..=value.high).contains(&0.5);
    Estimate {
        value: worse(value.value),
        low: one.min(other),
        high: if holds_half { 0.5 } else { one.max(other) },
        n: value.n,
    }
}

/// Whether a value is surely between 45 and 55 %.
fn is_surely_even(value: Estimate) -> bool {
    value.low >= 0.45 && value.high <= 0.55
}

#[cfg(test)]
mod tests {
    use carrick_games::SizeLimits;

    use super::*;

    #[test]
    fn the_lead_changes_only_beyond_the_middle() {
        assert_eq!(lead_changes(&[0.6, 0.4, 0.52, 0.3, 0.48, 0.9]), 2);
        assert_eq!(lead_changes(&[0.5, 0.53]), 0);
    }

    #[test]
    fn only_the_last_third_counts_as_late() {
        let late = late_uncertainty(&[0.5, 0.5, 0.5, 0.5, 0.75, 1.0]);
        assert!((late - 0.25).abs() < 1e-6, "{late}");
        assert_eq!(late_uncertainty(&[0.5]), 1.0);
    }

    #[test]
    fn a_turn_that_throws_the_win_away_does_not_keep_the_value() {
        // Of the first turns, only b:a1, d:b1 and c:b2 win.
        let words = ["-size=2", "-noswap"];
        let options = AnyOptions::parse(GameKind::Boche, &words, SizeLimits::Scripts).unwrap();
        let mut table = AnyTable::new(options).unwrap();
        while !table.is_complete() {
            table.advance().unwrap();
        }
        let game = AnyGame::new(options);
        assert_eq!(keeps(&table, &game, "b:a1"), Some(true));
        assert_eq!(keeps(&table, &game, "a:a1"), Some(false));
        // A turn cannot lose what is already lost.
        let lost = game.play_text("b:a1").unwrap();
        let turns = lost.legal();
        assert!(turns.iter().all(|turn| keeps(&table, &lost, turn) == Some(true)));
        assert_eq!(keeps(&table, &lost, "x"), None);
    }

    #[test]
    fn steps_add_up_and_so_do_the_squares_of_errors() {
        let step =
            |estimate, error| Elo { estimate, low: estimate - error, high: estimate + error };
        let steps = [("b".to_owned(), step(100.0, 30.0)), ("c".to_owned(), step(50.0, 40.0))];
        let rungs = ladder("a", &steps);
        assert_eq!(rungs[2].above, Some(Elo { estimate: 150.0, low: 100.0, high: 200.0 }));
        let endless = Elo { estimate: f64::INFINITY, low: 400.0, high: f64::INFINITY };
        let rungs = ladder("a", &[("b".to_owned(), endless), ("c".to_owned(), step(1.0, 1.0))]);
        assert_eq!((rungs[1].above, rungs[2].above), (None, None));
    }

    #[test]
    fn the_better_side_is_taken() {
        let estimate = |value, low, high| Estimate { value, low, high, n: 100 };
        assert_eq!(with_pie(estimate(0.7, 0.6, 0.8)).value, 1.0 - 0.7);
        let found = with_pie(estimate(0.75, 0.625, 0.875));
        assert_eq!((found.low, found.high), (0.125, 0.375));
        let even = with_pie(estimate(0.5, 0.4375, 0.625));
        assert_eq!((even.low, even.high), (0.375, 0.5));
        assert!(!is_surely_even(even) && is_surely_even(estimate(0.5, 0.46, 0.54)));
    }
}
