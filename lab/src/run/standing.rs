//! Standing of a laboratory: results of every cell, and how much is left.

use std::time::Duration;

use super::line::Line;
use super::tally::Tally;
use crate::plan::Cell;

/// Results of all cells so far.
#[derive(Debug)]
pub struct Standing {
    cells: Vec<CellStanding>,
}

#[derive(Debug, Clone, Default)]
struct CellStanding {
    tally: Tally,
    is_decided: bool,
    /// Maximum number of games.
    most: u32,
    /// Processor time of the games that this run played, and their number.
    time: Duration,
    timed: u32,
}

impl Standing {
    /// The standing before the first game.
    #[must_use]
    pub fn new(cells: &[Cell]) -> Self {
        let before =
            |cell: &Cell| CellStanding { most: cell.settings.games(), ..Default::default() };
        Self { cells: cells.iter().map(before).collect() }
    }

    /// Adds the next game of a cell that an earlier run has played.
    pub fn add_old(&mut self, cell: &Cell, line: &Line) {
        let standing = &mut self.cells[cell.number as usize];
        standing.tally.add(line);
        let games = standing.tally.games() as u32;
        let points = standing.tally.points(cell);
        standing.is_decided =
            games >= standing.most || cell.until.is_met(games, points, &standing.tally.pairs);
    }

    /// Adds the next game of a cell, and the processor time that it took.
    pub fn add(&mut self, cell: &Cell, line: &Line, time: Duration) {
        self.add_old(cell, line);
        let standing = &mut self.cells[cell.number as usize];
        standing.time += time;
        standing.timed += 1;
    }

    /// Whether a cell needs no more games.
    #[must_use]
    pub fn is_decided(&self, cell: &Cell) -> bool {
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

    /// Cell and number of the next game; the number of cells and 0 when all is played.
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

    /// Maximum number of games that are left: cells may end early.
    #[must_use]
    pub fn most_left(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.left())).sum()
    }

    /// Processor time that is left: by the mean time of each cell's games, and where this run has
    /// played none of a cell by that of the slowest. `None` before the first game of this run.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let slowest = self.cells.iter().filter_map(CellStanding::mean).max_by(f64::total_cmp)?;
        let left =
            self.cells.iter().map(|cell| f64::from(cell.left()) * cell.mean().unwrap_or(slowest));
        Duration::try_from_secs_f64(left.sum()).ok()
    }

    /// Whether some cell is left of which this run has played no game, so that the time that it
    /// takes is a guess.
    #[must_use]
    pub fn is_time_a_guess(&self) -> bool {
        self.cells.iter().any(|cell| cell.left() > 0 && cell.timed == 0)
    }
}

impl CellStanding {
    fn left(&self) -> u32 {
        if self.is_decided { 0 } else { self.most - self.tally.games() as u32 }
    }

    /// Mean processor time of a game in seconds; `None` where this run has played none.
    fn mean(&self) -> Option<f64> {
        (self.timed > 0).then(|| self.time.as_secs_f64() / f64::from(self.timed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_without_games_takes_as_long_as_the_slowest() {
        let cell = |timed: u32, millis: u64| CellStanding {
            most: 10,
            time: Duration::from_millis(millis),
            timed,
            ..CellStanding::default()
        };
        let left = |cells: &[CellStanding]| {
            let standing = Standing { cells: cells.to_vec() };
            (standing.time_left().map(|time| time.as_millis()), standing.is_time_a_guess())
        };
        assert_eq!(left(&[cell(0, 0), cell(0, 0)]), (None, true));
        assert_eq!(left(&[cell(4, 400), cell(2, 600)]), (Some(1_000 + 3_000), false));
        assert_eq!(left(&[cell(4, 400), cell(2, 600), cell(0, 0)]), (Some(7_000), true));
        let decided = CellStanding { is_decided: true, ..cell(0, 0) };
        assert_eq!(left(&[cell(4, 400), decided]), (Some(1_000), false));
    }
}
