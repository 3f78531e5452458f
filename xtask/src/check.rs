//! `cargo xtask check`: the quick check to run all day. Format, words, rooms, lints and library
//! tests of the changed crates and of those that depend on them; no services, no network.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Error, Result};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use serde_json::{Value, json};

use crate::rooms;
use crate::style::words;
use crate::tools::{self, done, root};

pub(crate) const USAGE: &str = "cargo xtask check [--all | --since REVISION]";

/// Files outside the crates on which all of them depend.
const COMMON: [&str; 5] =
    ["Cargo.toml", "Cargo.lock", "clippy.toml", "rustfmt.toml", ".cargo/config.toml"];

/// Crates that build in, or whose tests read, pages of `docs/`.
const READ_DOCS: [&str; 2] = ["carrick", "carrick-web"];

/// Crates whose integration tests are pure and quick enough to run all day.
const QUICK: [&str; 5] =
    ["carrick-games", "carrick-mail", "carrick-position", "carrick-service", "carrick-tokens"];

/// Choice of crates to check.
#[derive(Debug, PartialEq, Eq)]
enum Scope {
    /// Crates changed since this branch left `origin/main`, committed or not.
    Branch,
    /// Crates changed since a revision.
    Since(String),
    All,
}

/// Runs the checks; `words` are the arguments after `check`.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let scope = match scope(words) {
        Ok(scope) => scope,
        Err(wrong) => {
            eprintln!("{wrong}\nUsage: {USAGE}");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    match checked(&scope) {
        Ok(true) => {
            eprintln!(
                "\nThe check passes, in {} s. `cargo xtask ci` runs everything.",
                start.elapsed().as_secs()
            );
            ExitCode::SUCCESS
        }
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("\nThe check FAILED: {error}");
            ExitCode::FAILURE
        }
    }
}

fn scope(mut words: impl Iterator<Item = String>) -> std::result::Result<Scope, String> {
    let scope = match words.next().as_deref() {
        None => Scope::Branch,
        Some("--all") => Scope::All,
        Some("--since") => {
            Scope::Since(words.next().ok_or("`--since` needs a revision, such as HEAD~3.")?)
        }
        Some(other) => return Err(format!("`{other}` is not understood.")),
    };
    match words.next() {
        None => Ok(scope),
        Some(more) => Err(format!("`{more}` is one word too many.")),
    }
}

fn checked(scope: &Scope) -> Result<bool> {
    let crates = Crates::read()?;
    let (changed, affected) = match scope {
        Scope::All => (crates.names(), crates.names()),
        Scope::Branch => crates.affected(&changed_files(&base()?)?),
        Scope::Since(revision) => crates.affected(&changed_files(revision)?),
    };
    let cargo = || {
        let mut command = tools::cargo();
        command.current_dir(root());
        command
    };
    done(cargo().args(["fmt", "--all", "--check"]))?;
    if words::run() != ExitCode::SUCCESS || rooms::run() != ExitCode::SUCCESS {
        return Ok(false);
    }
    if affected.is_empty() {
        eprintln!("No crate has changed; `--all` looks at every one.");
        return Ok(true);
    }
    eprintln!("== changed: {}; with dependents: {}", listed(&changed), listed(&affected));
    let packages = |names: &BTreeSet<String>| -> Vec<String> {
        names.iter().flat_map(|name| ["--package".to_owned(), name.clone()]).collect()
    };
    let clippy = ["clippy", "--all-targets", "--locked", "--offline"];
    done(cargo().args(clippy).args(packages(&affected)).args(["--", "-D", "warnings"]))?;
    let test = ["test", "--locked", "--offline", "--quiet"];
    // Cargo fails on `--lib` when all crates are programs.
    let libraries = crates.with_library(&affected);
    let kinds: &[&str] = if libraries { &["--lib", "--bins"] } else { &["--bins"] };
    done(cargo().args(test).args(packages(&affected)).args(kinds))?;
    let quick: BTreeSet<_> =
        changed.into_iter().filter(|name| QUICK.contains(&name.as_str())).collect();
    if !quick.is_empty() {
        done(cargo().args(test).args(packages(&quick)).args(["--test", "*"]))?;
    }
    Ok(true)
}

fn listed(names: &BTreeSet<String>) -> String {
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Output of git, in lines.
fn git(arguments: &[&str]) -> Result<Vec<String>> {
    let output = Command::new("git").args(arguments).current_dir(root()).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(Error::other(format!("git {}: {}", arguments.join(" "), said.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// The commit at which this branch left `origin/main`, or else its upstream; the last commit if
/// there is neither. A pushed branch is its own upstream, and has not left that.
fn base() -> Result<String> {
    let lines = git(&["merge-base", "HEAD", "origin/main"])
        .or_else(|_| git(&["merge-base", "HEAD", "@{upstream}"]))
        .or_else(|_| git(&["rev-parse", "HEAD"]))?;
    lines.into_iter().next().ok_or_else(|| Error::other("there is no commit yet"))
}

/// Files that differ from a revision, and new ones that git does not ignore.
fn changed_files(revision: &str) -> Result<Vec<String>> {
    let mut files = git(&["diff", "--name-only", revision, "--"])?;
    files.extend(git(&["ls-files", "--others", "--exclude-standard"])?);
    Ok(files)
}

/// Crates of the workspace: their folders and dependencies.
struct Crates(BTreeMap<String, Crate>);

struct Crate {
    /// Path in the repository, with a slash at its end.
    folder: String,
    depends_on: BTreeSet<String>,
    is_library: bool,
}

impl Crates {
    fn read() -> Result<Self> {
        let output = tools::cargo()
            .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
            .current_dir(root())
            .output()?;
        let metadata: Value = serde_json::from_slice(&output.stdout)?;
        Self::from_metadata(&metadata)
            .ok_or_else(|| Error::other("cargo metadata is not understood"))
    }

    fn from_metadata(metadata: &Value) -> Option<Self> {
        let workspace = Path::new(metadata["workspace_root"].as_str()?);
        let mut crates = BTreeMap::new();
        for package in metadata["packages"].as_array()? {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            let folder = manifest.parent()?.strip_prefix(workspace).ok()?;
            let dependencies = package["dependencies"].as_array()?.iter();
            let depends_on = dependencies
                .filter(|dependency| dependency["path"].is_string())
                .filter_map(|dependency| dependency["name"].as_str().map(str::to_owned))
                .collect();
            let folder = format!("{}/", folder.to_str()?);
            let mut targets = package["targets"].as_array()?.iter();
            let is_library = targets.any(|target| target["kind"] == json!(["lib"]));
            let of = Crate { folder, depends_on, is_library };
            crates.insert(package["name"].as_str()?.to_owned(), of);
        }
        Some(Self(crates))
    }

    fn with_library(&self, names: &BTreeSet<String>) -> bool {
        names.iter().any(|name| self.0.get(name).is_some_and(|of| of.is_library))
    }

    fn names(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }

    /// Crates to which files belong; and those together with all that depend on them.
    fn affected(&self, files: &[String]) -> (BTreeSet<String>, BTreeSet<String>) {
        if files.iter().any(|file| COMMON.contains(&file.as_str())) {
            return (self.names(), self.names());
        }
        let in_docs = files.iter().any(|file| file.starts_with("docs/"));
        let has_changed = |name: &str, of: &Crate| {
            files.iter().any(|file| file.starts_with(&of.folder))
                || (in_docs && READ_DOCS.contains(&name))
        };
        let all = self.0.iter();
        let changed: BTreeSet<_> =
            all.filter(|(name, of)| has_changed(name, of)).map(|(name, _)| name.clone()).collect();
        let mut affected = changed.clone();
        loop {
            let reached = |of: &Crate| !of.depends_on.is_disjoint(&affected);
            let next: BTreeSet<_> =
                self.0.iter().filter(|(_, of)| reached(of)).map(|(name, _)| name.clone()).collect();
            let before = affected.len();
            affected.extend(next);
            if affected.len() == before {
                return (changed, affected);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Crates {
        let package = |name: &str, on: &[&str]| {
            let dependencies: Vec<_> =
                on.iter().map(|name| json!({ "name": name, "path": "there" })).collect();
            json!({
                "name": name,
                "manifest_path": format!("/here/crates/{name}/Cargo.toml"),
                "dependencies": dependencies,
                "targets": [{ "kind": ["lib"] }],
            })
        };
        let packages = [
            package("rules", &[]),
            package("search", &["rules"]),
            package("carrick-web", &["search"]),
        ];
        let metadata = json!({ "workspace_root": "/here", "packages": packages });
        Crates::from_metadata(&metadata).expect("three crates")
    }

    #[test]
    fn a_change_affects_its_crate_and_all_that_depend_on_it() {
        for (file, changed, affected) in [
            ("crates/rules/src/lib.rs", "rules", "carrick-web, rules, search"),
            ("crates/search/tests/laws.rs", "search", "carrick-web, search"),
            ("crates/carrick-web/Cargo.toml", "carrick-web", "carrick-web"),
            ("Cargo.lock", "carrick-web, rules, search", "carrick-web, rules, search"),
            ("docs/rules.md", "carrick-web", "carrick-web"),
            ("CONTRIBUTING.md", "none", "none"),
        ] {
            let (found, reached) = three().affected(&[file.to_owned()]);
            assert_eq!(
                (listed(&found).as_str(), listed(&reached).as_str()),
                (changed, affected),
                "{file}"
            );
        }
    }

    #[test]
    fn the_arguments_name_a_scope() {
        let scope = |words: &str| scope(words.split_whitespace().map(str::to_owned));
        assert_eq!(scope(""), Ok(Scope::Branch));
        assert_eq!(scope("--all"), Ok(Scope::All));
        assert_eq!(scope("--since HEAD~3"), Ok(Scope::Since("HEAD~3".to_owned())));
        assert_eq!(scope("--since"), Err("`--since` needs a revision, such as HEAD~3.".to_owned()));
        assert_eq!(scope("--fast"), Err("`--fast` is not understood.".to_owned()));
        assert_eq!(scope("--all now"), Err("`now` is one word too many.".to_owned()));
    }
}
