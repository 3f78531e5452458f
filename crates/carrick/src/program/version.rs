//! `carrick version`: which program this is.

use std::env::consts::{ARCH, OS};
use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use crate::cli::VersionArguments;

/// The commit from which the program was built, if the build's environment told it.
pub(crate) fn commit() -> Option<&'static str> {
    option_env!("CARRICK_COMMIT").filter(|commit| !commit.is_empty())
}

/// Description of this program.
#[derive(Debug, Serialize)]
struct Version {
    version: &'static str,
    /// The commit it was built from. It is told by the environment of the build, so that a build of
    /// the same sources gives the same program wherever they lie.
    commit: Option<&'static str>,
    target: String,
    /// Number of the newest database schema that it knows.
    schema: i64,
    features: Features,
}

#[derive(Debug, Serialize)]
struct Features {
    /// Whether pages can analyse without asking the server.
    page_engine: bool,
    /// Whether it checks its own assertions, as a build for tests does.
    assertions: bool,
}

/// Prints the version, for people or as JSON.
pub(crate) fn run(arguments: &VersionArguments, out: &mut impl Write) -> Result<bool> {
    let version = Version {
        version: env!("CARGO_PKG_VERSION"),
        commit: commit(),
        target: target(),
        schema: carrick_store::known_schema(),
        features: Features {
            page_engine: carrick_web::page_engine_bytes().is_some(),
            assertions: cfg!(debug_assertions),
        },
    };
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&version)?)?;
        return Ok(true);
    }
    let Features { page_engine, assertions } = version.features;
    let yes = |is: bool| if is { "yes" } else { "no" };
    writeln!(out, "carrick {}", version.version)?;
    for (name, value) in [
        ("commit", version.commit.unwrap_or("not known")),
        ("target", &version.target),
        ("database schema", &version.schema.to_string()),
        ("engine for pages", yes(page_engine)),
        ("assertions", yes(assertions)),
    ] {
        writeln!(out, "  {name:<17} {value}")?;
    }
    Ok(true)
}

/// Processor, system and C library that the program was built for.
fn target() -> String {
    let library = if cfg!(target_env = "gnu") {
        "-gnu"
    } else if cfg!(target_env = "musl") {
        "-musl"
    } else {
        ""
    };
    format!("{ARCH}-{OS}{library}")
}
