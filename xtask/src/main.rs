//! Carrick's chores. `cargo xtask ci` is everything that must pass; `cargo xtask strength` measures how
//! strong the computer is and writes `docs/strength.md`; `cargo xtask openings` measures what first turns
//! are worth and writes the engine's table of them.

mod openings;
mod strength;
mod symmetry;

use std::env;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// A step's name, the cargo arguments it runs, and the environment it adds.
struct Step {
    name: &'static str,
    arguments: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

/// In the order in which a mistake is cheapest to find.
const CI: &[Step] = &[
    Step { name: "format", arguments: &["fmt", "--all", "--check"], environment: &[] },
    Step {
        name: "lints",
        arguments: &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
        environment: &[],
    },
    Step {
        name: "tests",
        arguments: &["test", "--workspace", "--all-targets", "--locked"],
        environment: &[],
    },
    Step {
        name: "examples in the documentation",
        arguments: &["test", "--workspace", "--doc", "--locked"],
        environment: &[],
    },
    Step {
        name: "documentation",
        arguments: &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
    },
];

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some("ci") => ci(),
        Some("strength") => strength::run(env::args().skip(2)),
        Some("openings") => openings::run(),
        _ => {
            eprintln!(
                "Usage: cargo xtask ci\n       cargo xtask openings\n       {}",
                strength::USAGE
            );
            ExitCode::from(2)
        }
    }
}

fn ci() -> ExitCode {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for step in CI {
        eprintln!("\n== {} (cargo {})", step.name, step.arguments.join(" "));
        let start = Instant::now();
        let status = Command::new(&cargo)
            .args(step.arguments)
            .envs(step.environment.iter().copied())
            .status();
        match status {
            Ok(status) if status.success() => {
                eprintln!("== {} passed in {} s", step.name, start.elapsed().as_secs());
            }
            Ok(_) => {
                eprintln!("== {} FAILED", step.name);
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("== cargo did not start: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    eprintln!("\nEverything passes.");
    ExitCode::SUCCESS
}

/// Builds the program whose strength is measured.
fn build() -> Result<(), String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo).args(["build", "--release", "-p", "carrick"]).status();
    match built {
        Ok(status) if status.success() => Ok(()),
        _ => Err("the program cannot be built".to_owned()),
    }
}
