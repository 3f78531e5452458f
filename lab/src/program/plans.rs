//! `carrick-lab lab`: plans of many games, their reports, and the verification of both.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result};
use carrick_cli::printed::ProgressLine;
use carrick_cli::signal;
use carrick_lab::plan::Plan;
use carrick_lab::report::{self, verify};
use carrick_lab::run::{Folder, RunStanding};

use crate::cli::{LabArguments, LabMode, LabRunArguments, LabVerifyArguments};

/// Commit that the program was built from, if its build provided it.
const COMMIT: Option<&str> = option_env!("CARRICK_COMMIT");

/// Runs `carrick-lab lab`.
pub(crate) fn run(arguments: &LabArguments, out: &mut impl Write) -> Result<bool> {
    match &arguments.what {
        LabMode::Run(arguments) => play(arguments, out),
        LabMode::Report(arguments) => report(&arguments.folder, out),
        LabMode::Verify(arguments) => check(arguments, out),
    }
}

/// Plays the rest of a plan.
fn play(arguments: &LabRunArguments, out: &mut impl Write) -> Result<bool> {
    let name = arguments.plan.display();
    let text =
        fs::read_to_string(&arguments.plan).with_context(|| format!("cannot read {name}"))?;
    let plan = Plan::read(&text, arguments.seed).with_context(|| name.to_string())?;
    let commit = COMMIT.filter(|commit| !commit.is_empty());
    let (mut folder, mut standing) = Folder::open(&arguments.out, &text, &plan, commit)?;
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.threads.unwrap_or_else(cores).min(plan.most_threads());
    signal::end_thoughts()?;
    let (mut progress, started) = (ProgressLine::start(), Instant::now());
    let stop = || signal::ended_thoughts().is_some();
    let is_complete = carrick_lab::run::run(
        &plan.cells,
        &mut folder,
        &mut standing,
        threads,
        &stop,
        |standing| {
            progress.show(|| how_far(standing, threads, started));
        },
    )?;
    drop(progress);
    let (games, folder) = (standing.games(), arguments.out.display());
    if let Some(stop) = signal::ended_thoughts().filter(|_| !is_complete) {
        eprintln!(
            "carrick-lab: interrupted with {games} games, and at most {} left; run the same command to continue",
            standing.most_left()
        );
        stop.end();
    }
    writeln!(
        out,
        "{games} games are in {folder}; `carrick-lab lab report {folder}` writes the report."
    )?;
    Ok(true)
}

/// Progress in one line.
fn how_far(standing: &RunStanding, threads: NonZeroUsize, started: Instant) -> String {
    let minutes = |time: Duration| (time.as_secs_f64() / 60.0).ceil();
    let mut line = format!(
        "{} games, at most {} left, {:.0} min",
        standing.games(),
        standing.most_left(),
        minutes(started.elapsed())
    );
    if let Some(left) = standing.time_left() {
        let about = if standing.is_time_a_guess() { "perhaps" } else { "at most" };
        line += &format!(", {about} {:.0} min left", minutes(left / threads.get() as u32));
    }
    line
}

/// Writes the report of a folder.
fn report(folder: &Path, out: &mut impl Write) -> Result<bool> {
    let files = report::report(folder)?;
    report::write(folder, &files)?;
    for file in files {
        writeln!(out, "{}", folder.join(file.name).display())?;
    }
    Ok(true)
}

/// Verifies a folder.
fn check(arguments: &LabVerifyArguments, out: &mut impl Write) -> Result<bool> {
    let found = verify(&arguments.folder, arguments.again)?;
    writeln!(
        out,
        "{} games follow the rules, the plan and the seed; {} were played again, turn for turn; {} \
         files of the report follow from them.",
        found.games, found.played_again, found.files
    )?;
    if !found.is_complete {
        writeln!(out, "The plan has not been played in full.")?;
    }
    Ok(true)
}
