//! A laboratory at work: plays the cells of a plan on all cores, and keeps every game in a folder.

mod folder;
mod games;
mod line;
mod standing;
mod tally;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use carrick_engine::arena::GameNumber;

pub(crate) use self::folder::replace;
pub use self::folder::{Folder, FolderError, Origin};
pub use self::games::each_game;
pub use self::line::{Line, LineError, Winner};
pub use self::standing::Standing;
pub use self::tally::Tally;
use crate::plan::Cell;
use crate::play::{Duel, DuelError, in_order, play};

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

/// A game that was played, with its cell.
type Played<'c> = (&'c Cell, GameNumber, Duel);

/// Plays a game, unless its cell is decided meanwhile or `stop` says so.
fn work<'c>(
    (cell, number): (&'c Cell, GameNumber),
    stop: &(dyn Fn() -> bool + Sync),
    decided: &[AtomicBool],
) -> Result<Option<Played<'c>>, RunError> {
    let over = || stop() || decided[cell.number as usize].load(Ordering::Relaxed);
    let duel = play(&cell.settings, number, &over)?;
    Ok(duel.map(|duel| (cell, number, duel)))
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
    let work = |job| work(job, stop, &decided);
    let played = in_order(threads, missing, work, |played: Result<Option<Played<'_>>, _>| {
        let Some((cell, number, duel)) = played?.filter(|_| !stop()) else {
            // A game that nobody needs any more, or the end.
            return Ok(if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        };
        let is_decided = &decided[cell.number as usize];
        if is_decided.load(Ordering::Relaxed) {
            return Ok(ControlFlow::Continue(()));
        }
        let line = Line::new(cell, number, &duel, folder.origin())?;
        folder.append(&line)?;
        standing.add(cell, &line, duel.spent.iter().map(|spent| spent.time).sum());
        is_decided.store(standing.is_decided(cell), Ordering::Relaxed);
        each(standing);
        Ok::<_, RunError>(ControlFlow::Continue(()))
    });
    if played.is_err() {
        decided.iter().for_each(|cell| cell.store(true, Ordering::Relaxed));
    }
    played?;
    let complete = standing.is_complete();
    if complete {
        folder.finish()?;
    }
    Ok(complete)
}
