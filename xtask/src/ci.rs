//! `cargo xtask ci`: what must pass before a change lands, in addition to `cargo test`: lints,
//! documentation, real browsers, PostgreSQL, Postfix, proxies, and the API compared with its
//! document. `cargo xtask release-check` runs what takes hours and seldom finds anything.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::{Error, Result};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use crate::tools::{BUILT, Package, cargo, install, install_line, missing, root, target, usage};
use crate::{deb, wasm};

const BROWSER: &str = "crates/carrick-web/tests/browser";
const THREE: &str = "crates/carrick-web/vendor/three";
const FONTS: &str = "crates/carrick-web/vendor/fonts";

const NODE: Package = ("nodejs", "node");
const NPM: Package = ("npm", "npm");
const IN_BROWSER: &[Package] = &[NODE, NPM, ("chromium-headless-shell", "chromium-headless-shell")];
const OPENSSL: Package = ("openssl", "openssl");
const POSTGRES: &[Package] = &[("postgresql", "/usr/lib/postgresql"), OPENSSL];
const PYTHON: &[Package] = &[("python3 python3-venv", "python3")];
const PROXIES: &[Package] =
    &[("nginx-light", "nginx"), ("caddy", "caddy"), ("curl", "curl"), OPENSSL];
const POSTFIX: &[Package] = &[
    ("postfix", "postfix"),
    ("swaks", "swaks"),
    ("opendkim", "opendkim"),
    ("opendmarc", "opendmarc"),
    ("sasl2-bin libsasl2-modules", "saslpasswd2"),
    OPENSSL,
    ("util-linux", "unshare"),
    ("publicsuffix", "/usr/share/publicsuffix/public_suffix_list.dat"),
];

/// A command to run, in a folder of the repository, and the packages it needs.
struct CiStep {
    name: String,
    command: String,
    folder: &'static str,
    environment: Vec<(&'static str, &'static str)>,
    needs: Vec<Package>,
}

impl CiStep {
    /// Creates a step from a command line without quotation marks.
    fn new(name: &str, command: &str) -> Self {
        let (name, command) = (name.to_owned(), command.to_owned());
        Self { name, command, folder: ".", environment: Vec::new(), needs: Vec::new() }
    }

    fn folder(self, folder: &'static str) -> Self {
        Self { folder, ..self }
    }

    fn with(mut self, variable: &'static str, value: &'static str) -> Self {
        self.environment.push((variable, value));
        self
    }

    fn needs(mut self, packages: &[Package]) -> Self {
        self.needs.extend(packages);
        self
    }

    fn missing(&self) -> Vec<&'static str> {
        missing(&self.needs)
    }

    /// Runs the command and prints how long it took. Its output goes to `log`, or to the terminal.
    fn run(&self, log: Option<&File>) -> Result<bool> {
        eprintln!("\n== {} ({})", self.name, self.command);
        let start = Instant::now();
        let mut words = self.command.split_whitespace();
        let mut command = match words.next().unwrap_or_default() {
            "cargo" => cargo(),
            // Run this program directly: cargo would wait for other commands that build.
            "xtask" => Command::new(env::current_exe()?),
            program => Command::new(program),
        };
        command.args(words).envs(self.environment.iter().copied());
        command.current_dir(root().join(self.folder));
        if let Some(log) = log {
            command.stdout(log.try_clone()?).stderr(log.try_clone()?).stdin(Stdio::null());
        }
        let passed = command.status()?.success();
        let result = if passed { "passed" } else { "FAILED" };
        eprintln!("== {} {result} after {} s", self.name, start.elapsed().as_secs());
        Ok(passed)
    }
}

/// Steps that end the run if one fails.
fn first_steps() -> Vec<CiStep> {
    let scripts = |name, command| CiStep::new(name, command).folder(BROWSER).needs(&[NODE, NPM]);
    vec![
        CiStep::new("format", "cargo fmt --all --check"),
        CiStep::new("spelling and links", "xtask words").needs(PYTHON),
        CiStep::new("licences and sources of dependencies", "xtask deps").needs(PYTHON),
        scripts("tools for the scripts", "npm ci --no-audit --no-fund --silent"),
        scripts("types of the scripts", "npx tsc -p ."),
        scripts("tools for the bundle", "npm ci --no-audit --no-fund --silent").folder(THREE),
        scripts("the bundle as committed", "npm run --silent check").folder(THREE),
        scripts("tools for the fonts", "npm ci --no-audit --no-fund --silent").folder(FONTS),
        scripts("the fonts as committed", "npm run --silent check").folder(FONTS),
        CiStep::new(
            "lints",
            "cargo clippy --workspace --all-targets --locked --quiet -- -D warnings",
        ),
        CiStep::new("tests of xtask", "cargo test --package xtask --locked --quiet"),
        CiStep::new("the laboratory", "cargo test --package carrick-lab --locked --quiet"),
        CiStep::new("the program for the browser", "cargo test --locked --no-run --quiet"),
    ]
}

/// Steps that run after the first ones, one after another, whether or not one fails. They keep the
/// processors busy.
fn computing_steps() -> Vec<CiStep> {
    let again = |name, command| {
        CiStep::new(name, command).with("CARRICK_TEST_DATABASE", "postgres").needs(POSTGRES)
    };
    let program = "cargo test --locked --test program --";
    vec![
        CiStep::new("the engine for pages as it is committed", "xtask wasm check")
            .needs(if wasm::is_current() { &[] } else { wasm::needed() }),
        CiStep::new("pages play as the program does", "xtask wasm test")
            .with(BUILT, "yes")
            .needs(&[NODE]),
        again("the store on PostgreSQL", "cargo test --locked --test store"),
        again(
            "the program on PostgreSQL",
            &format!(
                "{program} postgres:: two_servers:: four_games:: wrong_inputs:: receive:: \
                 computer:: due::"
            ),
        ),
        CiStep::new("behind nginx and Caddy", &format!("{program} --ignored behind_proxies::"))
            .needs(PROXIES),
        CiStep::new("mail through Postfix", &format!("{program} --ignored by_mail::"))
            .needs(POSTFIX),
        CiStep::new(
            "certificates of small boards",
            "cargo test --package carrick-lab --locked --quiet -- --ignored checkers::both",
        )
        .needs(&[NODE, PYTHON[0]]),
        CiStep::new(
            "documentation",
            "cargo doc --workspace --no-deps --document-private-items --locked --quiet",
        )
        .with("RUSTDOCFLAGS", "-D warnings"),
    ]
}

/// Steps that run at the same time as those: they wait for pages and answers half of the time.
fn waiting_steps() -> Result<Vec<CiStep>> {
    let mut files: Vec<String> = fs::read_dir(root().join(BROWSER))?
        .map(|file| Ok(file?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.as_ref().map_or(true, |name| name.ends_with(".test.mjs")))
        .collect::<Result<_>>()?;
    files.retain(|name| !name.starts_with("lighthouse"));
    files.sort();
    let in_browser = |file: String| {
        CiStep::new(&format!("in the browser: {file}"), &format!("node --test {file}"))
            .folder(BROWSER)
            .needs(IN_BROWSER)
    };
    let mut steps: Vec<CiStep> = files.into_iter().map(in_browser).collect();
    steps.push(
        CiStep::new("the API as its document says", "xtask api").with(BUILT, "yes").needs(PYTHON),
    );
    Ok(steps)
}

/// Steps of `cargo xtask release-check`.
fn release_steps() -> Vec<CiStep> {
    vec![
        CiStep::new(
            "slow tests",
            "cargo test --locked -- --ignored --skip behind_proxies:: --skip by_mail:: --skip no_page_costs",
        ),
        CiStep::new(
            "prices of pages",
            "cargo test --release --locked --package carrick-web --test prices -- --ignored",
        ),
        CiStep::new(
            "slow tests of the laboratory, all certificates, analyses",
            "cargo test --package carrick-lab --locked -- --ignored",
        )
        .needs(&[NODE])
        .needs(PYTHON),
        CiStep::new("the engine for pages, built again", "xtask wasm check --build")
            .needs(wasm::needed()),
        CiStep::new("10,000 seeds of the simulation", "xtask simulate --seeds 10000"),
        CiStep::new("1,000 kills on SQLite", "xtask kills --times 1000"),
        CiStep::new("200 kills on PostgreSQL", "xtask kills --database postgres --times 200")
            .needs(POSTGRES),
        CiStep::new(
            "a season on PostgreSQL",
            "cargo test --locked --test server -- --ignored season::",
        )
        .with("CARRICK_TEST_DATABASE", "postgres")
        .needs(POSTGRES),
        CiStep::new("half an hour of mixed traffic", "xtask soak --minutes 30"),
        CiStep::new("inputs that a fuzzer looks for", "xtask fuzz --runs 1000000")
            .needs(&[("g++", "c++")]),
        CiStep::new("Lighthouse", "node --test lighthouse.test.mjs")
            .folder(BROWSER)
            .needs(IN_BROWSER),
        CiStep::new("the package in a fresh Debian", "xtask deb test").needs(deb::TEST_NEEDS),
    ]
}

/// Runs what must pass before a change lands.
pub(crate) fn ci(words: &[&str]) -> Result<()> {
    let lists = [first_steps(), computing_steps(), waiting_steps()?];
    run_all(words, &lists.each_ref().map(Vec::as_slice), || run_lists(&lists))
}

/// Runs what takes hours.
pub(crate) fn release_check(words: &[&str]) -> Result<()> {
    let steps = release_steps();
    run_all(words, &[&steps], || run_steps(&steps, None))
}

/// Runs steps, with `--install` after installing what they need, and prints what failed and what
/// was not run.
fn run_all(
    words: &[&str],
    lists: &[&[CiStep]],
    run: impl FnOnce() -> Result<StepResults>,
) -> Result<()> {
    if !matches!(words, [] | ["--install"]) {
        return Err(usage());
    }
    let start = Instant::now();
    let steps = || lists.iter().copied().flatten();
    let missing: BTreeSet<&str> = steps().flat_map(CiStep::missing).collect();
    if words == ["--install"] && !missing.is_empty() {
        install(&missing.into_iter().collect::<Vec<_>>())?;
    }
    let StepResults { passed, failed } = run()?;
    let left_out: Vec<&CiStep> = steps().filter(|step| !step.missing().is_empty()).collect();
    for step in &left_out {
        eprintln!("== not run: {}; to run it: {}", step.name, install_line(&step.missing()));
    }
    for name in &failed {
        eprintln!("== FAILED: {name}");
    }
    let ran = passed + failed.len();
    let minutes = start.elapsed().as_secs().div_ceil(60);
    let summary = format!("{passed} of {ran} steps passed, in {minutes} min.");
    eprintln!("\n{summary}");
    if failed.is_empty() { Ok(()) } else { Err(Error::other(summary)) }
}

/// Results of the steps that ran.
#[derive(Debug, Default, PartialEq, Eq)]
struct StepResults {
    passed: usize,
    /// Names of the steps that failed.
    failed: Vec<String>,
}

impl StepResults {
    /// Runs a step, unless something it needs is missing, and counts it. Returns whether it failed.
    fn fails(&mut self, step: &CiStep, log: Option<&File>) -> Result<bool> {
        if !step.missing().is_empty() {
            return Ok(false);
        }
        let has_passed = step.run(log)?;
        if has_passed {
            self.passed += 1;
        } else {
            self.failed.push(step.name.clone());
        }
        Ok(!has_passed)
    }
}

/// Runs steps one after another.
fn run_steps(steps: &[CiStep], log: Option<&File>) -> Result<StepResults> {
    let mut results = StepResults::default();
    for step in steps {
        results.fails(step, log)?;
    }
    Ok(results)
}

/// Runs the first list up to its first failure, then the other two side by side.
fn run_lists([first, computing, waiting]: &[Vec<CiStep>; 3]) -> Result<StepResults> {
    let mut results = StepResults::default();
    for step in first {
        if results.fails(step, None)? {
            return Ok(results);
        }
    }
    let path = target().join("ci-beside.log");
    let log = File::create(&path)?;
    let (computed, beside) = thread::scope(|scope| {
        let beside = scope.spawn(|| run_steps(waiting, Some(&log)));
        (run_steps(computing, None), beside.join())
    });
    let beside = beside.map_err(|_| Error::other("a step ended without a result"))??;
    if !beside.failed.is_empty() {
        eprintln!("\n== Output of the steps that ran at the same time:\n");
        eprintln!("{}", fs::read_to_string(path)?);
    }
    // While compilers are running, a page may be too slow. Run alone, the step shows whether it is
    // wrong.
    let (slow, other): (Vec<_>, Vec<_>) = waiting
        .iter()
        .filter(|step| beside.failed.contains(&step.name))
        .partition(|step| step.command.starts_with("node "));
    let computed = computed?;
    results.passed += computed.passed + beside.passed;
    results.failed.extend(computed.failed);
    results.failed.extend(other.iter().map(|step| step.name.clone()));
    for step in slow {
        results.fails(step, None)?;
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(passed: usize, failed: &[&str]) -> StepResults {
        StepResults { passed, failed: failed.iter().map(|&name| name.to_owned()).collect() }
    }

    #[test]
    fn a_failure_ends_the_run_before_anything_else_is_built() {
        let first = vec![
            CiStep::new("format", "true"),
            CiStep::new("lints", "false"),
            CiStep::new("tests", "true"),
        ];
        let lists = [first, vec![CiStep::new("engine", "false")], Vec::new()];
        assert_eq!(run_lists(&lists).expect("steps that start"), results(1, &["lints"]));
    }

    #[test]
    fn all_later_failures_are_named() {
        let computing = vec![CiStep::new("store", "false"), CiStep::new("mail", "true")];
        let waiting = vec![CiStep::new("pages", "true"), CiStep::new("API", "false")];
        let lists = [vec![CiStep::new("format", "true")], computing, waiting];
        assert_eq!(run_lists(&lists).expect("steps that start"), results(3, &["store", "API"]));
    }

    #[test]
    fn a_step_without_its_packages_is_skipped() {
        let step = CiStep::new("API", "false").needs(&[("none", "no-such-program")]);
        assert_eq!(run_steps(&[step], None).expect("no step"), StepResults::default());
    }
}
