//! A step of a plan: a program with its arguments, how it is run, how it ended.

use std::env;
use std::fmt::{self, Display, Formatter};
use std::fs::File;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::suite::Suite;
use crate::tools::{cargo, root, test_program};

/// Program of a step.
pub(super) enum Program {
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
pub(super) struct Step {
    pub(super) name: String,
    pub(super) program: Program,
    pub(super) arguments: Vec<String>,
    pub(super) folder: &'static str,
    pub(super) environment: &'static [(&'static str, &'static str)],
    /// The suite that the step belongs to; it runs only if the suite's programs are installed.
    pub(super) suite: Option<&'static Suite>,
}

impl Step {
    pub(super) fn program(
        name: &str,
        program: &'static str,
        arguments: &[&str],
        folder: &'static str,
    ) -> Self {
        let arguments = arguments.iter().map(ToString::to_string).collect();
        let program = Program::Installed(program);
        Self { name: name.into(), program, arguments, folder, environment: &[], suite: None }
    }

    pub(super) fn cargo(name: &str, arguments: &[&str]) -> Self {
        Self::program(name, "cargo", arguments, ".")
    }

    /// A task of this program.
    pub(super) fn task(name: &str, arguments: &[&str]) -> Self {
        let program = env::current_exe().unwrap_or_else(|_| "xtask".into());
        Self { program: Program::Task(program), ..Self::program(name, "", arguments, ".") }
    }

    /// Cargo's `verb` for the whole workspace, with all tests, benches and examples.
    pub(super) fn everything(name: &str, verb: &str, features: &str) -> Self {
        Self::cargo(
            name,
            &[verb, "--workspace", "--all-targets", "--locked", "--features", features],
        )
    }

    pub(super) fn and(mut self, arguments: &[&str]) -> Self {
        self.arguments.extend(arguments.iter().map(ToString::to_string));
        self
    }

    pub(super) fn with(self, environment: &'static [(&'static str, &'static str)]) -> Self {
        Self { environment, ..self }
    }

    pub(super) fn only_with(self, suite: &'static Suite) -> Self {
        Self { suite: Some(suite), ..self }
    }

    /// Runs the step and prints how long it took. Its output goes to `log`, or without one to the
    /// terminal.
    pub(super) fn run(&self, log: Option<&File>) -> Ran {
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
pub(super) enum Verdict {
    Passed,
    /// Failed beside other steps, and passed when it was run again by itself.
    Flaky,
    Failed,
}

/// A step that was run.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) name: String,
    pub(super) seconds: u64,
    pub(super) verdict: Verdict,
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

/// True if no step failed.
pub(super) fn passed(steps: &[Ran]) -> bool {
    steps.iter().all(|ran| ran.verdict != Verdict::Failed)
}
