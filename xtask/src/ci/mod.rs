//! `cargo xtask ci`: everything that must pass before a change is merged.
//!
//! Suites that need programs from outside (a mail server, proxies, a browser) run where those are
//! installed. With `--install`, or `CI=true` in the environment, the Debian packages are installed
//! first; otherwise a suite whose programs are missing is named at the end as not run.
//!
//! Browser tests run beside steps that keep the processors busy. A file of them that fails is run
//! once more when those are done; if it passes then, it is named at the end as flaky.

mod plan;
mod step;
mod steps;
mod suite;

use std::collections::BTreeSet;
use std::env;
use std::process::ExitCode;
use std::time::Instant;

use self::step::passed;
use self::suite::{POSTFIX, PROXIES, SUITES};
use crate::packages;

pub(crate) const USAGE: &str = "cargo xtask ci [--install]";

/// Runs all steps; `words` are the arguments after `ci`.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let mut install = env::var_os("CI").is_some_and(|value| value == "true");
    for word in words {
        if word != "--install" {
            eprintln!("`{word}` is not understood.\nUsage: {USAGE}");
            return ExitCode::from(2);
        }
        install = true;
    }
    let missing: BTreeSet<&str> = SUITES.iter().flat_map(|suite| suite.missing()).collect();
    let missing: Vec<&str> = missing.into_iter().collect();
    if install && !missing.is_empty() {
        eprintln!("== installing {}", missing.join(", "));
        if let Err(error) = packages::install(&missing) {
            eprintln!("== The packages were not installed: {error}");
            return ExitCode::FAILURE;
        }
    }
    let start = Instant::now();
    let features = match (POSTFIX.can_run(), PROXIES.can_run()) {
        (true, true) => "carrick/postfix,carrick/proxies",
        (true, false) => "carrick/postfix",
        (false, true) => "carrick/proxies",
        (false, false) => "",
    };
    let steps = match steps::plan(features).and_then(|plan| plan.run()) {
        Ok(steps) => steps,
        Err(error) => {
            eprintln!("== The steps cannot be run: {error}");
            return ExitCode::FAILURE;
        }
    };
    eprintln!();
    for step in &steps {
        eprintln!("== {step}");
    }
    if !passed(&steps) {
        return ExitCode::FAILURE;
    }
    let minutes = start.elapsed().as_secs().div_ceil(60);
    let absent: Vec<_> = SUITES.into_iter().filter(|suite| !suite.can_run()).collect();
    if absent.is_empty() {
        eprintln!("\nEverything passes, in {minutes} min.");
        return ExitCode::SUCCESS;
    }
    eprintln!("\nWhat was run passes, in {minutes} min. Not run:");
    for suite in absent {
        let missing = suite.missing();
        let line = match missing[..] {
            [] => "as root".to_owned(),
            _ => packages::install_line(&missing),
        };
        eprintln!("  {}; to run it: {line}", suite.name);
    }
    eprintln!("`{USAGE}` with `--install` installs all of them first.");
    ExitCode::SUCCESS
}
