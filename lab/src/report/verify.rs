//! Verification: every game replayed, every table computed again.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::exact::Tables;
use super::{Measured, ReportError, files};
use crate::run::{Folder, FolderError, Line, LineError, RunError, Standing, each_game, play_line};

/// Findings of a verification that found no fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Number of games that were replayed.
    pub games: u64,
    /// Number of games that the players played again, turn for turn.
    pub played_again: u32,
    /// Number of files of the report that were computed again.
    pub files: usize,
    /// Whether the plan is played in full.
    pub is_complete: bool,
}

/// Fault of a laboratory.
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
    /// The players play a game otherwise now.
    #[error("game {game} of cell {cell} is played otherwise by this program")]
    PlayedOtherwise {
        /// Number of the cell.
        cell: u32,
        /// Number of the game in it.
        game: u32,
    },
    /// A game could not be played again.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The report could not be made.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A file of the report is not the one that follows from the games.
    #[error("{name} is not what follows from the games; `carrick-lab lab report` writes it again")]
    File {
        /// Its name.
        name: String,
    },
}

/// Replays every game of a folder by the rules, holds each value against plan, seed and turns, and
/// computes the files of the report again. The players play the first `again` games of the folder
/// once more, which shows that this program plays as the one that made it.
///
/// # Errors
/// The first fault.
pub fn verify(folder: &Path, again: u32) -> Result<Verified, VerifyError> {
    let (plan, origin) = Folder::about(folder)?;
    let tables = Tables::of(&plan.cells).map_err(ReportError::from)?;
    let mut standing = Standing::new(&plan.cells);
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

/// Whether a file holds exactly a text. No more of it is read than that takes.
fn holds(file: &mut File, text: &[u8]) -> bool {
    let mut found = Vec::new();
    let read = file.take(text.len() as u64 + 1).read_to_end(&mut found);
    read.is_ok() && found == text
}

/// Plays a game again and compares it.
fn plays_alike(
    line: &Line,
    cell: &crate::plan::Cell,
    origin: &crate::run::Origin,
) -> Result<(), VerifyError> {
    let again = play_line(cell, line.number(), origin, &|| false)?.map(|(again, _)| again);
    match again {
        Some(again) if again == *line => Ok(()),
        _ => Err(VerifyError::PlayedOtherwise { cell: line.cell, game: line.game }),
    }
}
