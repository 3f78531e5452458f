//! Arguments of the subcommands for games without a server: play, legal, show, draw, perft.

use std::path::PathBuf;

use carrick_cli::tables::TablesArguments;
use carrick_cli::values::whole_number;
use carrick_cli::words::GameWords;
use carrick_engine::Level;
use carrick_games::GameKind;
use clap::Args;

use super::computer::ThinkingArguments;

/// A game, its options, and the turns to begin with.
#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    /// Play against the computer at this level: 1 to 9, or novice1, novice2 and so on for
    /// beginners, as many as the game has
    #[arg(long, value_name = "novice1..|1..9", allow_negative_numbers = true)]
    pub(crate) level: Option<Level>,
    /// You are the first player, who begins, and the computer is second: the default. In Anchor
    /// with a handicap the first player has its stones, and the second begins
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
    /// Options such as -size=5, then turns that have been played already
    #[arg(value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// Without row letters, numbers and the names of spots
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
    /// The picture's file, whose name ends in .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Width of a PNG, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) width: Option<u32>,
    /// For dark pages
    #[arg(long)]
    pub(crate) dark: bool,
    /// Without labels
    #[arg(long)]
    pub(crate) bare: bool,
    /// With Anchor's dead stones and territory, as if the game ended here
    #[arg(long)]
    pub(crate) score: bool,
    /// Antipod's discs one above the other, for narrow pages
    #[arg(long)]
    pub(crate) stacked: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// How many turns deep
    #[arg(long, value_name = "TURNS", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) game: GameWords,
}
