//! Arguments of `carrick export` and `carrick import`.

use std::path::PathBuf;

use carrick_service::{Userid, UseridError};
use clap::{Args, ValueEnum};

use super::common::{ClockArguments, DatabaseArguments};

pub(super) const EXPORT_NOTES: &str = "\
Boards that have ended come first, in the order in which they did, then those in play; the same
database gives the same bytes. Queues, offers, chat, addresses and passwords stay where they are.

  carrick export ankor 101                     one board, as JSON
  carrick export ankor 101 -o game.sgf         the same, as SGF
  carrick export --all -o games.jsonl          every board, one a line
  carrick export --all boche -o games/ --format sgf";

pub(super) const IMPORT_NOTES: &str = "\
Every turn is played by the rules. Players are the users whose names the records have; those who are
none get an account without a password (`carrick do --as ann \"change password ann - tulip77\"` gives
them one). Boards keep their numbers where those are free. A game that is here already, turn for
turn, is not made again: importing what was exported changes nothing. Finished games count for
ratings, in the order in which they ended, unless their records say that they are unrated. Games
that are not over go on, and the player to move has the whole time for the turn.

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
    /// A file, or a folder that gets a file for each board [default: standard output]
    #[arg(short, long, value_name = "FILE|FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Format of the records [default: by the file's ending (.json, .jsonl, .sgf, .txt), or else
    /// JSON]
    #[arg(long, value_enum)]
    pub(crate) format: Option<RecordFormat>,
    /// A game and the numbers of its boards, such as ankor 101 102; with --all, games
    #[arg(value_name = "GAME|BOARD")]
    pub(crate) words: Vec<String>,
}

/// Format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordFormat {
    /// A game record of AbstractPlay, easy to read
    Json,
    /// JSON Lines: one game a line
    Jsonl,
    /// The Smart Game Format
    Sgf,
    /// One game a line: options, turns, result; no players and no times
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
    /// The userid of a player whom the records call otherwise; may be given several times
    #[arg(long = "player", value_name = "NAME=USERID", value_parser = renaming)]
    pub(crate) renamed: Vec<(String, Userid)>,
    /// The players of records that name none, such as lines of plain moves
    #[arg(long, value_name = "FIRST,SECOND", value_delimiter = ',', num_args = 1)]
    pub(crate) players: Vec<Userid>,
    /// Refuse games of players who have no account
    #[arg(long)]
    pub(crate) known_players: bool,
    /// Do not count the games for ratings
    #[arg(long)]
    pub(crate) unrated: bool,
    /// Files of one or many records each: JSON, SGF, or lines of plain moves; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Parses `Cameron Browne=camb`.
fn renaming(word: &str) -> Result<(String, Userid), String> {
    let (name, user) =
        word.rsplit_once('=').ok_or("expected a name, = and a userid, such as 'Ann B.=ann'")?;
    Ok((name.trim().to_owned(), user.parse().map_err(|error: UseridError| error.to_string())?))
}
