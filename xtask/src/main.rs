//! Project tasks.
//!
//! * `cargo xtask ci`: everything that must pass before a change lands.
//! * `cargo xtask release-check`: what takes hours, before a release.
//! * `cargo xtask words`: checks comments and texts against `docs/style.md`.
//! * `cargo xtask api`: tests a running server against its OpenAPI document.
//! * `cargo xtask lab`: runs the analyses of docs/lab.md, in DuckDB and in polars.
//! * `cargo xtask checkers`: checks certificates with the programs in `lab/checkers`.
//! * `cargo xtask deb`: makes Debian's package; `cargo xtask deb test` tries one in a fresh Debian.
//! * `cargo xtask deps`: checks licences and sources of dependencies.
//! * `cargo xtask advisories`: looks for known vulnerabilities of dependencies.
//! * `cargo xtask fuzz`: looks for inputs that break a law.
//! * `cargo xtask kills`: kills a site under load, again and again, and looks for lost turns.
//! * `cargo xtask simulate`: plays with a server on which everything goes wrong, from seeds.
//! * `cargo xtask soak`: plays and reads on a server for hours, and tells whether anything grows.
//! * `cargo xtask strength`: measures how strong the computer is, and writes `docs/strength.md`.
//! * `cargo xtask wasm`: builds the engine for web pages, which `carrick` then contains.
//! * `cargo xtask openings`: measures the values of first turns, and writes the engine's table.

mod ci;
mod measure;
mod packages;
mod release;
mod release_check;
mod style;
mod suites;
mod tools;
mod wasm;

use std::env;
use std::process::ExitCode;

use crate::measure::{openings, strength};
use crate::release::deb;
use crate::style::words;
use crate::suites::{api, checkers, deps, fuzz, kills, lab, simulate, soak};

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some("ci") => ci::run(env::args().skip(2)),
        Some("release-check") => release_check::run(env::args().skip(2)),
        Some("api") => api::run(),
        Some("lab") => lab::run(),
        Some("checkers") => checkers::run(env::args().skip(2)),
        Some("deb") => deb::run(env::args().skip(2)),
        Some("deps") => deps::run(deps::Check::Made),
        Some("advisories") => deps::run(deps::Check::Advisories),
        Some("words") => words::run(),
        Some("fuzz") => fuzz::run(env::args().skip(2)),
        Some("kills") => kills::run(env::args().skip(2)),
        Some("simulate") => simulate::run(env::args().skip(2)),
        Some("soak") => soak::run(env::args().skip(2)),
        Some("strength") => strength::run(env::args().skip(2)),
        Some("wasm") => wasm::run(env::args().skip(2)),
        Some("openings") => openings::run(),
        _ => {
            let usages = [
                ci::USAGE,
                release_check::USAGE,
                "cargo xtask words | api | lab | deps | advisories | openings",
                checkers::USAGE,
                deb::USAGE,
                fuzz::USAGE,
                kills::USAGE,
                simulate::USAGE,
                soak::USAGE,
                wasm::USAGE,
                strength::USAGE,
            ];
            eprintln!("Usage: {}", usages.join("\n       "));
            ExitCode::from(2)
        }
    }
}
