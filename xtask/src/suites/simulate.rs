//! `cargo xtask simulate`: runs of the simulation of `docs/design/simulation.md`, each from a seed.

use std::env;
use std::fs;
use std::io::Result;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use crate::tools::{BUILT, cargo, done, root, target};

pub(crate) const USAGE: &str = "cargo xtask simulate [--seed N [--trace] | --seeds N] [--first N] [--rounds N] [--seconds N] [--twice N] [--keep-going]";

/// Seeds when no number is given.
const SEEDS: &str = "10000";

/// Settings of cargo for the program.
const SETTINGS: &str = "xtask/simulation.toml";

/// Runs seeds; the words are those of the program.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let words: Vec<String> = words.collect();
    let ran = || -> Result<()> {
        // Where all programs are built, those of the tests are good enough.
        let program = if env::var_os(BUILT).is_none() { build()? } else { of_the_tests() };
        done(Command::new(program).args(["--seeds", SEEDS]).args(&words))
    };
    match ran() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}\nUsage: {USAGE}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the program, on the same builds of dependencies as those of all tests: their features
/// are others where nothing but programs is built.
fn build() -> Result<PathBuf> {
    let mut cargo = cargo();
    cargo.args(["build", "--quiet", "--locked", "--workspace", "--bin", "carrick-sim"]);
    done(cargo.args(["--test", "sim", "--config", SETTINGS]).current_dir(root()))?;
    let program = built();
    fs::create_dir_all(program.with_file_name(""))?;
    // One that runs cannot be written to.
    let _ = fs::remove_file(&program);
    fs::copy(of_the_tests(), &program)?;
    Ok(program)
}

/// The file of the program as cargo last built it.
fn of_the_tests() -> PathBuf {
    target().join("debug").join(format!("carrick-sim{}", env::consts::EXE_SUFFIX))
}

/// The file of the optimised program. In cargo's own folder that of other settings takes its place.
fn built() -> PathBuf {
    target().join("simulation").join(format!("carrick-sim{}", env::consts::EXE_SUFFIX))
}
