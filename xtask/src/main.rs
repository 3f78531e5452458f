//! Project tasks: `cargo xtask` lists them.

mod ci;
mod deb;
mod fuzz;
mod prose;
mod suites;
mod tools;
mod wasm;
mod words;

use std::env;
use std::io::{ErrorKind, Result};
use std::process::ExitCode;

/// A task: its name, its arguments, what it does, and the function that does it.
type XtaskCommand = (&'static str, &'static str, &'static str, fn(&[&str]) -> Result<()>);

const TASKS: &[XtaskCommand] = &[
    ("ci", "[--install]", "everything that must pass before a change lands", ci::ci),
    ("release-check", "[--install]", "checks that take hours, before a release", ci::release_check),
    ("words", "", "spelling, links, and what pages say about the repository", words::words),
    ("prose", "", "phrases that are not plain English", prose::prose),
    ("deps", "", "licences and sources of dependencies", suites::deps),
    (
        "advisories",
        "",
        "known vulnerabilities of dependencies, over the network",
        suites::advisories,
    ),
    ("api", "", "a running server against its OpenAPI document", suites::api),
    (
        "wasm",
        "[--install | check | test]",
        "build the engine for pages, which is committed",
        wasm::wasm,
    ),
    (
        "deb",
        "[--program FILE | test [--install]]",
        "Debian's package; try it in a fresh Debian",
        deb::deb,
    ),
    ("fuzz", "[TARGET [FILE …]] [--runs N]", "inputs that break an invariant", fuzz::fuzz),
    (
        "kills",
        "[--database sqlite|postgres] [--times N]",
        "kill a site under load, and look for lost turns",
        suites::kills,
    ),
    (
        "simulate",
        "[--seed N [--trace] | --seeds N] [--first N] [--rounds N] [--seconds N] [--twice N] [--keep-going]",
        "play with a server on which everything goes wrong",
        suites::simulate,
    ),
    (
        "soak",
        "[--minutes N] [--dir FOLDER] [--users N] [--rate N] [--program FILE]",
        "hours of mixed traffic on a server, and whether anything grows",
        suites::soak,
    ),
];

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let task = words.first().and_then(|word| TASKS.iter().find(|(name, ..)| name == word));
    let Some((name, arguments, _, run)) = task else {
        for (name, arguments, help, _) in TASKS {
            eprintln!("cargo xtask {name} {arguments}\n    {help}");
        }
        return ExitCode::from(2);
    };
    match run(&words[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::InvalidInput => {
            eprintln!("{error}\nUsage: cargo xtask {name} {arguments}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}
