//! The laboratory's program: matches, plans of many games, exact values, puzzles, measurements.

mod arena;
mod cli;
mod openings;
mod plans;
mod puzzles;
mod solve;
mod strength;

use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

use carrick_cli::printed::{self, Printed};
use carrick_cli::signal;

use crate::cli::LabCommand;

/// Players allocate memory as they do in the server.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    signal::note_file_size();
    let cli = cli::read();
    let mut out = Printed(io::BufWriter::new(io::stdout().lock()));
    let done = match cli.mode {
        LabCommand::Arena(arguments) => arena::run(&arguments, &mut out),
        LabCommand::Lab(arguments) => plans::run(&arguments, &mut out),
        LabCommand::Solve(arguments) => {
            solve::run(&arguments, io::stdout().is_terminal(), &mut out)
        }
        LabCommand::Puzzles(arguments) => puzzles::run(&arguments, &mut out),
        LabCommand::Strength(arguments) => strength::run(&arguments),
        LabCommand::Openings => openings::run(),
    };
    match done.and_then(|success| Ok(out.flush().map(|()| success)?)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) if printed::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            printed::complain("carrick-lab", &printed::explained(&error));
            ExitCode::from(2)
        }
    }
}
