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
use std::iter;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
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
    /// This program: through cargo it would wait for whatever cargo compiles beside it. Its path is
    /// asked for before that, since it may be compiled again meanwhile.
    Task(PathBuf),
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
            Self::Task(program) => Command::new(program),
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
            Self::Task(_) => f.write_str("cargo xtask"),
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

    /// A task of this program.
    fn task(name: &str, arguments: &[&str]) -> Self {
        let program = env::current_exe().unwrap_or_else(|_| "xtask".into());
        Self { program: Program::Task(program), ..Self::program(name, "", arguments, ".") }
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
fn run_until_failure<'a>(
    steps: impl IntoIterator<Item = &'a Step>,
    log: Option<&File>,
) -> Vec<Ran> {
    let mut all = Vec::new();
    for step in steps {
        all.push(step.run(log));
        if !passed(&all) {
            break;
        }
    }
    all
}

/// Runs steps one after another, and then those of a list that others take from too.
fn run_with_rest<'a>(
    own: &[&'a Step],
    either: &Mutex<impl Iterator<Item = &'a Step>>,
    log: Option<&File>,
) -> Vec<Ran> {
    // Taken out by itself: no step runs while the list is held.
    let next = || either.lock().unwrap_or_else(PoisonError::into_inner).next();
    own.iter().copied().chain(iter::from_fn(next)).map(|step| step.run(log)).collect()
}

/// True if no step failed.
fn passed(steps: &[Ran]) -> bool {
    steps.iter().all(|ran| ran.verdict != Verdict::Failed)
}

/// Does two pieces of work at the same time; the second writes into the log at a path, which is
/// printed if one of its steps fails.
fn side_by_side(
    path: &Path,
    one: impl FnOnce() -> Vec<Ran>,
    other: impl FnOnce(&File) -> Vec<Ran> + Send,
) -> Result<[Vec<Ran>; 2]> {
    let log = File::create(path)?;
    let (one, other) = thread::scope(|scope| {
        let beside = scope.spawn(|| other(&log));
        (one(), beside.join())
    });
    let other = other.map_err(|_| Error::other("a step ended without a result"))?;
    if !passed(&other) {
        eprintln!("\n== What ran beside the other steps printed:\n");
        eprintln!("{}", fs::read_to_string(path)?);
    }
    Ok([one, other])
}

/// Steps, in the order in which a mistake is found soonest.
struct Plan {
    /// Run one after another.
    first: Vec<Step>,
    /// Run after those, side by side.
    prepared: [Vec<Step>; 2],
    /// Run after those, one after another.
    compiled: Vec<Step>,
    /// Run after those: steps that keep the processors busy, or cargo's folder.
    computing: Vec<Step>,
    /// Run beside `computing`: steps that wait for pages and answers half of the time.
    waiting: Vec<Step>,
    /// Run by themselves, most of them on one processor: whichever of those two lists ends first
    /// goes on with these.
    either: Vec<Step>,
    /// Where steps write that run beside those that write to the terminal.
    log: PathBuf,
}

/// All steps, with the features of the suites that can run. All name the same features, so that
/// one step's build serves the next.
fn plan(features: &str) -> Result<Plan> {
    let first = vec![
        Step::cargo("format", &["fmt", "--all", "--check"]),
        Step::task("words", &["words"]),
        Step::task("rooms", &["rooms"]),
    ];
    let tools = |name, folder| {
        Step::program(name, "npm", &["ci", "--no-audit", "--no-fund"], folder).only_with(&SCRIPTS)
    };
    let prepared = [
        // Before anything is compiled that contains it. The last half of it takes one processor.
        vec![Step::task("the engine for pages", &["wasm"]).only_with(&PAGE_ENGINE)],
        vec![
            Step::task("licences and sources", &["deps"]),
            tools("tools for the scripts", BROWSER),
            Step::program("types of the scripts", "npx", &["tsc", "-p", "."], BROWSER)
                .only_with(&SCRIPTS),
            tools("tools for the bundle", THREE),
            Step::program("the bundle as it is kept", "npm", &["run", "check"], THREE)
                .only_with(&SCRIPTS),
        ],
    ];
    let compiled = vec![
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
            "receive::",
            "computer::",
            "due::",
        ]),
        // Cold, they check everything once more. `cargo xtask check` has them first.
        Step::everything("lints", "clippy", "carrick/postfix,carrick/proxies")
            .and(&["--", "-D", "warnings"]),
        Step::cargo("examples in the documentation", &["test", "--workspace", "--doc", "--locked"]),
        Step::cargo(
            "documentation",
            &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
        )
        .with(&[("RUSTDOCFLAGS", "-D warnings")]),
    ];
    let built = |name, words: &[&str]| Step::task(name, words).with(&[(BUILT, "yes")]);
    let mut waiting = pages()?;
    waiting.push(built("the API as its document says", &["api"]).only_with(&API));
    // Its clients and the server wait for each other, one at a time.
    waiting.push(
        again("the season on PostgreSQL", "server", "crates/carrick-server").and(&["season::"]),
    );
    let either = vec![
        // It compiles in a folder of its own.
        Step::task("inputs that a fuzzer looks for", &["fuzz"]).only_with(&FUZZER),
        built("certificates of solved boards", &["checkers"]).only_with(&CHECKERS),
        built("analyses of a laboratory's games", &["lab"]).only_with(&LAB),
        built("pages play as the program does", &["wasm", "test"]).only_with(&PAGE_ENGINE),
        // Of the ten thousand of `cargo xtask simulate` as many as there is time for.
        built("simulated faults", &["simulate", "--seconds", "30"]),
    ];
    let log = target().join("ci-beside.log");
    Ok(Plan { first, prepared, compiled, computing, waiting, either, log })
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
        let mut all = run_until_failure(self.first.iter().filter(runs), None);
        if passed(&all) {
            let [engine, scripts] = &self.prepared;
            let both = side_by_side(
                &self.log,
                || run_until_failure(engine.iter().filter(runs), None),
                |log| run_until_failure(scripts.iter().filter(runs), Some(log)),
            )?;
            all.extend(both.into_iter().flatten());
        }
        if passed(&all) {
            all.extend(run_until_failure(self.compiled.iter().filter(runs), None));
        }
        if !passed(&all) {
            return Ok(all);
        }
        let either = Mutex::new(self.either.iter().filter(runs));
        let computing: Vec<&Step> = self.computing.iter().filter(runs).collect();
        let waiting: Vec<&Step> = self.waiting.iter().filter(runs).collect();
        let [computed, mut waited] = side_by_side(
            &self.log,
            || run_with_rest(&computing, &either, None),
            |log| run_with_rest(&waiting, &either, Some(log)),
        )?;
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

    /// A plan whose steps do nothing but pass, and the folder of its log.
    fn plan_of(names: &[&str]) -> (Plan, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let step = |name: &str| Step::program(name, "true", &[], ".");
        let plan = Plan {
            first: vec![step("first")],
            prepared: [vec![step("engine")], vec![step("scripts")]],
            compiled: vec![step("compilation")],
            computing: vec![step("tests")],
            waiting: vec![step("pages")],
            either: names.iter().copied().map(step).collect(),
            log: folder.path().join("log"),
        };
        (plan, folder)
    }

    fn verdicts(plan: &Plan) -> Vec<(String, Verdict)> {
        let ran = plan.run().expect("steps that start");
        let mut all: Vec<_> = ran.into_iter().map(|ran| (ran.name, ran.verdict)).collect();
        all.sort_by(|one, other| one.0.cmp(&other.0));
        all
    }

    #[test]
    fn every_step_runs_once_whichever_list_takes_it() {
        let (plan, _folder) = plan_of(&["a", "b", "c", "d"]);
        let names =
            ["a", "b", "c", "compilation", "d", "engine", "first", "pages", "scripts", "tests"];
        let passed = names.map(|name| (name.to_owned(), Verdict::Passed));
        assert_eq!(verdicts(&plan), passed);
    }

    #[test]
    fn a_failure_beside_the_engine_ends_the_run_before_anything_is_compiled() {
        let (mut plan, _folder) = plan_of(&["a"]);
        plan.prepared[1].insert(0, Step::program("licences", "false", &[], "."));
        let ran = [
            ("engine", Verdict::Passed),
            ("first", Verdict::Passed),
            ("licences", Verdict::Failed),
        ];
        assert_eq!(verdicts(&plan), ran.map(|(name, verdict)| (name.to_owned(), verdict)));
    }

    #[test]
    fn a_step_that_fails_beside_others_and_alone_has_failed_and_ends_nothing() {
        let (mut plan, _folder) = plan_of(&["a", "b"]);
        plan.waiting.insert(0, Step::program("wrong page", "false", &[], "."));
        let all = verdicts(&plan);
        let failed: Vec<_> = all.iter().filter(|ran| ran.1 != Verdict::Passed).collect();
        assert_eq!(failed, [&("wrong page".to_owned(), Verdict::Failed)]);
        assert_eq!(all.len(), 9);
    }
}
