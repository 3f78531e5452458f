//! `cargo xtask ci`: what must pass before a change lands, beside `cargo test`: lints,
//! documentation, real browsers, PostgreSQL, Postfix, proxies, and the API against its document.
//! `cargo xtask release-check` has what takes too long for that.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::{Error, Result};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::Instant;

use crate::packages::{self, Package};
use crate::tools::{BUILT, cargo, root, target};
use crate::wasm;

pub(crate) const USAGE: &str = "cargo xtask ci [--install]";

pub(crate) const BROWSER: &str = "crates/carrick-web/tests/browser";
const THREE: &str = "crates/carrick-web/vendor/three";

pub(crate) const NODE: Package = Package::with_program("nodejs", "node");
const NPM: Package = Package::of("npm");
const CHROMIUM: Package = Package::of("chromium-headless-shell");
pub(crate) const IN_BROWSER: &[Package] = &[NODE, NPM, CHROMIUM];
pub(crate) const POSTGRES: &[Package] =
    &[Package::with_file("postgresql", "/usr/lib/postgresql"), Package::of("openssl")];
pub(crate) const PYTHON: &[Package] =
    &[Package::with_program("python3", "python3"), Package::companion("python3-venv")];
const PROXIES: &[Package] = &[
    Package::with_program("nginx-light", "nginx"),
    Package::of("caddy"),
    Package::of("curl"),
    Package::of("openssl"),
];
const POSTFIX: &[Package] = &[
    Package::of("postfix"),
    Package::of("swaks"),
    Package::of("opendkim"),
    Package::of("opendmarc"),
    Package::with_program("sasl2-bin", "saslpasswd2"),
    Package::companion("libsasl2-modules"),
    Package::of("openssl"),
    Package::with_program("util-linux", "unshare"),
    Package::with_file("publicsuffix", "/usr/share/publicsuffix/public_suffix_list.dat"),
];

/// A command to run, in a folder of the repository, and the packages it needs.
pub(crate) struct Step {
    name: String,
    program: String,
    arguments: Vec<String>,
    folder: &'static str,
    environment: Vec<(&'static str, &'static str)>,
    needs: Vec<Package>,
}

impl Step {
    /// A step from a command line without quotation marks.
    pub(crate) fn new(name: &str, command: &str) -> Self {
        let mut words = command.split_whitespace().map(str::to_owned);
        Self {
            name: name.to_owned(),
            program: words.next().unwrap_or_default(),
            arguments: words.collect(),
            folder: ".",
            environment: Vec::new(),
            needs: Vec::new(),
        }
    }

    pub(crate) fn folder(self, folder: &'static str) -> Self {
        Self { folder, ..self }
    }

    pub(crate) fn with(mut self, variable: &'static str, value: &'static str) -> Self {
        self.environment.push((variable, value));
        self
    }

    pub(crate) fn needs(mut self, packages: &[Package]) -> Self {
        self.needs.extend(packages);
        self
    }

    fn missing(&self) -> Vec<&'static str> {
        packages::missing(&self.needs)
    }

    /// Runs the command and says how long it took. Its output goes to `log`, or to the terminal.
    fn run(&self, log: Option<&File>) -> Result<bool> {
        eprintln!("\n== {} ({} {})", self.name, self.program, self.arguments.join(" "));
        let start = Instant::now();
        let mut command = match self.program.as_str() {
            "cargo" => cargo(),
            // This program: cargo would wait for other commands that build.
            "xtask" => Command::new(env::current_exe()?),
            program => Command::new(program),
        };
        command.args(&self.arguments).envs(self.environment.iter().copied());
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

/// Steps that end the run when one fails.
fn first_steps() -> Vec<Step> {
    let scripts = |name, command| Step::new(name, command).folder(BROWSER).needs(&[NODE, NPM]);
    vec![
        Step::new("format", "cargo fmt --all --check"),
        Step::new("style and links", "xtask words"),
        Step::new("licences and sources of dependencies", "xtask deps").needs(PYTHON),
        scripts("tools for the scripts", "npm ci --no-audit --no-fund --silent"),
        scripts("types of the scripts", "npx tsc -p ."),
        scripts("tools for the bundle", "npm ci --no-audit --no-fund --silent").folder(THREE),
        scripts("the bundle as it is kept", "npm run --silent check").folder(THREE),
        Step::new(
            "lints",
            "cargo clippy --workspace --all-targets --locked --quiet -- -D warnings",
        ),
        Step::new("tests of xtask", "cargo test --package xtask --locked --quiet"),
        Step::new("the laboratory", "cargo test --package carrick-lab --locked --quiet"),
    ]
}

/// Steps that run after those, one after another, whether or not one fails. They keep the
/// processors busy.
fn computing_steps() -> Vec<Step> {
    let again = |name, command| {
        Step::new(name, command).with("CARRICK_TEST_DATABASE", "postgres").needs(POSTGRES)
    };
    let program = "cargo test --locked --test program --";
    vec![
        again("the store on PostgreSQL", "cargo test --locked --test store"),
        again(
            "the program on PostgreSQL",
            &format!(
                "{program} postgres:: two_servers:: four_games:: wrong_inputs:: receive:: \
                 computer:: due::"
            ),
        ),
        Step::new("behind nginx and Caddy", &format!("{program} --ignored behind_proxies::"))
            .needs(PROXIES),
        Step::new("mail through Postfix", &format!("{program} --ignored by_mail::")).needs(POSTFIX),
        Step::new(
            "documentation",
            "cargo doc --workspace --no-deps --document-private-items --locked --quiet",
        )
        .with("RUSTDOCFLAGS", "-D warnings"),
    ]
}

/// Steps that run beside those: they wait for pages and answers half of the time.
fn waiting_steps() -> Result<Vec<Step>> {
    let mut files: Vec<String> = fs::read_dir(root().join(BROWSER))?
        .map(|file| Ok(file?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.as_ref().map_or(true, |name| name.ends_with(".test.mjs")))
        .collect::<Result<_>>()?;
    files.retain(|name| !name.starts_with("lighthouse"));
    files.sort();
    let in_browser = |file: String| {
        Step::new(&format!("in the browser: {file}"), &format!("node --test {file}"))
            .folder(BROWSER)
            .needs(IN_BROWSER)
    };
    let mut steps: Vec<Step> = files.into_iter().map(in_browser).collect();
    steps.push(
        Step::new("certificates of small boards", "xtask checkers")
            .with(BUILT, "yes")
            .needs(&[NODE, Package::of("python3")]),
    );
    steps.push(
        Step::new("the API as its document says", "xtask api").with(BUILT, "yes").needs(PYTHON),
    );
    Ok(steps)
}

/// Builds the engine for pages, and with it the program that the browser tests drive.
fn engine_steps() -> Vec<Step> {
    vec![
        Step::new("the engine for pages", "xtask wasm").needs(wasm::needed()),
        Step::new("the program with the engine", "cargo test --locked --no-run --quiet"),
        Step::new("pages play as the program does", "xtask wasm test")
            .with(BUILT, "yes")
            .needs(wasm::needed())
            .needs(&[NODE]),
    ]
}

/// Runs all steps; `words` are the arguments after `ci`.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let waiting = match waiting_steps() {
        Ok(steps) => steps,
        Err(error) => return fail(&error),
    };
    let lists = [first_steps(), engine_steps(), computing_steps(), waiting];
    let start = Instant::now();
    let all: Vec<&Step> = lists.iter().flatten().collect();
    let ready = prepare(USAGE, words, &all);
    if ready != ExitCode::SUCCESS {
        return ready;
    }
    match run_lists(&lists) {
        Err(error) => fail(&error),
        Ok(failed) => finish(&all, &failed, start),
    }
}

/// Installs what the steps need if the words after the command say `--install`.
pub(crate) fn prepare(
    usage: &str,
    words: impl Iterator<Item = String>,
    steps: &[&Step],
) -> ExitCode {
    let mut install = false;
    for word in words {
        if word != "--install" {
            eprintln!("`{word}` is not understood.\nUsage: {usage}");
            return ExitCode::from(2);
        }
        install = true;
    }
    let missing: BTreeSet<&str> = steps.iter().flat_map(|step| step.missing()).collect();
    let missing: Vec<&str> = missing.into_iter().collect();
    if install && !missing.is_empty() {
        eprintln!("== installing {}", missing.join(", "));
        if let Err(error) = packages::install(&missing) {
            return fail(&error);
        }
    }
    ExitCode::SUCCESS
}

fn fail(error: &Error) -> ExitCode {
    eprintln!("== {error}");
    ExitCode::FAILURE
}

/// Says what failed and what was not run.
pub(crate) fn finish(steps: &[&Step], failed: &[String], start: Instant) -> ExitCode {
    let minutes = start.elapsed().as_secs().div_ceil(60);
    let left_out: Vec<&&Step> = steps.iter().filter(|step| !step.missing().is_empty()).collect();
    for step in &left_out {
        let line = packages::install_line(&step.missing());
        eprintln!("== not run: {}; to run it: {line}", step.name);
    }
    for name in failed {
        eprintln!("== FAILED: {name}");
    }
    let ran = steps.len() - left_out.len();
    eprintln!("\n{} of {ran} steps passed, in {minutes} min.", ran - failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Runs steps one after another, and returns the names of those that failed.
pub(crate) fn run_steps(steps: &[Step], log: Option<&File>) -> Result<Vec<String>> {
    let mut failed = Vec::new();
    for step in steps.iter().filter(|step| step.missing().is_empty()) {
        if !step.run(log)? {
            failed.push(step.name.clone());
        }
    }
    Ok(failed)
}

/// Runs the first and second list up to the first failure, then the last two side by side.
fn run_lists([first, engine, computing, waiting]: &[Vec<Step>; 4]) -> Result<Vec<String>> {
    for step in first.iter().chain(engine).filter(|step| step.missing().is_empty()) {
        if !step.run(None)? {
            return Ok(vec![step.name.clone()]);
        }
    }
    let path = target().join("ci-beside.log");
    let log = File::create(&path)?;
    let (mut failed, beside) = thread::scope(|scope| {
        let beside = scope.spawn(|| run_steps(waiting, Some(&log)));
        (run_steps(computing, None), beside.join())
    });
    let beside = beside.map_err(|_| Error::other("a step ended without a result"))??;
    if !beside.is_empty() {
        eprintln!("\n== What ran beside the other steps printed:\n");
        eprintln!("{}", fs::read_to_string(path)?);
    }
    // Beside compilers a page may be too late. Run alone, the step shows whether it is wrong.
    let (slow, other): (Vec<_>, Vec<_>) = waiting
        .iter()
        .filter(|step| beside.contains(&step.name))
        .partition(|step| step.program == "node");
    if let Ok(failed) = &mut failed {
        failed.extend(other.iter().map(|step| step.name.clone()));
        for step in slow {
            if !step.run(None)? {
                failed.push(step.name.clone());
            }
        }
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, command: &str) -> Step {
        Step::new(name, command)
    }

    #[test]
    fn a_failure_ends_the_run_before_anything_else_is_built() {
        let first = vec![step("format", "true"), step("lints", "false"), step("tests", "true")];
        let lists = [first, vec![step("engine", "false")], Vec::new(), Vec::new()];
        assert_eq!(run_lists(&lists).expect("steps that start"), ["lints"]);
    }

    #[test]
    fn later_failures_are_all_named() {
        let computing = vec![step("store", "false"), step("mail", "true")];
        let waiting = vec![step("pages", "true"), step("API", "false")];
        let lists = [vec![step("format", "true")], Vec::new(), computing, waiting];
        assert_eq!(run_lists(&lists).expect("steps that start"), ["store", "API"]);
    }

    #[test]
    fn a_step_without_its_packages_is_left_out() {
        let step = step("API", "false").needs(&[Package::of("no-such-program")]);
        assert_eq!(run_steps(&[step], None).expect("no step"), Vec::<String>::new());
    }

    /// With `autotests = false` a crate's tests are one program. A file that the program does not
    /// name would silently be left out.
    #[test]
    fn every_file_of_tests_is_part_of_a_program() {
        let mut seen = 0;
        let crates = fs::read_dir(root().join("crates")).expect("the crates");
        let crates = crates.map(|folder| folder.expect("a crate").path());
        for folder in crates.chain([root().join("lab")]) {
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
