//! `cargo xtask simulate`: runs of the simulation of `docs/design/simulation.md`, each from a seed.

use std::process::{Command, ExitCode};

use crate::tools::{done, program};

pub(crate) const USAGE: &str = "cargo xtask simulate [--seed N [--trace] | --seeds N] [--first N] [--seconds N] [--twice N] [--keep-going]";

/// Seeds when no number is given.
const SEEDS: &str = "10000";

/// Runs seeds; the words are those of the simulation's program.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let words: Vec<String> = words.collect();
    let mut chosen = vec!["--seeds", SEEDS];
    chosen.extend(words.iter().map(String::as_str));
    let ran = program("carrick-sim").and_then(|file| done(Command::new(file).args(chosen)));
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\nUsage: {USAGE}");
            ExitCode::FAILURE
        }
    }
}
