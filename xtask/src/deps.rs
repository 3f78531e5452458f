//! What the program is made of, held against `deny.toml`: licences and where crates come from, and,
//! over the network, whether weaknesses of them have become known.

use std::io::Result;
use std::process::{Command, ExitCode};

use crate::tools;

/// Which part of `deny.toml`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Check {
    /// All that needs no network.
    Made,
    /// Known weaknesses, from the RustSec database.
    Advisories,
}

/// Holds the dependencies to the rules; fails where one does not keep them.
pub(crate) fn run(check: Check) -> ExitCode {
    let words: &[&str] = match check {
        Check::Made => &["--locked", "check", "bans", "licenses", "sources"],
        Check::Advisories => &["--locked", "check", "advisories"],
    };
    match held(words) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("The dependencies were not looked at: {error}");
            ExitCode::FAILURE
        }
    }
}

fn held(words: &[&str]) -> Result<bool> {
    let program = tools::installed("deps")?.join("cargo-deny");
    Ok(Command::new(program).args(words).current_dir(tools::root()).status()?.success())
}
