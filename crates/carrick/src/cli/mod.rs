//! Command line arguments, parsed by clap.

mod admin;
mod common;
mod computer;
mod games;
mod keep;
mod mail;
mod program;
mod records;
mod server;
mod values;

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::{env, process};

use crate::WRONG_SETTINGS;
use crate::config::settings;

use carrick_cli::printed;
use carrick_cli::words::{GameWords, game_options_last};
use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use self::admin::ADMIN_NOTES;
pub(crate) use self::admin::{AdminArguments, AdminMode, Switch};
pub(crate) use self::common::{ClockArguments, ConfigArguments, DatabaseArguments};
pub(crate) use self::computer::{AnalyseArguments, MapKind, ThinkingArguments};
pub(crate) use self::games::{
    DrawArguments, PerftArguments, PlayArguments, ReplayArguments, ShowArguments,
};
use self::keep::{BACKUP_NOTES, RESTORE_NOTES, UPGRADE_NOTES};
pub(crate) use self::keep::{
    BackupArguments, DbArguments, DbMode, KeyArguments, KeyMode, RestoreArguments, UpgradeArguments,
};
use self::mail::{DOCTOR_NOTES, OUTBOX_NOTES, RECEIVE_NOTES};
pub(crate) use self::mail::{
    DoctorArguments, OutboxArguments, OutboxMode, ReceiveArguments, RelayProgram, SetupArguments,
    SetupMailArguments, SetupMode,
};
use self::program::{COMPLETIONS_NOTES, MAN_NOTES};
pub(crate) use self::program::{CompletionsArguments, ManArguments, VersionArguments};
use self::records::{EXPORT_NOTES, IMPORT_NOTES};
pub(crate) use self::records::{ExportArguments, ImportArguments, RecordFormat};
pub(crate) use self::server::{
    DoArguments, RatingsArguments, RatingsMode, ResetArguments, ServeArguments, ThinkingMemory,
    TickArguments, TokenArguments, WorkerArguments,
};
use self::server::{RESET_NOTES, SERVE_NOTES, TOKEN_NOTES};

pub(crate) use self::values::{Seconds, number_of_threads, thinking_memory};

/// Parses the command line. Prints help or an error and ends the program, if that is asked for.
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
            // Where nothing can be said, the status says it.
            let _ = writeln!(io::stderr(), "\nThe value is that of the variable {variable}.");
        }
        let is_service = words.get(1).is_some_and(|mode| mode == "serve" || mode == "worker");
        let is_wrong = is_service && error.use_stderr();
        process::exit(if is_wrong { WRONG_SETTINGS.into() } else { error.exit_code() })
    })
}

/// Where a subcommand went that this program once had, if the word is one.
pub(crate) fn in_laboratory(word: &str) -> Option<String> {
    ["arena", "lab", "solve", "puzzles"].contains(&word).then(|| {
        format!(
            "`{word}` is a command of the laboratory, which is a program beside this one: \
             `carrick-lab {word}`"
        )
    })
}

/// Beginning of the names of this program's variables.
const PREFIX: &str = "CARRICK_";

/// Variable with the name of a file that holds the address of the database, and the variable with
/// the address, which does not count then.
const DATABASE_FILE: [&str; 2] = ["CARRICK_DB_FILE", "CARRICK_DB"];

/// A file that holds the address of the database, if a variable names one: secrets of containers
/// are files.
pub(crate) fn database_file() -> Option<PathBuf> {
    env::var_os(DATABASE_FILE[0]).filter(|name| !name.is_empty()).map(PathBuf::from)
}

/// The program without the variables that are set to nothing, which count as unset.
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

/// The variable that has given the value that is wrong, if it was no word of the command line.
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

/// Variables that look like ours and set nothing.
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
    /// Carry out one command of the server, such as "ankor move 101 alice - d3"
    Do(DoArguments),
    /// Serve the site: games in the browser, against people and the computer
    #[command(after_help = SERVE_NOTES)]
    Serve(Box<ServeArguments>),
    /// Take a mail from standard input and carry it out
    #[command(after_help = RECEIVE_NOTES)]
    Receive(ReceiveArguments),
    /// Set up parts of the server
    Setup(SetupArguments),
    /// Test the mail setup, by mailing oneself
    #[command(after_help = DOCTOR_NOTES)]
    Doctor(DoctorArguments),
    /// Look after outgoing mail: waiting mails, and those that were given up
    #[command(after_help = OUTBOX_NOTES)]
    Outbox(OutboxArguments),
    /// Do what is due: reminders, forfeits, boards that never began, vacations that end
    Tick(TickArguments),
    /// Play the computer's turns, until stopped
    Worker(WorkerArguments),
    /// Make a token with which a program plays for a user, and print it
    #[command(after_help = TOKEN_NOTES)]
    Token(TokenArguments),
    /// Make a link for new passwords of a user, and print it
    #[command(after_help = RESET_NOTES)]
    Reset(ResetArguments),
    /// Look after accounts and boards: list, suspend, rename, delete remarks
    #[command(after_help = ADMIN_NOTES)]
    Admin(AdminArguments),
    /// Copy the database into a file, complete and verified, while everything runs
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
    /// Move a database, between a file and a PostgreSQL server
    Db(DbArguments),
    /// Look after the ratings
    Ratings(RatingsArguments),
    /// Write games out as records: JSON, SGF or lines of plain moves
    #[command(after_help = EXPORT_NOTES)]
    Export(ExportArguments),
    /// Read records into the database, all of them or, when one is wrong, none
    #[command(after_help = IMPORT_NOTES)]
    Import(ImportArguments),
    /// Play a game at this terminal, two people in turn or one against the computer
    Play(PlayArguments),
    /// Find the best turns of a position, and their values
    Analyse(AnalyseArguments),
    /// Print the legal turns of a position, one a line, sorted bytewise
    Legal(GameWords),
    /// Draw a position
    Show(ShowArguments),
    /// Play turns from the start, or a record (JSON, SGF, a line) named in place of the game, and
    /// print the final position
    Replay(ReplayArguments),
    /// Count the sequences of exactly so many turns
    Perft(PerftArguments),
    /// Draw a position into a file, as SVG or PNG
    Draw(DrawArguments),
    /// Say which version this is, and what it was built with
    Version(VersionArguments),
    /// Print the script that completes command lines in a shell
    #[command(after_help = COMPLETIONS_NOTES)]
    Completions(CompletionsArguments),
    /// Write man pages, one for each subcommand
    #[command(after_help = MAN_NOTES)]
    Man(ManArguments),
    /// Explain a subcommand, a game (`carrick help ankor`), a command that `do` carries out
    /// (`carrick help move`), or a first game (`carrick help tutorial`)
    #[command(alias = "rules")]
    Help {
        /// Subject of the explanation
        #[arg(value_name = "SUBJECT")]
        words: Vec<String>,
    },
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
    fn options_stand_anywhere() {
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
