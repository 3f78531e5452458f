//! Carrick: server and toolbox for Ankor, Boche, Antipod and Anchor.

mod analyse;
mod cli;
mod config;
mod games;
mod keep;
mod mail;
mod program;
mod serve;
mod shell;
mod system;
mod tasks;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use carrick_cli::printed::{self, Printed};
use carrick_cli::signal;
use carrick_server::Failure;
use carrick_store::StoreError;

use crate::cli::{Mode, SetupMode};
use crate::config::{WrongSettings, key, settings};
use crate::games::{hotseat, script};
use crate::keep::{backup, export, import};
use crate::mail::{doctor, setup};

/// An allocator that returns the memory of large emails to the system, whichever threads read them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    signal::note_file_size();
    let cli = cli::read();
    if let Mode::Receive(arguments) = &cli.mode {
        return mail::receive_mail(arguments);
    }
    let mut out = Printed(io::BufWriter::new(io::stdout().lock()));
    let is_service = matches!(cli.mode, Mode::Serve(_) | Mode::Worker(_));
    let log = system::check().map_err(|error| match is_service {
        true => WrongSettings::mark(error),
        false => error,
    });
    let done = log.and_then(|()| match cli.mode {
        Mode::Do(arguments) => tasks::act(&arguments, &mut out),
        Mode::Serve(arguments) => serve::run(&arguments, &mut out),
        // Its answer is for a relay, and was printed above.
        Mode::Receive(_) => Ok(true),
        Mode::Token(arguments) => tasks::token(&arguments, &mut out),
        Mode::Reset(arguments) => tasks::reset_password(&arguments, &mut out),
        Mode::Setup(arguments) => match &arguments.what {
            SetupMode::Mail(arguments) => setup::mail(arguments, &mut out),
            SetupMode::Settings => settings::print(&mut out),
        },
        Mode::Doctor(arguments) => doctor::run(&arguments, &mut out),
        Mode::Outbox(arguments) => mail::outbox(&arguments, &mut out),
        Mode::Admin(arguments) => tasks::admin(&arguments, &mut out),
        Mode::Tick(arguments) => tasks::tick(&arguments, &mut out),
        Mode::Worker(arguments) => tasks::work(&arguments, &mut out),
        Mode::Backup(arguments) => backup::back_up(&arguments, &mut out),
        Mode::Restore(arguments) => backup::restore(&arguments, &mut out),
        Mode::Upgrade(arguments) => backup::upgrade(&arguments, &mut out),
        Mode::Key(arguments) => key::run(&arguments, &mut out),
        Mode::Db(arguments) => backup::copy_database(&arguments, &mut out),
        Mode::Ratings(arguments) => backup::ratings(&arguments, &mut out),
        Mode::Export(arguments) => export::run(&arguments, &mut out),
        Mode::Import(arguments) => import::run(&arguments, &mut out),
        Mode::Play(arguments) => {
            let echo = !io::stdin().is_terminal();
            hotseat::run(&arguments, &mut io::stdin().lock(), echo, &mut out)
        }
        Mode::Analyse(arguments) => analyse::run(&arguments, io::stdout().is_terminal(), &mut out),
        Mode::Legal(words) => script::legal(&words, &mut out),
        Mode::Show(arguments) => script::show(&arguments, &mut out),
        Mode::Replay(arguments) => script::replay(&arguments, &mut out),
        Mode::Perft(arguments) => script::perft(&arguments, &mut out),
        Mode::Draw(arguments) => script::draw(&arguments),
        Mode::Version(arguments) => program::version(&arguments, &mut out),
        Mode::Completions(arguments) => program::completions(&arguments, &mut out),
        Mode::Man(arguments) => program::man(&arguments, &mut out),
        Mode::Help { words } => program::help(&words, &mut out),
    });
    match done.and_then(|success| Ok(out.flush().map(|()| success)?)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if printed::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            printed::complain("carrick", &explained(&error));
            ExitCode::from(if error.is::<WrongSettings>() { WRONG_SETTINGS } else { 2 })
        }
    }
}

/// Exit status of a server whose settings are wrong (`EX_CONFIG`), which tells a service manager
/// not to restart it.
pub(crate) const WRONG_SETTINGS: u8 = 78;

/// An error with its causes.
fn explained(error: &anyhow::Error) -> String {
    // The database's own message does not help users; our sentence names the file.
    if error.is::<StoreError>() || error.is::<Failure>() {
        return error.to_string();
    }
    printed::explained(error)
}
