//! Arguments of `carrick puzzles`.

use std::path::PathBuf;

use carrick_engine::Level;
use clap::{ArgGroup, Args, Subcommand};

use super::common::{DatabaseArguments, TablesArguments};
use super::values::{nodes, seed, whole_number};

pub(super) const PUZZLES_NOTES: &str = "\
Games come from self-play between levels, from files (matches of `carrick arena`, records of
`carrick export`) or from the finished boards of the database. A run that was ended goes on where it
was when it is started again with the same arguments; the same seed gives the same puzzles.

  carrick puzzles mine boche -size=4 --games 200 --seed 1 -o boche.jsonl
  carrick puzzles mine ankor --from match.jsonl -o ankor.jsonl
  carrick puzzles mine antipod --boards -o antipod.jsonl
  carrick puzzles verify ankor.jsonl boche.jsonl
  carrick puzzles verify                       the collection that is part of the program";

#[derive(Debug, Args)]
pub(crate) struct PuzzlesArguments {
    #[command(subcommand)]
    pub(crate) what: PuzzlesMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzlesMode {
    /// Look through games for positions in which exactly one turn wins
    Mine(MineArguments),
    /// Prove puzzles again
    Verify(VerifyArguments),
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("games from").args(["files", "boards"]))]
pub(crate) struct MineArguments {
    /// ankor, boche, antipod or anchor
    pub(crate) game: String,
    /// Options such as -size=4, for games that are played now
    #[arg(value_name = "OPTION")]
    pub(crate) words: Vec<String>,
    /// The file of puzzles, a line of JSON each: new ones come at its end
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of games to look through
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) games: u32,
    /// Stop when this run has found so many puzzles
    #[arg(long, value_name = "COUNT", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) most: Option<u32>,
    /// Random seed of games that are played now
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The two levels that play: level1 to level8, or novice1 and those above it
    #[arg(
        long,
        value_name = "LEVEL,LEVEL",
        value_delimiter = ',',
        num_args = 1,
        default_value = "level1,level3"
    )]
    pub(crate) players: Vec<Level>,
    /// Number of positions to look at before the end of each game
    #[arg(long, value_name = "COUNT", default_value_t = 14, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) last: u32,
    /// Maximum number of positions to search for one turn [default: by the game]
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Maximum number of puzzles in the file that are won at once or by passing, for beginners
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) at_once: u32,
    /// A file of games: a match of the arena, or records; may be given several times
    #[arg(long = "from", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Look through the finished boards of the database
    #[arg(long)]
    pub(crate) boards: bool,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// Files of puzzles [default: the collection that is part of the program]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
}
