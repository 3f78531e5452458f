//! Arguments of `carrick solve`.

use std::path::PathBuf;

use clap::Args;

use super::games::GameWords;
use super::values::{nodes, seed, table};

pub(super) const SOLVE_NOTES: &str = "\
Ankor and Boche up to size 4, Anchor up to size 3 and Antipod up to radius 3 are solved in full where
--memory allows it. On other boards the engine looks for proofs within its bounds, and says of the
rest that it is not settled. docs/certificates.md describes the files, and how to check them.

  carrick solve ankor -size=4
  carrick solve boche -size=3 -kill=3 -noswap --certificate boche3.table
  carrick solve anchor -size=3 --memory 1200 --resume anchor3.table";

#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    /// Write the table of all states into a file, with which others can check the values
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Write the winner's strategy into a file: one winning turn for every answer, in Boche and
    /// Antipod
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<PathBuf>,
    /// Keep the work in this file while it lasts, and go on from there; a finished table or search
    /// is used as it is
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Maximum memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = table, allow_negative_numbers = true)]
    pub(crate) memory: usize,
    /// Print one JSON object: value, distance, turns
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the first turns, coloured by their value, into a file whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Number of positions to search, on boards that are too large to be solved in full
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Random seed of that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) game: GameWords,
}
