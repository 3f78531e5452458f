//! Carrick's chores. `cargo xtask ci` is everything that must pass; `cargo xtask api` holds a running
//! server against its OpenAPI document; `cargo xtask deps` looks at licences and sources of what we build on,
//! `cargo xtask advisories` for weaknesses of it that have become known; `cargo xtask fuzz` looks for inputs that
//! break a law; `cargo xtask strength` measures how strong the computer is and writes `docs/strength.md`;
//! `cargo xtask openings` measures what first turns are worth and writes the engine's table of them.

mod api;
mod deps;
mod fuzz;
mod openings;
mod strength;
mod symmetry;
mod tools;

use std::env;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// A step: its name, the program it runs with which arguments, in which folder of the repository, and
/// the environment it adds.
struct Step {
    name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    folder: &'static str,
    environment: &'static [(&'static str, &'static str)],
}

impl Step {
    const fn cargo(name: &'static str, arguments: &'static [&'static str]) -> Self {
        Self { name, program: "cargo", arguments, folder: ".", environment: &[] }
    }

    /// In the folder of the browser tests.
    const fn browser(
        name: &'static str,
        program: &'static str,
        arguments: &'static [&'static str],
    ) -> Self {
        let folder = "crates/carrick-web/tests/browser";
        Self { name, program, arguments, folder, environment: &[] }
    }
}

/// In the order in which a mistake is cheapest to find.
const CI: &[Step] = &[
    Step::cargo("format", &["fmt", "--all", "--check"]),
    Step::cargo(
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--features",
            "carrick/postfix,carrick/proxies",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
    ),
    Step::cargo("licences and sources", &["xtask", "deps"]),
    Step::browser("tools for the scripts", "npm", &["ci", "--no-audit", "--no-fund"]),
    Step::browser("types of the scripts", "npx", &["tsc", "-p", "."]),
    Step {
        program: "sh",
        ..Step::cargo(
            "a relay, what it asks about senders, a program that mails, and a compiler for the fuzzer",
            &[
                "-c",
                "(for tool in c++ postfix swaks opendkim opendmarc saslpasswd2 openssl unshare; do command -v $tool || \
                 exit 1; done; test -e /usr/share/publicsuffix/public_suffix_list.dat) || (apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install \
                 -y --no-install-recommends g++ postfix swaks opendkim opendmarc sasl2-bin libsasl2-modules openssl \
                 util-linux publicsuffix)",
            ],
        )
    },
    Step {
        program: "sh",
        ..Step::cargo(
            "proxies that the site stands behind, and a client for them",
            &[
                "-c",
                "(for tool in nginx caddy curl openssl; do command -v $tool || exit 1; done) || (apt-get update && \
                 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends nginx-light caddy curl openssl)",
            ],
        )
    },
    Step::cargo(
        "tests",
        &[
            "test",
            "--workspace",
            "--all-targets",
            "--features",
            "carrick/postfix,carrick/proxies",
            "--locked",
        ],
    ),
    Step::cargo("examples in the documentation", &["test", "--workspace", "--doc", "--locked"]),
    Step {
        environment: &[("RUSTDOCFLAGS", "-D warnings")],
        ..Step::cargo(
            "documentation",
            &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
        )
    },
    Step::cargo("inputs that a fuzzer looks for", &["xtask", "fuzz"]),
    Step::browser(
        "a browser",
        "sh",
        &["-c", "command -v chromium || (apt-get update && apt-get install -y chromium)"],
    ),
    // With what the tests were built with: nothing is compiled a second time for other features.
    Step::cargo(
        "the program, and a page with a board",
        &[
            "build",
            "--workspace",
            "--all-targets",
            "--features",
            "carrick/postfix,carrick/proxies",
            "--locked",
        ],
    ),
    Step::browser("tests in the browser", "node", &["--test"]),
    Step {
        environment: &[(api::BUILT, "yes")],
        ..Step::cargo("the API as its document says", &["xtask", "api"])
    },
];

fn main() -> ExitCode {
    match env::args().nth(1).as_deref() {
        Some("ci") => ci(),
        Some("api") => api::run(),
        Some("deps") => deps::run(deps::Check::Made),
        Some("advisories") => deps::run(deps::Check::Advisories),
        Some("fuzz") => fuzz::run(env::args().skip(2)),
        Some("strength") => strength::run(env::args().skip(2)),
        Some("openings") => openings::run(),
        _ => {
            eprintln!(
                "Usage: cargo xtask ci\n       cargo xtask api\n       cargo xtask deps\n       \
                 cargo xtask advisories\n       cargo xtask openings\n       {}\n       {}",
                fuzz::USAGE,
                strength::USAGE
            );
            ExitCode::from(2)
        }
    }
}

fn ci() -> ExitCode {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for step in CI {
        eprintln!("\n== {} ({} {})", step.name, step.program, step.arguments.join(" "));
        let start = Instant::now();
        let program = if step.program == "cargo" { &*cargo } else { OsStr::new(step.program) };
        let status = Command::new(program)
            .args(step.arguments)
            .current_dir(root.join(step.folder))
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
                eprintln!("== {} did not start: {error}", step.program);
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
