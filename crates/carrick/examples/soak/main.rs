//! Soak test: hours of mixed traffic on a server, in pieces on one database, with its memory, files
//! and times as they develop. For how to read the figures, see `docs/measurements/2026-11/soak.md`.
//!
//! ```text
//! cargo xtask soak --minutes 30 --dir target/soak
//! ```
//!
//! Each call is one piece: it continues with the database of the previous pieces, adds its samples
//! to theirs, judges whether anything grew, and draws the picture of all. With `--minutes 0` it
//! only judges and draws.
#![allow(clippy::print_stdout, reason = "printing is what it does")]

mod piece;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use piece::{Outcome, Settings};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<ExitCode> {
    let mut settings = Settings {
        program: PathBuf::from("carrick"),
        folder: PathBuf::from("target/soak"),
        length: Duration::from_secs(30 * 60),
        sample_every: Duration::from_secs(10),
        users: 1000,
        requests_per_second: 100.0,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or("an option has a value")?;
        match argument.as_str() {
            "--program" => settings.program = value.into(),
            "--dir" => settings.folder = value.into(),
            "--minutes" => settings.length = Duration::from_secs_f64(value.parse::<f64>()? * 60.0),
            "--users" => settings.users = value.parse()?,
            "--rate" => settings.requests_per_second = value.parse()?,
            _ => {
                let all = "--program, --dir, --minutes, --users and --rate";
                return Err(format!("{argument} is no option; there are {all}").into());
            }
        }
    }
    if settings.length.is_zero() {
        print!("{}", piece::again(&settings.folder)?);
        return Ok(ExitCode::SUCCESS);
    }
    let report = piece::run(&settings).await?;
    print!("{report}");
    Ok(if report.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
