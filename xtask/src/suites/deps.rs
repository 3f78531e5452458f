//! `cargo xtask deps` and `advisories`: checks dependencies against `deny.toml` (licences,
//! sources) and, over the network, for known vulnerabilities.

use std::io::Result;
use std::process::{Command, ExitCode};

use crate::tools;

/// Part of `deny.toml` to check.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Check {
    /// Everything that needs no network.
    Made,
    /// Known vulnerabilities, from the RustSec database.
    Advisories,
}

/// Checks the dependencies; fails where one breaks a rule.
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
