//! `cargo xtask release-check`: what takes hours and seldom finds anything. Run it before a
//! release, and after a larger change of what it tests.

use std::process::ExitCode;
use std::time::Instant;

use crate::ci::{BROWSER, IN_BROWSER, NODE, POSTGRES, PYTHON, Step, finish, prepare, run_steps};
use crate::packages::Package;
use crate::release::deb;

pub(crate) const USAGE: &str = "cargo xtask release-check [--install]";

fn steps() -> Vec<Step> {
    vec![
        Step::new(
            "slow tests",
            "cargo test --locked -- --ignored --skip behind_proxies:: --skip by_mail::",
        ),
        Step::new(
            "slow tests of the laboratory",
            "cargo test --package carrick-lab --locked -- --ignored",
        ),
        Step::new("10,000 seeds of the simulation", "xtask simulate --seeds 10000"),
        Step::new("1,000 kills on SQLite", "xtask kills --times 1000"),
        Step::new("200 kills on PostgreSQL", "xtask kills --database postgres --times 200")
            .needs(POSTGRES),
        Step::new(
            "a season on PostgreSQL",
            "cargo test --locked --test server -- --ignored season::",
        )
        .with("CARRICK_TEST_DATABASE", "postgres")
        .needs(POSTGRES),
        Step::new("half an hour of mixed traffic", "xtask soak --minutes 30"),
        Step::new("all certificates of solved boards", "xtask checkers --all")
            .needs(&[NODE, Package::of("python3")]),
        Step::new("analyses of a laboratory's games", "xtask lab").needs(PYTHON),
        Step::new("inputs that a fuzzer looks for", "xtask fuzz --runs 1000000")
            .needs(&[Package::with_program("g++", "c++")]),
        Step::new("Lighthouse", "node --test lighthouse.test.mjs")
            .folder(BROWSER)
            .needs(IN_BROWSER),
        Step::new("the package in a fresh Debian", "xtask deb test").needs(&deb::NEEDED),
    ]
}

/// Runs all steps; `words` are the arguments after `release-check`.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let steps = steps();
    let all: Vec<&Step> = steps.iter().collect();
    let start = Instant::now();
    let ready = prepare(USAGE, words, &all);
    if ready != ExitCode::SUCCESS {
        return ready;
    }
    match run_steps(&steps, None) {
        Ok(failed) => finish(&all, &failed, start),
        Err(error) => {
            eprintln!("== {error}");
            ExitCode::FAILURE
        }
    }
}
