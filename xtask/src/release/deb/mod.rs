//! `cargo xtask deb`: builds the program and makes Debian's package of it, `target/deb/*.deb`.
//! `cargo xtask deb test` installs, upgrades and removes a package in a fresh Debian.
//!
//! Packages are reproducible: one program gives one package, byte for byte, and the only time in it
//! is that of the commit.

mod changelog;
mod package;
mod system;
mod trial;

use std::env;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use jiff::Timestamp;

use crate::packages::{self, Package};
use crate::release::version::{VERSION, changelog, git, tags};
use crate::tools::{BUILT, cargo, done, root, target};
use package::{Contents, Packing};

pub(crate) const USAGE: &str = "cargo xtask deb [--program FILE | test [--install]]";

/// Debian packages with the tools that make a package.
const TOOLS: [Package; 2] = [
    Package::with_program("dpkg-dev", "dpkg-shlibdeps"),
    Package::with_program("binutils", "strip"),
];

/// Debian packages that the test needs.
pub(crate) const NEEDED: [Package; 3] = [TOOLS[0], TOOLS[1], Package::of("debootstrap")];

/// Variable with which the program is told its commit when it is compiled.
const COMMIT: &str = "CARRICK_COMMIT";

pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let words: Vec<String> = words.collect();
    let made = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => build().and_then(|program| make(&program)),
        ["--program", program] => make(Path::new(program)),
        ["test"] => test(false),
        ["test", "--install"] => test(true),
        _ => {
            eprintln!("Usage: {USAGE}");
            return ExitCode::from(2);
        }
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The package: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether this user may do what the test needs: make device files, and change the root folder.
fn may_test() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Builds the program as it is released; returns its path.
fn build() -> Result<PathBuf> {
    let engine = root().join("crates/carrick-web/engine/carrick_wasm_bg.wasm");
    if !engine.exists() {
        eprintln!("There is no engine for pages; `cargo xtask wasm` builds one for the package.");
    }
    let here = root().canonicalize()?;
    let mut flags = format!("--remap-path-prefix={}=/carrick", here.display());
    if let Some(cargo) =
        env::var_os("CARGO_HOME").or_else(|| Some(env::home_dir()?.join(".cargo").into()))
    {
        flags += &format!(" --remap-path-prefix={}=/cargo", Path::new(&cargo).display());
    }
    // With other flags it would take the place of the ordinary build.
    let folder = target().join("deb/build");
    let mut cargo = cargo();
    cargo.args(["build", "--profile", "dist", "--locked", "--package", "carrick", "--target-dir"]);
    cargo.arg(&folder).current_dir(&here);
    done(cargo.env("RUSTFLAGS", flags).env(COMMIT, commit()?))?;
    Ok(folder.join("dist/carrick"))
}

/// The last commit, and whether the files are others by now.
fn commit() -> Result<String> {
    let commit = git(&["rev-parse", "HEAD"])?;
    let is_changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Ok(if is_changed { commit + "-changed" } else { commit })
}

/// Makes the package of a program, and says where it is.
fn make(program: &Path) -> Result<()> {
    let missing = packages::missing(&TOOLS);
    if !missing.is_empty() {
        return Err(Error::other(format!(
            "some tools are missing:\n    {}",
            packages::install_line(&missing)
        )));
    }
    let folder = target().join("deb");
    let contents =
        Contents { program, version: version()?, changelog: changelog()?, made: time()? };
    let file = contents.pack(&folder, Packing::Small)?.canonicalize()?;
    let size = fs::metadata(&file)?.len();
    eprintln!(
        "{} has {size} bytes; install it with\n    sudo apt install {}",
        file.display(),
        file.display()
    );
    Ok(())
}

/// Time of the last commit.
fn time() -> Result<Timestamp> {
    let seconds = git(&["log", "-1", "--format=%ct"])?.parse().map_err(Error::other)?;
    Timestamp::from_second(seconds).map_err(Error::other)
}

/// Version of the package: the release's for a commit with its tag, and otherwise one that comes
/// after the release and tells the commit.
fn version() -> Result<String> {
    if tags()?.iter().any(|tag| tag == VERSION) {
        return Ok(format!("{VERSION}-1"));
    }
    let commit = git(&["rev-parse", "--short=8", "HEAD"])?;
    Ok(format!("{VERSION}+git{}.{commit}-1", time()?.strftime("%Y%m%d%H%M")))
}

/// Tries a package of the program that the tests have built.
fn test(installs: bool) -> Result<()> {
    let missing = packages::missing(&NEEDED);
    if !missing.is_empty() && !installs {
        return Err(Error::other(format!(
            "some tools are missing:\n    {}",
            packages::install_line(&missing)
        )));
    }
    if !missing.is_empty() {
        packages::install(&missing)?;
    }
    if !may_test() {
        return Err(Error::other("only root can change the root folder: run it as root"));
    }
    if env::var_os(BUILT).is_none() {
        let mut cargo = cargo();
        done(cargo.args(["build", "--locked", "--package", "carrick"]).current_dir(root()))?;
    }
    trial::run(&target().join("debug/carrick"), &target().join("deb"))
}
