//! Arguments of `carrick analyse`.

use std::path::PathBuf;

use carrick_cli::tables::TablesArguments;
use carrick_cli::values::{nodes, seed, table};
use carrick_cli::words::GameWords;
use clap::{ArgGroup, Args, ValueEnum};

use super::values::{lines, seconds, threads};

/// Limits of a search.
#[derive(Debug, Args)]
pub(crate) struct ThinkingArguments {
    /// Search this number of positions, however long it takes
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Number of threads [default: all; with --nodes one, so that the results are repeatable]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Random seed: with --nodes, the same seed gives the same turns
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where to").args(["out", "json"]).multiple(true))]
pub(crate) struct AnalyseArguments {
    /// Time of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true, conflicts_with = "nodes")]
    pub(crate) seconds: f64,
    #[command(flatten)]
    pub(crate) thinking: ThinkingArguments,
    /// Memory of the table of positions that searches of Ankor and ends of Boche have, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = table, allow_negative_numbers = true)]
    pub(crate) table: usize,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
    /// Number of turns to show
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = lines, allow_negative_numbers = true)]
    pub(crate) lines: usize,
    /// Print a JSON object a line, several as the search deepens: nodes, value, proved, lines; with
    /// --map a last one with the map
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw a map of the board into a file, whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Map that -o draws or --json prints [default: ownership for Anchor, worth for the other
    /// games]
    #[arg(long, value_name = "WHAT", requires = "where to")]
    pub(crate) map: Option<MapKind>,
    /// Write numbers onto an ownership map
    #[arg(long, requires = "out")]
    pub(crate) numbers: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

/// Kind of map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapKind {
    /// Value of a turn at each place, for the player to move
    Worth,
    /// How often the player who takes a place wins, in random games
    Pivotal,
    /// Owner of each point at the end of random games: for Anchor
    Ownership,
}
