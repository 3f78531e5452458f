//! Arguments of the subcommands for games without a server: play, legal, show, draw, perft.

use std::path::PathBuf;

use carrick_cli::tables::TablesArguments;
use carrick_cli::words::{GameWords, nodes, seed, table, whole_number};
use carrick_engine::Level;
use carrick_games::GameKind;
use carrick_service::{Userid, UseridError};
use clap::{ArgGroup, Args, ValueEnum};

use crate::cli::{ClockArguments, DatabaseArguments, lines, seconds, threads};

/// A game, its options, and the turns to start with.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Play against the computer at this level: 1 to 9, or novice1, novice2 and so on for beginners
    /// (how many depends on the game)
    #[arg(long, value_name = "novice1..|1..9", allow_negative_numbers = true)]
    pub(crate) level: Option<Level>,
    /// You are the first player, who begins, and the computer is second: the default. In Anchor
    /// with a handicap, the first player gets the handicap stones and the second player begins
    #[arg(long, conflicts_with = "second")]
    pub(crate) first: bool,
    /// The computer is the first player, and you are second
    #[arg(long)]
    pub(crate) second: bool,
    #[command(flatten)]
    pub(crate) thinking: ThinkingArguments,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
    #[arg(help = GameKind::listed("or"))]
    pub(crate) game: String,
    /// Options such as -size=5, then turns that have already been played
    #[arg(value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// Leave out the letters and numbers of rows, and the names of spots
    #[arg(long)]
    pub(crate) bare: bool,
    /// With Anchor's dead stones and territory, as if the game ended here
    #[arg(long)]
    pub(crate) score: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// Print one JSON object: to_move, turns, result, reason, proof, cells, score
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
pub(crate) struct DrawArguments {
    /// The file for the picture, whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Width of a PNG, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) width: Option<u32>,
    /// Use colours for dark pages
    #[arg(long)]
    pub(crate) dark: bool,
    /// Leave out the labels
    #[arg(long)]
    pub(crate) bare: bool,
    /// With Anchor's dead stones and territory, as if the game ended here
    #[arg(long)]
    pub(crate) score: bool,
    /// Draw Antipod's discs one above the other, for narrow pages
    #[arg(long)]
    pub(crate) stacked: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// Number of turns in each sequence
    #[arg(long, value_name = "TURNS", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

// Arguments of `carrick export` and `carrick import`.

pub(super) const EXPORT_NOTES: &str = "\
Finished games come first, in the order in which they ended, then games in play. The same database
always gives the same bytes. Queued turns, offers, chat, addresses and passwords are not exported.

  carrick export ankor 101                     one board, as JSON
  carrick export ankor 101 -o game.sgf         the same, as SGF
  carrick export --all -o games.jsonl          every board, one per line
  carrick export --all boche -o games/ --format sgf";

pub(super) const IMPORT_NOTES: &str = "\
Every turn is checked against the rules. Players are the users with the names in the records; a name
that is new gets an account without a password (`carrick do --as ann \"change password ann -
tulip77\"` sets one). Boards keep their numbers if those are free. A game that is already here, turn
for turn, is skipped, so importing what you exported changes nothing. Finished games count for
ratings, in the order in which they ended, unless their records say that they are unrated.
Unfinished games continue, and the player to move gets the full time for the turn.

  carrick import games.jsonl
  carrick import --dry-run old/*.sgf
  carrick import --players ann,bob --unrated - < moves.txt";

#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    /// Every board, or every board of the named games
    #[arg(long)]
    pub(crate) all: bool,
    /// Write to this file, or to a file for each board in this folder [default: standard output]
    #[arg(short, long, value_name = "FILE|FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Format of the records [default: from the file's ending (.json, .jsonl, .sgf, .txt), or else
    /// JSON]
    #[arg(long, value_enum)]
    pub(crate) format: Option<RecordFileFormat>,
    /// A game and the numbers of its boards, such as ankor 101 102; with --all, games
    #[arg(value_name = "GAME|BOARD")]
    pub(crate) words: Vec<String>,
}

/// Format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordFileFormat {
    /// AbstractPlay's game record, easy to read
    Json,
    /// JSON Lines: one game per line
    Jsonl,
    /// The Smart Game Format
    Sgf,
    /// One game per line: options, turns, result; no players and no times
    Line,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
    #[command(flatten)]
    pub(crate) clock: ClockArguments,
    /// Only print what would happen
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// The userid of a player who has another name in the records; may be given several times
    #[arg(long = "player", value_name = "NAME=USERID", value_parser = renaming)]
    pub(crate) renamed: Vec<(String, Userid)>,
    /// The players of records that do not name them, such as lines of plain moves
    #[arg(long, value_name = "FIRST,SECOND", value_delimiter = ',', num_args = 1)]
    pub(crate) players: Vec<Userid>,
    /// Refuse games of players who have no account
    #[arg(long)]
    pub(crate) known_players: bool,
    /// Do not count the games for ratings
    #[arg(long)]
    pub(crate) unrated: bool,
    /// Files with one or more records each: JSON, SGF, or lines of plain moves; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Parses `Cameron Browne=camb`.
fn renaming(word: &str) -> Result<(String, Userid), String> {
    let (name, user) =
        word.rsplit_once('=').ok_or("expected a name, = and a userid, such as 'Ann B.=ann'")?;
    Ok((name.trim().to_owned(), user.parse().map_err(|error: UseridError| error.to_string())?))
}

// Arguments of `carrick analyse`.

/// Limits of a search.
#[derive(Debug, Args)]
pub(crate) struct ThinkingArguments {
    /// Search this number of positions, however long it takes
    #[arg(long, value_name = "N", value_parser = nodes, allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Number of threads [default: all; with --nodes one, so that results can be repeated]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,
    /// Random seed: with --nodes, the same seed gives the same turns
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("where to").args(["out", "json"]).multiple(true))]
pub(crate) struct AnalyseArguments {
    /// Maximum time of the search
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds, allow_negative_numbers = true, conflicts_with = "nodes")]
    pub(crate) seconds: f64,
    #[command(flatten)]
    pub(crate) thinking: ThinkingArguments,
    /// Memory for the table of positions, which searches of Ankor and of late positions in Boche
    /// use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = table, allow_negative_numbers = true)]
    pub(crate) table: usize,
    #[command(flatten)]
    pub(crate) tables: TablesArguments,
    /// Number of turns to show
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = lines, allow_negative_numbers = true)]
    pub(crate) lines: usize,
    /// Print a JSON object per line as the search deepens: nodes, value, proved, lines; with --map,
    /// the last one is the map
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw a map of the board to a file whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Which map -o draws or --json prints [default: ownership for Anchor, worth for the other
    /// games]
    #[arg(long, value_name = "WHAT", requires = "where to")]
    pub(crate) map: Option<MapArgument>,
    /// Write numbers onto an ownership map
    #[arg(long, requires = "out")]
    pub(crate) numbers: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

/// Kind of map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapArgument {
    /// Value of a turn at each place for the player to move
    Worth,
    /// How often the player who takes a place wins, in random games
    Pivotal,
    /// Owner of each point at the end of random games, for Anchor
    Ownership,
}
