//! A laboratory at work: plays the cells of a plan on all cores, and keeps every game in a folder.

mod folder;
mod games;
mod line;
mod standing;
mod tally;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::arena::GameNumber;

pub(crate) use self::folder::replace;
pub use self::folder::{Folder, FolderError, Origin};
pub use self::games::each_game;
pub use self::line::{Line, LineError, Winner};
pub use self::standing::Standing;
pub use self::tally::Tally;
use crate::plan::Cell;
use crate::play::{Clock, DuelError, in_order, play};

/// Why a laboratory stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A player was at fault.
    #[error(transparent)]
    Duel(#[from] DuelError),
    /// A game is no game of its cell, which is a bug.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A game could not be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Games that are still to play: every cell in turn, without those that are decided.
struct Missing<'r> {
    cells: &'r [Cell],
    decided: &'r [AtomicBool],
    cell: usize,
    game: u32,
}

impl<'r> Iterator for Missing<'r> {
    type Item = (&'r Cell, GameNumber);

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

/// Plays a game of a cell, and judges it where it is one of those. Returns its line and the
/// processor time that it took; `None` when `over` broke it off.
///
/// # Errors
/// When a player is at fault.
pub fn play_line(
    cell: &Cell,
    number: GameNumber,
    origin: &Origin,
    over: &(dyn Fn() -> bool + Sync),
) -> Result<Option<(Line, Duration)>, RunError> {
    let clock = Clock::start(None);
    let Some(duel) = play(&cell.settings, number, over)? else { return Ok(None) };
    let judge = match cell.judge_of(number) {
        Some(judge) => match judge.values(&duel.opening, &duel.game, over) {
            None => return Ok(None),
            values => values,
        },
        None => None,
    };
    Ok(Some((Line::new(cell, number, &duel, judge, origin)?, clock.used())))
}

/// Plays what is missing in a folder, until all is played or `stop` says so. Calls `each` after
/// every game. Returns whether all is played.
///
/// The games and their order in the folder depend on neither the number of threads nor on where
/// earlier runs were broken off.
///
/// # Errors
/// When a game cannot be written, or a player is at fault.
pub fn run(
    cells: &[Cell],
    folder: &mut Folder,
    standing: &mut Standing,
    threads: NonZeroUsize,
    stop: &(dyn Fn() -> bool + Sync),
    mut each: impl FnMut(&Standing),
) -> Result<bool, RunError> {
    let decided: Vec<AtomicBool> = standing.decided().map(AtomicBool::new).collect();
    let (cell, game) = standing.next();
    let missing = Missing { cells, decided: &decided, cell, game };
    let (origin, failed) = (folder.origin().clone(), AtomicBool::new(false));
    let work = |(cell, number): (&Cell, GameNumber)| {
        let is_over = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let over = || stop() || is_over(&decided[cell.number as usize]) || is_over(&failed);
        play_line(cell, number, &origin, &over)
    };
    let mut take = |line: Line, time| {
        let cell = &cells[line.cell as usize];
        let is_decided = &decided[line.cell as usize];
        // Games beyond the end of a cell may have been played on other threads.
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
