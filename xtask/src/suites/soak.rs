//! `cargo xtask soak`: hours of mixed traffic on a server, in pieces, and whether anything grows.

use std::io::Result;
use std::process::{Command, ExitCode};

use crate::tools::{carrick, done, example};

pub(crate) const USAGE: &str = "cargo xtask soak [--minutes N] [--dir FOLDER] [--users N] [--rate REQUESTS_PER_SECOND] \
                                [--program FILE]";

/// Runs one piece. The words are those of the program that does it; without `--program` it drives
/// the one that is built here.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let words: Vec<String> = words.collect();
    if words.iter().any(|word| word == "--help") {
        eprintln!("Usage: {USAGE}");
        return ExitCode::from(2);
    }
    match soak(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn soak(words: &[String]) -> Result<()> {
    let mut command = Command::new(example("carrick", "soak")?);
    if !words.iter().any(|word| word == "--program") {
        command.arg("--program").arg(carrick()?);
    }
    done(command.args(words))
}
