//! `cargo xtask ci`: everything that must pass before a change is merged.
//!
//! Suites that need programs from outside (a mail server, proxies, a browser) run where those are
//! installed. With `--install`, or `CI=true` in the environment, the Debian packages are installed
//! first; otherwise a suite whose programs are missing is named at the end as not run.
//!
//! Browser tests run beside steps that keep the processors busy. A file of them that fails is run
//! once more when those are done; if it passes then, it is named at the end as flaky.

use std::collections::BTreeSet;
use std::env;
use std::fmt::{self, Display, Formatter};
use std::fs::{self, File};
use std::io::{Error, Result};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Instant;

use crate::packages::{self, Package};
use crate::tools::{BUILT, cargo, root, target, test_program};
use crate::wasm;

pub(crate) const USAGE: &str = "cargo xtask ci [--install]";

/// Folder of the browser tests.
const BROWSER: &str = "crates/carrick-web/tests/browser";

/// The folder that the bundle of three comes out of.
const THREE: &str = "crates/carrick-web/vendor/three";

/// A suite that runs only where certain programs are installed.
struct Suite {
    name: &'static str,
    packages: &'static [Package],
}

impl Suite {
    fn can_run(&self) -> bool {
        self.missing().is_empty()
    }

    /// Packages that are still to be installed for the suite.
    fn missing(&self) -> Vec<&'static str> {
        // With the sources rustup's compiler does as well as Debian's.
        if self.name == PAGE_ENGINE.name && wasm::rustup_has_sources() {
            return packages::missing(NODE);
        }
        packages::missing(self.packages)
    }
}

const NODE: &[Package] = &[Package::with_program("nodejs", "node")];

const POSTFIX: Suite = Suite {
    name: "mail through Postfix",
    packages: &[
        Package::of("postfix"),
        Package::of("swaks"),
        Package::of("opendkim"),
        Package::of("opendmarc"),
        Package::with_program("sasl2-bin", "saslpasswd2"),
        Package::companion("libsasl2-modules"),
        Package::of("openssl"),
        Package::with_program("util-linux", "unshare"),
        Package::with_file("publicsuffix", "/usr/share/publicsuffix/public_suffix_list.dat"),
    ],
};

const PROXIES: Suite = Suite {
    name: "the site behind nginx and Caddy",
    packages: &[
        Package::with_program("nginx-light", "nginx"),
        Package::of("caddy"),
        Package::of("curl"),
        Package::of("openssl"),
    ],
};

const FUZZER: Suite = Suite { name: "fuzzing", packages: &[Package::with_program("g++", "c++")] };

const SCRIPTS: Suite = Suite {
    name: "types of the scripts",
    packages: &[Package::with_program("nodejs", "node"), Package::of("npm")],
};

const PAGES: Suite = Suite {
    name: "tests in the browser",
    packages: &[
        Package::with_program("nodejs", "node"),
        Package::of("npm"),
        Package::of("chromium-headless-shell"),
    ],
};

const PAGE_ENGINE: Suite = Suite {
    name: "the engine for pages",
    packages: &[
        wasm::COMPILER[0],
        wasm::COMPILER[1],
        wasm::COMPILER[2],
        wasm::COMPILER[3],
        NODE[0],
    ],
};

const API: Suite = Suite {
    name: "the API against its OpenAPI document",
    packages: &[Package::with_program("python3", "python3"), Package::companion("python3-venv")],
};

const CHECKERS: Suite =
    Suite { name: "certificates of solved boards", packages: &[Package::of("python3"), NODE[0]] };

const LAB: Suite = Suite {
    name: "analyses of a laboratory's games",
    packages: &[Package::with_program("python3", "python3"), Package::companion("python3-venv")],
};

const POSTGRES: Suite = Suite {
    name: "the store and the program on PostgreSQL",
    packages: &[Package::with_file("postgresql", "/usr/lib/postgresql")],
};

const SUITES: [&Suite; 10] =
    [&POSTFIX, &PROXIES, &FUZZER, &SCRIPTS, &PAGE_ENGINE, &PAGES, &API, &CHECKERS, &LAB, &POSTGRES];

/// Tells tests to run on PostgreSQL, on a server that they start.
const ON_POSTGRES: &[(&str, &str)] = &[("CARRICK_TEST_DATABASE", "postgres")];

/// Program of a step.
enum Program {
    /// One that is installed.
    Installed(&'static str),
    /// Integration tests of this name, built with these features.
    Tests(&'static str, String),
}

impl Program {
    /// The program, to be run in a folder.
    fn command(&self, folder: &Path) -> Result<Command> {
        let mut command = match self {
            Self::Installed("cargo") => cargo(),
            Self::Installed(name) => Command::new(name),
            Self::Tests(name, features) => {
                let mut tests = Command::new(test_program(name, features)?);
                // As cargo does it: tests find their files by it.
                tests.env("CARGO_MANIFEST_DIR", folder.canonicalize()?);
                tests
            }
        };
        command.current_dir(folder);
        Ok(command)
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Installed(name) => f.write_str(name),
            Self::Tests(name, _) => write!(f, "tests {name}"),
        }
    }
}

/// Step of a plan: a program, run in a folder of the repository.
struct Step {
    name: String,
    program: Program,
    arguments: Vec<String>,
    folder: &'static str,
    environment: &'static [(&'static str, &'static str)],
    /// The suite that the step belongs to; it runs only if the suite's programs are installed.
    suite: Option<&'static Suite>,
}

impl Step {
    fn program(
        name: &str,
        program: &'static str,
        arguments: &[&str],
        folder: &'static str,
    ) -> Self {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let program = Program::Installed(program);
        Self { name: name.into(), program, arguments, folder, environment: &[], suite: None }
    }

    fn cargo(name: &str, arguments: &[&str]) -> Self {
        Self::program(name, "cargo", arguments, ".")
    }

    /// Cargo's `verb` for the whole workspace, with all tests, benches and examples.
    fn everything(name: &str, verb: &str, features: &str) -> Self {
        Self::cargo(
            name,
            &[verb, "--workspace", "--all-targets", "--locked", "--features", features],
        )
    }

    fn and(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(ToString::to_string));
        self
    }

    fn with(self, environment: &'static [(&'static str, &'static str)]) -> Self {
        Self { environment, ..self }
    }

    fn only_with(self, suite: &'static Suite) -> Self {
        Self { suite: Some(suite), ..self }
    }

    /// Runs the step and prints how long it took. Its output goes to `log`, or without one to the
    /// terminal.
    fn run(&self, log: Option<&File>) -> Ran {
        eprintln!("\n== {} ({} {})", self.name, self.program, self.arguments.join(" "));
        let start = Instant::now();
        let run = || -> Result<bool> {
            let mut command = self.program.command(&root().join(self.folder))?;
            command.args(&self.arguments).envs(self.environment.iter().copied());
            if let Some(log) = log {
                command.stdout(log.try_clone()?).stderr(log.try_clone()?).stdin(Stdio::null());
            }
            Ok(command.status()?.success())
        };
        let passed = run().unwrap_or_else(|error| {
            eprintln!("== {} did not start: {error}", self.program);
            false
        });
        let verdict = if passed { Verdict::Passed } else { Verdict::Failed };
        let name = self.name.clone();
        let ran = Ran { name, seconds: start.elapsed().as_secs(), verdict };
        eprintln!("== {ran}");
        ran
    }
}

/// Result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Passed,
    /// Failed beside other steps, and passed when it was run again by itself.
    Flaky,
    Failed,
}

/// A step that was run.
#[derive(Debug)]
struct Ran {
    name: String,
    seconds: u64,
    verdict: Verdict,
}

impl Display for Ran {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Passed => "passed",
            Verdict::Flaky => "FLAKY: failed beside other steps, passed alone",
            Verdict::Failed => "FAILED",
        };
        write!(f, "{} {verdict} after {} s", self.name, self.seconds)
    }
}

/// Runs steps one after another, up to the first that fails.
fn run_until_failure<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<Ran> {
    let mut all = Vec::new();
    for step in steps {
        all.push(step.run(None));
        if !passed(&all) {
            break;
        }
    }
    all
}

/// True if no step failed.
fn passed(steps: &[Ran]) -> bool {
    steps.iter().all(|ran| ran.verdict != Verdict::Failed)
}

/// Steps, in the order in which a mistake is found soonest.
struct Plan {
    /// Run one after another.
    first: Vec<Step>,
    /// Run after those: steps that keep the processors busy.
    computing: Vec<Step>,
    /// Run beside `computing`: steps that wait for pages and answers half of the time.
    waiting: Vec<Step>,
}

/// All steps, with the features of the suites that can run. All name the same features, so that
/// one step's build serves the next.
fn plan(features: &str) -> Result<Plan> {
    let first = vec![
        Step::cargo("format", &["fmt", "--all", "--check"]),
        Step::cargo("words", &["xtask", "words"]),
        Step::cargo("rooms", &["xtask", "rooms"]),
        // Before anything is compiled that contains it.
        Step::cargo("the engine for pages", &["xtask", "wasm"]).only_with(&PAGE_ENGINE),
        Step::cargo("licences and sources", &["xtask", "deps"]),
        Step::program("tools for the scripts", "npm", &["ci", "--no-audit", "--no-fund"], BROWSER)
            .only_with(&SCRIPTS),
        Step::program("types of the scripts", "npx", &["tsc", "-p", "."], BROWSER)
            .only_with(&SCRIPTS),
        Step::program("tools for the bundle", "npm", &["ci", "--no-audit", "--no-fund"], THREE)
            .only_with(&SCRIPTS),
        Step::program("the bundle as it is kept", "npm", &["run", "check"], THREE)
            .only_with(&SCRIPTS),
        Step::everything("compilation", "test", features).and(&["--no-run"]),
        // The program and the page with a board, which the suites drive.
        Step::cargo(
            "programs",
            &["build", "--workspace", "--bins", "--examples", "--locked", "--features", features],
        ),
    ];
    // The programs of the step "tests" once more, in the folder in which cargo runs them.
    let again = |name, program, folder| Step {
        program: Program::Tests(program, features.to_owned()),
        ..Step::program(name, "", &[], folder).with(ON_POSTGRES).only_with(&POSTGRES)
    };
    let computing = vec![
        Step::everything("tests", "test", features).and(&["--no-fail-fast"]),
        again("the store on PostgreSQL", "store", "crates/carrick-store"),
        again("the program on PostgreSQL", "program", "crates/carrick").and(&[
            "postgres::",
            "two_servers::",
            "four_games::",
            "wrong_inputs::",
        ]),
        Step::cargo("pages play as the program does", &["xtask", "wasm", "test"])
            .with(&[(BUILT, "yes")])
            .only_with(&PAGE_ENGINE),
        // Cold, they check everything once more. `cargo xtask check` has them first.
        Step::everything("lints", "clippy", "carrick/postfix,carrick/proxies")
            .and(&["--", "-D", "warnings"]),
        Step::cargo("examples in the documentation", &["test", "--workspace", "--doc", "--locked"]),
        Step::cargo(
            "documentation",
            &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
        )
        .with(&[("RUSTDOCFLAGS", "-D warnings")]),
        Step::cargo("certificates of solved boards", &["xtask", "checkers"])
            .with(&[(BUILT, "yes")])
            .only_with(&CHECKERS),
        Step::cargo("analyses of a laboratory's games", &["xtask", "lab"])
            .with(&[(BUILT, "yes")])
            .only_with(&LAB),
        // Of the ten thousand of `cargo xtask simulate` as many as there is time for.
        Step::cargo("simulated faults", &["xtask", "simulate", "--seconds", "30"])
            .with(&[(BUILT, "yes")]),
        Step::cargo("inputs that a fuzzer looks for", &["xtask", "fuzz"]).only_with(&FUZZER),
    ];
    let mut waiting = pages()?;
    waiting.push(
        Step::cargo("the API as its document says", &["xtask", "api"])
            .with(&[(BUILT, "yes")])
            .only_with(&API),
    );
    // Its clients and the server wait for each other, one at a time.
    waiting.push(
        again("the season on PostgreSQL", "server", "crates/carrick-server").and(&["season::"]),
    );
    Ok(Plan { first, computing, waiting })
}

/// A step for each file of browser tests.
fn pages() -> Result<Vec<Step>> {
    let mut files: Vec<String> = fs::read_dir(root().join(BROWSER))?
        .map(|file| Ok(file?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.as_ref().map_or(true, |name| name.ends_with(".test.mjs")))
        .collect::<Result<_>>()?;
    files.sort();
    let step = |file: String| {
        let name = format!("in the browser: {file}");
        Step::program(&name, "node", &["--test", &file], BROWSER).only_with(&PAGES)
    };
    Ok(files.into_iter().map(step).collect())
}

impl Plan {
    /// Runs all steps whose suites can run. One of the first that fails ends the run; after those
    /// all others run, so that one run names all that is to be mended.
    fn run(&self) -> Result<Vec<Ran>> {
        let runs = |step: &&Step| step.suite.is_none_or(Suite::can_run);
        let mut all = run_until_failure(self.first.iter().filter(runs));
        if !passed(&all) {
            return Ok(all);
        }
        let path = target().join("ci-waiting.log");
        let log = File::create(&path)?;
        let waiting: Vec<&Step> = self.waiting.iter().filter(runs).collect();
        let (waited, computed) = thread::scope(|scope| {
            let beside =
                scope.spawn(|| waiting.iter().map(|step| step.run(Some(&log))).collect::<Vec<_>>());
            let computing = self.computing.iter().filter(runs);
            let computed: Vec<_> = computing.map(|step| step.run(None)).collect();
            (beside.join(), computed)
        });
        let mut waited = waited.map_err(|_| Error::other("a step ended without a result"))?;
        if !passed(&waited) {
            eprintln!("\n== What ran beside the other steps printed:\n");
            eprintln!("{}", fs::read_to_string(&path)?);
        }
        // Beside compilers a page may be too late. Run by itself, the step shows whether it is
        // wrong; if not, it is still named at the end.
        for (step, ran) in waiting.into_iter().zip(&mut waited) {
            if ran.verdict == Verdict::Failed && step.run(None).verdict == Verdict::Passed {
                ran.verdict = Verdict::Flaky;
            }
        }
        all.extend(computed);
        all.extend(waited);
        Ok(all)
    }
}

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
    let steps = match plan(features).and_then(|plan| plan.run()) {
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
        let line = packages::install_line(&suite.missing());
        eprintln!("  {}; to run it: {line}", suite.name);
    }
    eprintln!("`{USAGE}` with `--install` installs all of them first.");
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With `autotests = false` a crate's tests are one program. A file that the program does not
    /// name would silently be left out.
    #[test]
    fn every_file_of_tests_is_part_of_a_program() {
        let mut seen = 0;
        for folder in fs::read_dir(root().join("crates")).expect("the crates") {
            let folder = folder.expect("a crate").path();
            let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
            if !manifest.contains("autotests = false") {
                continue;
            }
            let rust_files: Vec<_> = fs::read_dir(folder.join("tests"))
                .expect("tests")
                .map(|file| file.expect("a file").path())
                .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
                .collect();
            let (programs, modules): (Vec<_>, Vec<_>) = rust_files.iter().partition(|path| {
                let name = path.file_name().unwrap_or_default().display();
                manifest.contains(&format!("path = \"tests/{name}\""))
            });
            let heads: String =
                programs.iter().map(|path| fs::read_to_string(path).expect("a program")).collect();
            for module in modules {
                let name = module.file_stem().unwrap_or_default().display();
                assert!(heads.contains(&format!("\nmod {name};")), "{}", module.display());
                seen += 1;
            }
        }
        assert!(seen > 50, "{seen} files of tests");
    }
}
