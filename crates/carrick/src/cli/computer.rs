//! Arguments of `carrick analyse` and `carrick arena`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use carrick_engine::arena::{Openings, Sprt};
use clap::{ArgGroup, Args, ValueEnum};

use super::common::TablesArguments;
use super::games::GameWords;
use super::values::{
    concurrency, lines, nodes, seconds, seed, table, threads, turn_seconds, whole_number,
};

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

/// A match between two players, and its file.
#[derive(Debug, Args)]
pub(crate) struct ArenaArguments {
    /// random, casual, uct, rave, novice1 and so on, level1 to level9, full, plain, tree, or
    /// pairing (Antipod); uct:10000, rave:10000, full:10000, plain:10000 and tree:10000 use that
    /// number of nodes a turn; tree,prior=4,amaf=20 searches with other constants
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The opponent of A
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// ankor, boche, antipod or anchor
    pub(crate) game: String,
    /// Options such as -size=5, and turns with which every game begins, before its opening
    #[arg(value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
    /// Number of games, even [default: 100; with --sprt as many as it takes]
    #[arg(long, value_name = "COUNT", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) games: Option<u32>,
    /// Stop as soon as it is clear that A is more than LOW Elo better, or less than HIGH:
    /// --sprt=0,20 (a sequential test that errs once in twenty)
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Processor time that a player may use for a turn [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = turn_seconds, allow_negative_numbers = true, conflicts_with = "nodes")]
    pub(crate) seconds: Option<f64>,
    /// Number of nodes that a player may search for a turn, in place of a time; then the same seed
    /// gives the same games
    #[arg(long, value_name = "COUNT", value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Number of games that are played at once, on one thread each [default: one for every core]
    #[arg(long, value_name = "COUNT", value_parser = concurrency, allow_negative_numbers = true)]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// Random seed of the openings and the players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// How games are opened, both of a pair alike: a number of random turns, or even:8 for turns
    /// that are chosen among random ones so that the game stays even, after any turns that were
    /// named. Where a swap is possible, the opening goes on until it no longer is; with 0 the
    /// players open themselves
    #[arg(long, value_name = "[even:]TURNS", default_value = "2", allow_negative_numbers = true)]
    pub(crate) openings: Openings,
    /// Keep every game in this file, a line of JSON each; an interrupted match continues from there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
