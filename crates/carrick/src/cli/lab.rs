//! Arguments of `carrick lab`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values::{concurrency, seed, whole_number};

pub(super) const LAB_NOTES: &str = "\
A plan is a file of TOML: boards, players counted by nodes, openings, numbers of games. docs/lab.md
explains it. A run that was broken off goes on where it was when the same command is given again, and
the games are the same as if it had never stopped, on any machine and with any number of threads.

  carrick lab run plans/ankor-draws.toml --seed 1 --out ankor-draws
  carrick lab report ankor-draws
  carrick lab verify ankor-draws";

#[derive(Debug, Args)]
pub(crate) struct LabArguments {
    #[command(subcommand)]
    pub(crate) what: LabMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabMode {
    /// Play the games of a plan, or what is left of them
    Run(LabRunArguments),
    /// Write tables, text and plots of the games so far: summary.csv, report.md, *.svg
    Report(LabReportArguments),
    /// Replay every game by the rules, and compute the tables again
    Verify(LabVerifyArguments),
}

#[derive(Debug, Args)]
pub(crate) struct LabRunArguments {
    /// The plan, a file of TOML
    #[arg(value_name = "PLAN")]
    pub(crate) plan: PathBuf,
    /// Random seed of all games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Folder for the games, a new one or that of the same plan
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Number of games that are played at once, on one thread each [default: one for every core, as
    /// far as they need less than 2 GB together]
    #[arg(long, value_name = "COUNT", value_parser = concurrency, allow_negative_numbers = true)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub(crate) struct LabReportArguments {
    /// Folder of the games
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct LabVerifyArguments {
    /// Folder of the games
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Number of games, from the first on, that the players play again, turn for turn
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) again: u32,
}
