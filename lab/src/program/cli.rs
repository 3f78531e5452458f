//! Command line arguments, parsed by clap.

use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use carrick_cli::tables::TablesArguments;
use carrick_cli::words::{GameWords, game_options_last, nodes, seed, table, whole_number};
use carrick_engine::Level;
use carrick_lab::arena::{Openings, Sprt};
use clap::{Args, Parser, Subcommand};

/// Parses the command line. If it asks for help or has an error, prints that and ends the program.
pub(crate) fn read() -> LabCli {
    LabCli::parse_from(game_options_last(env::args_os().collect()))
}

/// Laboratory of the four games: matches, plans of many games, exact values, puzzles.
#[derive(Debug, Parser)]
#[command(name = "carrick-lab", version, arg_required_else_help = true)]
pub(crate) struct LabCli {
    #[command(subcommand)]
    pub(crate) mode: LabCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabCommand {
    /// Play a match between two computer players, and measure how much stronger one of them is
    Arena(ArenaArguments),
    /// Play a plan of many games, report what they show, and verify the report
    #[command(after_help = LAB_NOTES)]
    Lab(LabArguments),
    /// Find the exact values of a position and of its turns
    #[command(after_help = SOLVE_NOTES)]
    Solve(SolveArguments),
    /// Mine games for puzzles: positions in which exactly one turn wins
    #[command(after_help = PUZZLES_NOTES)]
    Puzzles(PuzzlesArguments),
    /// Measure how strong the computer is, and write the page about it; run this in the root of a
    /// clone
    Strength(StrengthArguments),
    /// Measure the values of first turns, and write the engine's table; run this in the root of a
    /// clone, with the program carrick next to this one
    Openings,
}

/// What to measure, and for how long.
#[derive(Debug, Args)]
pub(crate) struct StrengthArguments {
    /// Number of games of each match
    #[arg(long, value_name = "COUNT", default_value_t = 200, value_parser = whole_number)]
    pub(crate) games: u32,
    /// Processor time that a player may use for a turn
    #[arg(long, value_name = "SECONDS", default_value_t = 0.1, value_parser = turn_seconds)]
    pub(crate) seconds: f64,
    /// Start no games after this time, except those of the current part
    #[arg(long, value_name = "MINUTES")]
    pub(crate) minutes: Option<f64>,
    /// Play only four games of each match, and estimate how long the others would take
    #[arg(long)]
    pub(crate) estimate: bool,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    pub(crate) seed: u64,
    /// Folder for the games [default: target/strength/ and the commit]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Boards for all levels, such as "antipod -radius=4" [default: the usual ones]
    #[arg(value_name = "GAME OPTIONS")]
    pub(crate) boards: Vec<String>,
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
    /// Options such as -size=5, and turns with which every game starts, before its opening
    #[arg(value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
    /// Number of games, even [default: 100; with --sprt as many as it takes]
    #[arg(long, value_name = "COUNT", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) games: Option<u32>,
    /// Stop as soon as it is clear that A is more than LOW Elo better, or less than HIGH:
    /// --sprt=0,20 (a sequential test that is wrong once in twenty times)
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Processor time that a player may use for a turn [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = turn_seconds, allow_negative_numbers = true, conflicts_with = "nodes")]
    pub(crate) seconds: Option<f64>,
    /// Number of nodes that a player may search for a turn, instead of a time; the same seed then
    /// gives the same games
    #[arg(long, value_name = "COUNT", value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Number of games to play at the same time, on one thread each [default: one for every core]
    #[arg(long, value_name = "COUNT", value_parser = concurrency, allow_negative_numbers = true)]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// Random seed of the openings and the players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// How both games of a pair are opened: a number of random turns, or even:8 for turns chosen
    /// among random ones so that the game stays even, after any turns given above. If a swap is
    /// possible, the opening continues until it no longer is; with 0 the players open themselves
    #[arg(long, value_name = "[even:]TURNS", default_value = "2", allow_negative_numbers = true)]
    pub(crate) openings: Openings,
    /// Keep every game in this file, one line of JSON each; an interrupted match continues from
    /// there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

const LAB_NOTES: &str = "\
A plan is a file of TOML: boards, players counted by nodes, openings, numbers of games. docs/lab.md
explains it. To continue an interrupted run, run the same command again. The games are the same as if
it had never stopped, on any machine and with any number of threads.

  carrick-lab lab run lab/plans/ankor-draws.toml --seed 1 --out ankor-draws
  carrick-lab lab report ankor-draws
  carrick-lab lab verify ankor-draws";

#[derive(Debug, Args)]
pub(crate) struct LabArguments {
    #[command(subcommand)]
    pub(crate) what: LabMode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LabMode {
    /// Play the games of a plan, or the rest of them
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
    /// Folder for the games: a new one, or one with games of the same plan
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Number of games to play at the same time, on one thread each [default: one for every core,
    /// if they need less than 2 GB together]
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
    /// Number of games, from the first on, for the players to play again, turn for turn
    #[arg(long, value_name = "COUNT", default_value_t = 0, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) again: u32,
}

const SOLVE_NOTES: &str = "\
Ankor and Boche up to size 4, Anchor up to size 3 and Antipod up to radius 3 are solved in full if
--memory allows it. On other boards the engine looks for proofs within its limits; what it cannot prove
is shown as not settled. docs/certificates.md describes the files, and how to check them.

  carrick-lab solve ankor -size=4
  carrick-lab solve boche -size=3 -kill=3 -noswap --certificate boche3.table
  carrick-lab solve anchor -size=3 --memory 1200 --resume anchor3.table";

#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    /// Write the table of all states into a file, so that others can check the values
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Write the winner's strategy into a file: one winning turn for every answer, in Boche and
    /// Antipod
    #[arg(long, value_name = "FILE")]
    pub(crate) strategy: Option<PathBuf>,
    /// Keep unfinished work in this file, and continue from there; a finished table or search is
    /// used as it is
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
    /// Number of positions to search on boards that are too large to be solved in full
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Random seed of that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

const PUZZLES_NOTES: &str = "\
Games come from self-play between levels, or from files: matches of `carrick-lab arena`, records of
`carrick export`. To continue an interrupted run, start it again with the same arguments. The same seed
gives the same puzzles.

  carrick-lab puzzles mine boche -size=4 --games 200 --seed 1 -o boche.jsonl
  carrick-lab puzzles mine ankor --from match.jsonl -o ankor.jsonl
  carrick-lab puzzles mine antipod --from games.jsonl -o antipod.jsonl
  carrick-lab puzzles verify ankor.jsonl boche.jsonl
  carrick-lab puzzles verify                       the collection that is part of the program";

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
pub(crate) struct MineArguments {
    /// ankor, boche, antipod or anchor
    pub(crate) game: String,
    /// Options such as -size=4, for games that are played now
    #[arg(value_name = "OPTION")]
    pub(crate) words: Vec<String>,
    /// The file of puzzles, one line of JSON each; new ones are appended
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of games to look through
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) games: u32,
    /// Stop when this run has found this many puzzles
    #[arg(long, value_name = "COUNT", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) most: Option<u32>,
    /// Random seed of games that are played now
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// The two levels that play: level1 to level8, or novice1 and up
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
    /// Maximum number of puzzles for beginners in the file, which are won immediately or by passing
    #[arg(long, value_name = "COUNT", default_value_t = 10, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) at_once: u32,
    /// A file of games: a match of the arena, or records; you can give several
    #[arg(long = "from", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
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

/// Maximum number of games at the same time.
const MOST_THREADS: usize = 256;

/// Parses a number of games to play at the same time.
fn concurrency(text: &str) -> Result<NonZeroUsize, String> {
    let games = text.parse().ok().filter(|games: &NonZeroUsize| games.get() <= MOST_THREADS);
    games.ok_or_else(|| format!("a number of games from 1 to {MOST_THREADS} is expected"))
}

/// Parses the time that a player has for a turn.
fn turn_seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=3600.0).contains(seconds));
    seconds.ok_or("a time from 0.001 to 3600 is expected")
}
