//! Command line arguments, parsed by clap.

mod admin;
mod games;
mod server;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use std::{env, process};

use carrick_cli::printed;
use carrick_cli::words::{GameWords, MOST_MEBIBYTES, game_options_last};
use carrick_store::Location;
use clap::builder::{Resettable, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;
use jiff::Timestamp;
use serde::Deserialize;

use crate::WRONG_SETTINGS;
use crate::cli::admin::{
    ADMIN_NOTES, BACKUP_NOTES, DOCTOR_NOTES, OUTBOX_NOTES, RECEIVE_NOTES, RESTORE_NOTES,
    UPGRADE_NOTES,
};
use crate::cli::games::{EXPORT_NOTES, IMPORT_NOTES};
use crate::cli::server::{RESET_NOTES, SERVE_NOTES, TOKEN_NOTES};
use crate::config::settings;

pub(crate) use admin::{
    AdminArguments, AdminMode, BackupArguments, DbArguments, DbMode, DoctorArguments, KeyArguments,
    KeyMode, OutboxArguments, OutboxMode, ReceiveArguments, RelayProgram, RestoreArguments,
    SetupArguments, SetupMailArguments, SetupMode, Switch, UpgradeArguments,
};
pub(crate) use games::{
    AnalyseArguments, DrawArguments, ExportArguments, ImportArguments, MapArgument, PerftArguments,
    PlayArguments, RecordFileFormat, ReplayArguments, ShowArguments, ThinkingArguments,
};
pub(crate) use server::{
    DoArguments, RatingsArguments, RatingsMode, ResetArguments, ServeArguments, ThinkingMemory,
    TickArguments, TokenArguments, WorkerArguments,
};

/// Parses the command line. If it asks for help or is wrong, prints that and exits.
pub(crate) fn read() -> Cli {
    let words = game_options_last(env::args_os().collect());
    let mut command = without_empty_variables(Cli::command());
    let parsed = command
        .try_get_matches_from_mut(&words)
        .and_then(|mut found| Cli::from_arg_matches_mut(&mut found));
    parsed.unwrap_or_else(|error| {
        let mode = words.get(1).map(|mode| mode.to_string_lossy());
        if let Some(said) = mode.and_then(|mode| in_laboratory(&mode)) {
            printed::complain("carrick", &said);
            process::exit(2);
        }
        let variable = variable_of(&error, &command, &words);
        let _ = error.print();
        if let Some(variable) = variable {
            // If standard error is closed, the exit status is all that is left.
            let _ = writeln!(io::stderr(), "\nThe value comes from the variable {variable}.");
        }
        let is_service = words.get(1).is_some_and(|mode| mode == "serve" || mode == "worker");
        let is_wrong = is_service && error.use_stderr();
        process::exit(if is_wrong { WRONG_SETTINGS.into() } else { error.exit_code() })
    })
}

/// Where to find a subcommand that has moved to `carrick-lab`, if the word is one.
pub(crate) fn in_laboratory(word: &str) -> Option<String> {
    ["arena", "lab", "solve", "puzzles"].contains(&word).then(|| {
        format!(
            "`{word}` is a command of the laboratory, which is a separate program: \
             `carrick-lab {word}`"
        )
    })
}

/// Prefix of this program's environment variables.
const PREFIX: &str = "CARRICK_";

/// The variable that names a file with the address of the database, and the variable with the
/// address itself, which the first one overrides.
const DATABASE_FILE: [&str; 2] = ["CARRICK_DB_FILE", "CARRICK_DB"];

/// The file that holds the address of the database, if a variable names one. Containers keep their
/// secrets in files.
pub(crate) fn database_file() -> Option<PathBuf> {
    env::var_os(DATABASE_FILE[0]).filter(|name| !name.is_empty()).map(PathBuf::from)
}

/// The command without its empty variables, which count as unset.
fn without_empty_variables(command: Command) -> Command {
    let names: Vec<String> =
        command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
    let command = command.mut_args(|argument| {
        let is_empty = |name: &OsStr| {
            name.to_string_lossy().starts_with(PREFIX)
                && (env::var_os(name).is_some_and(|value| value.is_empty())
                    || name == DATABASE_FILE[1] && database_file().is_some())
        };
        if argument.get_env().is_some_and(is_empty) {
            argument.env(Resettable::Reset)
        } else {
            argument
        }
    });
    names
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, without_empty_variables))
}

/// The variable that a wrong value comes from, unless it comes from the command line.
fn variable_of(error: &clap::Error, command: &Command, words: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(shown)) = error.get(ContextKind::InvalidArg) else { return None };
    let mut found = command;
    for word in words.iter().skip(1) {
        found = found.find_subcommand(word).unwrap_or(found);
    }
    let argument = found.get_arguments().find(|argument| argument.to_string() == *shown)?;
    let flag = format!("--{}", argument.get_long()?);
    let is_flag = |word: &OsString| word.to_string_lossy().starts_with(&flag);
    let variable = argument.get_env()?;
    let is_set = env::var_os(variable).is_some() && !words.iter().any(is_flag);
    is_set.then(|| variable.to_string_lossy().into_owned())
}

/// Variables that have our prefix but set nothing.
pub(crate) fn unknown_variables() -> Vec<String> {
    fn add(command: &Command, names: &mut BTreeSet<OsString>) {
        names.extend(command.get_arguments().filter_map(Arg::get_env).map(OsStr::to_owned));
        command.get_subcommands().for_each(|one| add(one, names));
    }
    let mut known = BTreeSet::new();
    add(&Cli::command(), &mut known);
    known.extend(settings::variable_names().map(OsString::from));
    known.insert(DATABASE_FILE[0].into());
    let set = env::vars_os().map(|(name, _)| name).filter(|name| !known.contains(name));
    let set = set.map(|name| name.to_string_lossy().into_owned());
    set.filter(|name| name.starts_with(PREFIX)).collect()
}

/// Server and toolbox for four connection games: Ankor, Boche, Antipod and Anchor.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) mode: Mode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Mode {
    /// Run one command of the server, such as "ankor move 101 alice - d3"
    Do(DoArguments),
    /// Serve the site: games in the browser, against people and the computer
    #[command(after_help = SERVE_NOTES)]
    Serve(Box<ServeArguments>),
    /// Read an email from standard input and run its commands
    #[command(after_help = RECEIVE_NOTES)]
    Receive(ReceiveArguments),
    /// Set up parts of the server
    Setup(SetupArguments),
    /// Test the mail setup by sending an email to the server itself
    #[command(after_help = DOCTOR_NOTES)]
    Doctor(DoctorArguments),
    /// Look after outgoing mail: emails that are queued or that could not be delivered
    #[command(after_help = OUTBOX_NOTES)]
    Outbox(OutboxArguments),
    /// Do what is due: send reminders, forfeit games, drop games that never began, end vacations
    Tick(TickArguments),
    /// Play the computer's turns, until stopped
    Worker(WorkerArguments),
    /// Make a token that lets a program play for a user, and print it
    #[command(after_help = TOKEN_NOTES)]
    Token(TokenArguments),
    /// Make a link with which a user can set new passwords, and print it
    #[command(after_help = RESET_NOTES)]
    Reset(ResetArguments),
    /// Look after accounts and boards: list, suspend, rename, delete remarks
    #[command(after_help = ADMIN_NOTES)]
    Admin(AdminArguments),
    /// Make a complete, verified copy of the database while everything runs
    #[command(after_help = BACKUP_NOTES)]
    Backup(BackupArguments),
    /// Replace the database with a backup
    #[command(after_help = RESTORE_NOTES)]
    Restore(RestoreArguments),
    /// Upgrade a database of an earlier release, after copying it
    #[command(after_help = UPGRADE_NOTES)]
    Upgrade(UpgradeArguments),
    /// Look after the server's secret key
    Key(KeyArguments),
    /// Move a database between a file and a PostgreSQL server
    Db(DbArguments),
    /// Look after the ratings
    Ratings(RatingsArguments),
    /// Write games as records: JSON, SGF or lines of plain moves
    #[command(after_help = EXPORT_NOTES)]
    Export(ExportArguments),
    /// Read records into the database: all of them, or none if one is wrong
    #[command(after_help = IMPORT_NOTES)]
    Import(ImportArguments),
    /// Play a game at this terminal, against another person or the computer
    Play(PlayArguments),
    /// Find the best turns in a position, and their values
    Analyse(AnalyseArguments),
    /// Print the legal turns of a position, one per line, in byte order
    Legal(GameWords),
    /// Draw a position
    Show(ShowArguments),
    /// Play turns from the start, or a record (JSON, SGF or a line) named instead of the game, and
    /// print the final position
    Replay(ReplayArguments),
    /// Count the sequences of a given number of turns
    Perft(PerftArguments),
    /// Draw a position to an SVG or PNG file
    Draw(DrawArguments),
    /// Print the version, and how the program was built
    Version(VersionArguments),
    /// Print a script that completes command lines in your shell
    #[command(after_help = COMPLETIONS_NOTES)]
    Completions(CompletionsArguments),
    /// Write man pages, one for each subcommand
    #[command(after_help = MAN_NOTES)]
    Man(ManArguments),
    /// Explain a subcommand, a game (`carrick help ankor`), a command for `do` (`carrick help
    /// move`), or a first game (`carrick help tutorial`)
    #[command(alias = "rules")]
    Help {
        /// What to explain
        #[arg(value_name = "SUBJECT")]
        words: Vec<String>,
    },
}

// Arguments of the subcommands about the program itself.

#[derive(Debug, Args)]
pub(crate) struct VersionArguments {
    /// Print a JSON object: version, commit, target, schema, features
    #[arg(long)]
    pub(crate) json: bool,
}

const MAN_NOTES: &str = "\
The Debian package includes the pages. Otherwise:

  carrick man --out man1
  man -l man1/carrick-serve.1";

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// Folder for the pages, created if it does not exist
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
}

const COMPLETIONS_NOTES: &str = "\
The Debian package includes the scripts for bash, zsh and fish. Otherwise:

  carrick completions bash > ~/.local/share/bash-completion/completions/carrick
  carrick completions fish > ~/.config/fish/completions/carrick.fish
  carrick completions zsh > _carrick    into a folder of $fpath";

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    pub(crate) shell: Shell,
}

// Arguments shared by several subcommands.

/// Database and key. Programs that share both are parts of one server.
#[derive(Debug, Clone, Args)]
pub(crate) struct ConfigArguments {
    /// The server's secret key, created if it does not exist [default: next to the database, ending
    /// in .key]
    #[arg(long, value_name = "FILE", env = "CARRICK_KEY")]
    pub(crate) key: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseArguments,
}

/// Location of the database, or the configuration file that names it.
#[derive(Debug, Clone, Args)]
pub(crate) struct DatabaseArguments {
    /// A settings file, in TOML, which can name the database [default: if --db does not name it,
    /// your own carrick.toml in this folder, or else /etc/carrick.toml]
    #[arg(long, value_name = "FILE", env = "CARRICK_CONFIG", global = true)]
    pub(crate) config: Option<PathBuf>,
    /// The database: a file, created if it does not exist, or postgres://USER@HOST/DATABASE
    /// [default: the address in the file named by CARRICK_DB_FILE, or else carrick/carrick.db in
    /// the user's data folder]
    #[arg(long, value_name = "FILE", env = "CARRICK_DB", hide_env_values = true)]
    #[arg(value_parser = LocationParser, global = true)]
    pub(crate) db: Option<Location>,
}

/// The time at which a command runs.
#[derive(Debug, Args)]
pub(crate) struct ClockArguments {
    /// Act as if it were this time, such as 2008-05-01T12:00:00Z: for tests, and to enter turns
    /// again, at their original times, after restoring an older backup
    #[arg(long, value_name = "TIME", value_parser = moment, global = true)]
    pub(crate) now: Option<Timestamp>,
}

// Parsers of numeric arguments, with their error messages.

/// Maximum number of threads: more than any search can use.
const MOST_THREADS: usize = 256;

/// Parses the location of a database. Its error does not repeat the location, which may contain a
/// password.
#[derive(Debug, Clone, Copy)]
struct LocationParser;

impl TypedValueParser for LocationParser {
    type Value = Location;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Location, clap::Error> {
        Location::read(value)
            .map_err(|error| command.clone().error(ErrorKind::ValueValidation, error))
    }
}

fn threads(text: &str) -> Result<usize, String> {
    number_of_threads(text.parse().unwrap_or_default())
}

/// Checks a number of threads from a configuration file.
pub(crate) fn number_of_threads(threads: usize) -> Result<usize, String> {
    let fits = (1..=MOST_THREADS).contains(&threads);
    let expected = || format!("a number of threads from 1 to {MOST_THREADS} is expected");
    fits.then_some(threads).ok_or_else(expected)
}

/// Minimum memory of the computer, in MiB.
const LEAST_MEBIBYTES: usize = 64;

/// Parses the memory limit of searches, in MiB.
fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().map_err(|_| wrong_memory())?;
    thinking_memory(number)
}

/// Checks a memory limit from a configuration file, in MiB.
pub(crate) fn thinking_memory(mebibytes: usize) -> Result<usize, String> {
    let fits = (LEAST_MEBIBYTES..=MOST_MEBIBYTES).contains(&mebibytes);
    if fits { Ok(mebibytes) } else { Err(wrong_memory()) }
}

fn wrong_memory() -> String {
    format!("a number of MiB from {LEAST_MEBIBYTES} to {MOST_MEBIBYTES} is expected")
}

/// Parses a number of turns to show.
fn lines(text: &str) -> Result<usize, String> {
    let lines = text.parse().ok().filter(|&lines| lines >= 1);
    lines.ok_or_else(|| format!("a number of turns from 1 to {} is expected", usize::MAX))
}

/// Parses the time of a search.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0.001 to 1000000 is expected".to_owned())
}

/// A timeout in whole seconds, up to a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct Seconds(u64);

impl Seconds {
    pub(crate) const fn duration(self) -> Duration {
        Duration::from_secs(self.0)
    }
}

impl TryFrom<u64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: u64) -> Result<Self, &'static str> {
        let fits = (1..=86_400).contains(&seconds);
        if fits {
            Ok(Self(seconds))
        } else {
            Err("a number of seconds from 1 to 86400 is expected")
        }
    }
}

impl FromStr for Seconds {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        Self::try_from(text.parse::<u64>().unwrap_or_default())
    }
}

fn days(text: &str) -> Result<NonZeroU16, String> {
    text.parse().map_err(|_| format!("a number of days from 1 to {} is expected", u16::MAX))
}

fn connections(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "a number of connections, at least 1, is expected")
}

fn moment(word: &str) -> Result<Timestamp, &'static str> {
    word.parse().map_err(|_| "expected a date, a time and its zone, such as 2008-05-01T12:00:00Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(line: &str) -> Mode {
        let words = line.split(' ').map(OsString::from).collect();
        Cli::try_parse_from(game_options_last(words)).unwrap().mode
    }

    #[test]
    fn options_may_be_anywhere() {
        for line in [
            "carrick perft --depth 3 anchor -handicap=2 E5",
            "carrick perft anchor -handicap=2 E5 --depth 3",
            "carrick perft anchor E5 --depth=3 -handicap=2",
        ] {
            let Mode::Perft(PerftArguments { depth: 3, game }) = reads(line) else {
                panic!("{line}");
            };
            assert_eq!(
                (game.game.as_str(), game.words.join(" ")),
                ("anchor", "E5 -handicap=2".into())
            );
        }
    }

    #[test]
    fn a_command_for_the_server_keeps_its_order() {
        let Mode::Do(arguments) =
            reads("carrick do --as ann ankor challenge -size=5 --unrated ann bob")
        else {
            panic!("not a command");
        };
        assert_eq!(arguments.user.as_deref(), Some("ann"));
        assert_eq!(arguments.command.join(" "), "ankor challenge -size=5 --unrated ann bob");
    }
}
