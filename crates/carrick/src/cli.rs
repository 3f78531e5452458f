//! The command line, as clap reads it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Server and toolbox for four connection games: Ankor, Boche, Antipod and Anchor.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) mode: Mode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Mode {
    /// Carry out one command of the server, such as "ankor move 101 alice - d3"
    Do(DoArguments),
    /// Play a game at this terminal, two people in turn
    Play(GameWords),
    /// Print the legal turns of a position, one a line, sorted bytewise
    Legal(GameWords),
    /// Draw a position
    Show(ShowArguments),
    /// Play turns from the start and print the final position
    Replay(ReplayArguments),
    /// Count the sequences of exactly so many turns
    Perft(PerftArguments),
}

#[derive(Debug, Args)]
pub(crate) struct DoArguments {
    /// Act as this user, without a password: whoever holds the database is trusted
    #[arg(long = "as", value_name = "USERID", conflicts_with = "from")]
    pub(crate) user: Option<String>,
    /// Act as a mail from this address would
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) from: Option<String>,
    /// The database, made if it is not there [default: carrick/carrick.db in the user's data folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_DB")]
    pub(crate) db: Option<PathBuf>,
    /// A name for this very request: given again, it has no second effect and the same answer
    #[arg(long, value_name = "KEY")]
    pub(crate) id: Option<String>,
    /// Read the lines that go with the command from standard input (commands that make no sense
    /// without, such as chat, do so by themselves)
    #[arg(long)]
    pub(crate) body: bool,
    /// The command; several words are joined with blanks
    #[arg(required = true, allow_hyphen_values = true, trailing_var_arg = true)]
    pub(crate) command: Vec<String>,
}

/// A game, its options, and turns.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)] // else clap would read -handicap as -h
pub(crate) struct GameWords {
    /// ankor, boche, antipod or anchor
    pub(crate) game: String,
    /// Options such as -size=5, then turns. Without turns, or where - stands, they are read from
    /// standard input unless that is a terminal
    #[arg(allow_hyphen_values = true, value_name = "OPTION|TURN")]
    pub(crate) words: Vec<String>,
    /// Print help
    #[arg(long, action = clap::ArgAction::Help)]
    help: Option<bool>,
}

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
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
#[command(disable_help_flag = true)]
pub(crate) struct ReplayArguments {
    /// Print one JSON object: to_move, turns, result, reason, proof, cells, score
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) game: GameWords,
}

#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(crate) struct PerftArguments {
    /// How many turns deep
    #[arg(long, value_name = "TURNS")]
    pub(crate) depth: u32,
    #[command(flatten)]
    pub(crate) game: GameWords,
}
