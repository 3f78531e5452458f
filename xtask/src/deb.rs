//! `cargo xtask deb`: Debian's package, which cargo-deb makes from the list in
//! `[package.metadata.deb]` in `crates/carrick/Cargo.toml`. `cargo xtask deb test` tries it in a
//! fresh Debian.
//!
//! Packages are reproducible: one program gives one package, byte for byte, and the only time in it
//! is that of the commit.

use std::env;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{
    Package, cargo, carrick, done, emptied, install, is_root, missing, output, require, root,
    target, usage,
};
use crate::words::git;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const CARGO_DEB: &str = "3.8.0";

const NEEDS: &[Package] = &[("dpkg-dev", "dpkg-shlibdeps"), ("binutils", "strip")];
pub(crate) const TEST_NEEDS: &[Package] =
    &[NEEDS[0], NEEDS[1], ("debootstrap", "debootstrap"), ("curl", "curl")];

/// Makes a package, or tries one.
pub(crate) fn deb(words: &[&str]) -> Result<()> {
    let program = match words {
        [] => build()?,
        ["--program", program] => PathBuf::from(program),
        ["test"] => return test(),
        ["test", "--install"] => {
            install(&missing(TEST_NEEDS))?;
            return test();
        }
        _ => return Err(usage()),
    };
    let file = pack(&program, &version()?, &[])?;
    eprintln!("Install it with\n    sudo apt install {}", file.display());
    Ok(())
}

/// Builds the program as it is released; returns its path.
fn build() -> Result<PathBuf> {
    require(NEEDS)?;
    let mut flags = format!("--remap-path-prefix={}=/carrick", root().canonicalize()?.display());
    let own = env::var_os("CARGO_HOME").map(PathBuf::from);
    if let Some(own) = own.or_else(|| Some(env::home_dir()?.join(".cargo"))) {
        flags += &format!(" --remap-path-prefix={}=/cargo", own.display());
    }
    let mut commit = git(&["rev-parse", "HEAD"])?;
    if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        commit += "-changed";
    }
    // With other flags it would replace the ordinary build.
    let folder = target().join("deb/build");
    let mut cargo = cargo();
    cargo.args(["build", "--profile", "dist", "--locked", "--package", "carrick", "--target-dir"]);
    done(cargo.arg(&folder).env("RUSTFLAGS", flags).env("CARRICK_COMMIT", commit))?;
    Ok(folder.join("dist/carrick"))
}

/// Version of the package: the release's for a commit with its tag, and otherwise one that comes
/// after the release and includes the commit.
fn version() -> Result<String> {
    if git(&["tag", "--points-at", "HEAD"])?.lines().any(|tag| tag == format!("v{VERSION}")) {
        return Ok(format!("{VERSION}-1"));
    }
    let format = ["log", "-1", "--abbrev=8", "--date=format-local:%Y%m%d%H%M"];
    let mut commit = Command::new("git");
    commit.args(format).arg("--format=%cd.%h").env("TZ", "UTC").current_dir(root());
    Ok(format!("{VERSION}+git{}-1", output(&mut commit)?))
}

/// Makes the package of a program; returns its path.
fn pack(program: &Path, version: &str, options: &[&str]) -> Result<PathBuf> {
    require(NEEDS)?;
    let tools = target().join("deb-tools");
    let mut install = cargo();
    install.args(["install", "--quiet", "--locked", "cargo-deb", "--version", CARGO_DEB]);
    done(install.arg("--root").arg(&tools))?;
    let folder = target().join("deb");
    generate(program, &folder.join("release"))?;
    let mut deb = Command::new(tools.join("bin/cargo-deb"));
    deb.args(["--package", "carrick", "--no-build", "--strip", "--locked", "--deb-version"]);
    deb.arg(version).args(options).arg("--output").arg(&folder).current_dir(root());
    // It looks there for what was built.
    deb.env("CARGO_TARGET_DIR", &folder);
    deb.env("SOURCE_DATE_EPOCH", git(&["log", "-1", "--format=%ct"])?);
    Path::new(&output(&mut deb)?).canonicalize()
}

/// Copies the program into a folder, and runs it to generate files: the example of settings, man
/// pages, completions.
fn generate(program: &Path, folder: &Path) -> Result<()> {
    let program = &program.canonicalize()?;
    emptied(folder)?;
    fs::copy(program, folder.join("carrick"))?;
    let carrick = |words: &[&str]| output(Command::new(program).args(words).current_dir(folder));
    fs::write(folder.join("carrick.toml.example"), carrick(&["setup", "settings"])? + "\n")?;
    for shell in ["bash", "zsh", "fish"] {
        fs::write(folder.join(shell), carrick(&["completions", shell])? + "\n")?;
    }
    carrick(&["man", "--out", "man"])?;
    let pages = fs::read_dir(folder.join("man"))?.map(|page| Ok(page?.path()));
    let pages: Vec<PathBuf> = pages.collect::<Result<_>>()?;
    done(Command::new("gzip").args(["--best", "--no-name"]).args(pages))
}

/// Tries a package of the program that the tests have built.
fn test() -> Result<()> {
    require(TEST_NEEDS)?;
    if !is_root() {
        return Err(Error::other("this needs root, to change the root folder"));
    }
    let program = carrick()?;
    let package = pack(&program, &format!("{VERSION}-1"), &["--fast"])?;
    let bytes = fs::read(&package)?;
    if fs::read(pack(&program, &format!("{VERSION}-1"), &["--fast"])?)? != bytes {
        return Err(Error::other("the same program gave another package"));
    }
    let newer = pack(&program, &format!("{VERSION}+newer-1"), &["--fast"])?;
    let mut test = Command::new(root().join("packaging/debian/try.sh"));
    done(test.args([package, newer, target().join("deb")]))
}
