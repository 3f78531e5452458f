//! `carrick-lab puzzles`: mines games for puzzles, and proves them again. This part has the files
//! and the games; the search for puzzles is in [`carrick_coach::puzzle`].

mod file;
mod games;
mod mine;
mod report;
mod standing;
mod verify;

use std::io::Write;

use anyhow::Result;

use crate::cli::{PuzzlesArguments, PuzzlesMode};

/// Mines or verifies. Returns whether all puzzles could be verified.
pub(crate) fn run(arguments: &PuzzlesArguments, out: &mut impl Write) -> Result<bool> {
    match &arguments.what {
        PuzzlesMode::Mine(arguments) => mine::run(arguments, out),
        PuzzlesMode::Verify(arguments) => verify::run(arguments, out),
    }
}
