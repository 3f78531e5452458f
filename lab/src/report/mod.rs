//! Reports: measures of every cell as CSV, as text with tables and as plots.
//!
//! A report is a function of the folder's games: no clock, and chance with a fixed seed.

mod drama;
mod exact;
mod figures;
mod ladder;
mod measured;
mod pie;
mod plot;
mod table;
mod text;
mod verify;

use std::path::Path;

use carrick_engine::tables::TooFar;

use self::exact::Tables;
pub use self::figures::{Figure, Interval};
pub use self::measured::Measured;
pub use self::plot::PlotError;
pub use self::verify::{Verified, VerifyError, verify};
use crate::plan::Plan;
use crate::run::{Folder, FolderError, Origin, each_game, replace};

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
    /// A table could not be made.
    #[error("the table could not be made: {0}")]
    Table(#[from] csv::Error),
    /// A board could not be solved.
    #[error(transparent)]
    Exact(#[from] TooFar),
    /// A plot could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
}

/// Makes the report of a folder, and returns its files.
///
/// # Errors
/// When the folder cannot be read.
pub fn report(folder: &Path) -> Result<Vec<ReportFile>, ReportError> {
    let (plan, origin) = Folder::about(folder)?;
    let tables = Tables::of(&plan.cells)?;
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
/// When a file cannot be written.
pub fn write(folder: &Path, files: &[ReportFile]) -> Result<(), FolderError> {
    files.iter().try_for_each(|file| replace(&folder.join(&file.name), &file.text))
}

/// The files of a report, from what was measured in each cell.
fn files(plan: &Plan, origin: &Origin, cells: &[Measured]) -> Result<Vec<ReportFile>, ReportError> {
    let figures: Vec<Figure> = plan
        .cells
        .iter()
        .zip(cells)
        .flat_map(|(cell, measured)| figures::of(cell, measured))
        .collect();
    let plots = plot::of(plan, cells)?;
    let text = text::of(plan, origin, cells, &plots);
    let mut files = vec![
        ReportFile { name: "report.md".to_owned(), text },
        ReportFile { name: "summary.csv".to_owned(), text: table::of(origin, &figures)? },
    ];
    files.extend(plots);
    Ok(files)
}
