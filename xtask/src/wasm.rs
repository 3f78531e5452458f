//! `cargo xtask wasm`: builds the engine for web pages, and writes it where `carrick-web` embeds
//! it. The result is committed, so that every build of the program contains it. `cargo xtask wasm
//! check` builds it again and compares if the sources have changed since, `cargo xtask wasm check
//! --build` always does; `cargo xtask wasm test` asks it and the program the same questions.
//!
//! The standard library is also built from its sources, to save space: by Debian's compiler for
//! this purpose if it is installed, which leaves rustup's the default, or else by the default
//! compiler if rustup has added the sources. With the library that rustup has already built
//! (`rustup target add`), the module would be larger than [`MOST_BYTES`].

use std::collections::BTreeSet;
use std::fs;
use std::io::{Error, Result, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::tools::{
    Package, cargo, done, example, install, install_line, missing, output, root, target, usage,
};

const TARGET: &str = "wasm32-unknown-unknown";

/// Name of the module's files, without their endings.
const NAME: &str = "carrick_wasm";

/// The committed files: the module, compressed by Brotli, the script that calls it, the version of
/// the compiler, and a hash of the sources.
const MODULE: &str = "carrick_wasm_bg.wasm.br";
const SCRIPT: &str = "carrick_wasm.js";
const COMPILED_BY: &str = "compiled-by.txt";
const SOURCES: &str = "sources.txt";

/// Maximum size of the module as the site sends it, in bytes: compressed by Brotli.
const MOST_BYTES: usize = 350_000;

/// Flags of both compilers. A panic stops the module without a message, because a page has no
/// standard error in which to read it.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Zlocation-detail=none -Zunstable-options \
                     -Cpanic=immediate-abort";

/// Debian's compiler with the sources of the standard library, and a linker.
const COMPILER: &[Package] = &[
    ("rustc-web", "/usr/bin/rustc"),
    ("cargo-web", "/usr/bin/cargo"),
    ("rust-web-src", "/usr/lib/rustlib/src/rust/library/Cargo.lock"),
    ("lld", "wasm-ld"),
];

/// Builds the engine, or compares the committed files with the sources or with the program.
pub(crate) fn wasm(words: &[&str]) -> Result<()> {
    let missing = missing(needed());
    match words {
        ["test"] => return compare(),
        ["check"] if is_current() => return Ok(()),
        ["--install"] if !missing.is_empty() => install(&missing)?,
        [] | ["check", ..] if !missing.is_empty() => {
            return Err(Error::other(format!(
                "the sources of a standard library for {TARGET} are missing; the one that rustup has \
                 built would make the engine larger than a page may load. On Debian,\n    {}\nor \
                 `cargo xtask wasm --install` adds them; elsewhere,\n    rustup component add rust-src",
                install_line(&missing)
            )));
        }
        [] | ["--install"] | ["check"] | ["check", "--build"] => {}
        _ => return Err(usage()),
    }
    // While the module is optimised as a whole, a processor is free for the other build.
    let (built, tool) = thread::scope(|scope| {
        let tool = scope.spawn(build_tool);
        (build(), tool.join())
    });
    let built = built?;
    let tool = tool.map_err(|_| Error::other("the build of the tool ended without a result"))??;
    let fresh = target().join("wasm/bindgen");
    fs::create_dir_all(&fresh)?;
    done(Command::new(tool).arg(&built).arg(&fresh).arg(NAME))?;
    let module = fs::read(fresh.join(format!("{NAME}_bg.wasm")))?;
    let sent = compressed(&module)?;
    eprintln!("The engine for pages has {} bytes, {} compressed.", module.len(), sent.len());
    if sent.len() > MOST_BYTES {
        return Err(Error::other(format!("compressed it may have at most {MOST_BYTES} bytes")));
    }
    let script = fs::read(fresh.join(format!("{NAME}.js")))?;
    let compiler = output(Command::new(compiler()).arg("--version"))?.into_bytes();
    let files = [(MODULE, sent), (SCRIPT, script), (COMPILED_BY, compiler)];
    if words.contains(&"check") {
        return check(&files);
    }
    for (name, new) in files.into_iter().chain([(SOURCES, sources()?.into_bytes())]) {
        // Writing an unchanged file would cause a rebuild.
        if fs::read(folder().join(name)).ok().as_ref() != Some(&new) {
            fs::write(folder().join(name), new)?;
        }
    }
    Ok(())
}

/// Fails if the committed files do not match the sources. Another compiler builds another module
/// from the same sources; then only the script is compared.
fn check(built: &[(&str, Vec<u8>)]) -> Result<()> {
    let kept = |name| fs::read(folder().join(name));
    for (name, new) in built {
        let same_compiler = built
            .iter()
            .all(|(name, new)| *name != COMPILED_BY || kept(name).is_ok_and(|kept| kept == *new));
        if !same_compiler && *name != SCRIPT {
            eprintln!("{name} is not compared: it was built by another compiler.");
        } else if kept(name)? != *new {
            return Err(Error::other(format!(
                "crates/carrick-web/engine/{name} does not match the sources: run `cargo xtask wasm` \
                 and commit what changes"
            )));
        }
    }
    Ok(())
}

/// Whether nothing has changed since the module was built.
pub(crate) fn is_current() -> bool {
    let noted = fs::read_to_string(folder().join(SOURCES)).unwrap_or_default();
    sources().is_ok_and(|sources| sources == noted)
}

/// A hash of everything that goes into the module: tracked files of its crates, except their tests,
/// and the settings of the compiler.
fn sources() -> Result<String> {
    let tree = ["tree", "--package=carrick-wasm", "--edges=normal,build", "--prefix=none"];
    let tree = output(cargo().args(tree).args(["--locked", "--format={p}"]))?;
    let crates: BTreeSet<_> = tree
        .lines()
        .filter_map(|package| package.strip_suffix(" (*)").unwrap_or(package).strip_suffix(')'))
        .filter_map(|package| Some(package.rsplit_once(" (")?.1))
        .collect();
    let hash = "git ls-files -- \"$@\" | git hash-object --stdin-paths | git hash-object --stdin";
    let files = ["Cargo.toml", "Cargo.lock", "xtask/src/wasm.rs", "xtask/bindgen"];
    let not_built = [":!:*/tests/*", ":!:*/benches/*", ":!:*/examples/*"];
    output(
        Command::new("sh")
            .args(["-c", hash, "sh"])
            .args(files)
            .args(crates)
            .args(not_built)
            .current_dir(root()),
    )
}

/// Packages without which the engine cannot be built.
pub(crate) fn needed() -> &'static [Package] {
    if has_debians() || !rustup_has_sources() { COMPILER } else { &[] }
}

/// Whether Debian's compiler for this purpose is installed.
fn has_debians() -> bool {
    missing(COMPILER).is_empty()
}

/// The compiler that builds the module.
fn compiler() -> &'static str {
    if has_debians() { "/usr/bin/rustc" } else { "rustc" }
}

/// Whether the default compiler has the sources of its standard library.
fn rustup_has_sources() -> bool {
    output(Command::new("rustc").args(["--print", "sysroot"])).is_ok_and(|sysroot| {
        Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock").is_file()
    })
}

/// The folder from which `carrick-web` embeds the engine.
fn folder() -> PathBuf {
    root().join("crates/carrick-web/engine")
}

/// The module as it is committed and sent to browsers that understand Brotli: with the highest
/// quality, and the largest window that every browser supports.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut sent = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut sent, 1 << 16, 11, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(sent)
}

/// Compiles the crate and the standard library; returns the path of the module.
fn build() -> Result<PathBuf> {
    let mut cargo = cargo();
    cargo.env("RUSTFLAGS", FLAGS);
    if has_debians() {
        cargo = Command::new("/usr/bin/cargo");
        cargo.current_dir(root()).env("RUSTC", compiler());
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
        cargo.env("RUSTFLAGS", format!("-Clinker-flavor=wasm-ld {FLAGS}"));
        // Set by the cargo that runs this task, for its own compiler.
        cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTDOC");
    }
    let folder = target().join("wasm");
    cargo.env("RUSTC_BOOTSTRAP", "1");
    cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
    // The whole can only be optimised together if there is no Rust library next to it.
    cargo.args(["rustc", "--locked", "--profile", "wasm", "--lib", "--crate-type", "cdylib"]);
    cargo.args(["--package", "carrick-wasm", "--target", TARGET, "--target-dir"]).arg(&folder);
    done(&mut cargo)?;
    Ok(folder.join(format!("{TARGET}/wasm/{NAME}.wasm")))
}

/// Builds the program that writes the script for a module, and the module as the script expects it;
/// returns its path.
fn build_tool() -> Result<PathBuf> {
    let folder = target().join("wasm-tools");
    let mut cargo = cargo();
    cargo.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]);
    done(cargo.arg("xtask/bindgen/Cargo.toml").arg("--target-dir").arg(&folder))?;
    Ok(folder.join("release/carrick-bindgen"))
}

/// Asks the program and the module the same questions; their answers must be equal.
fn compare() -> Result<()> {
    let mut asked = Command::new(example("carrick-wasm", "asked")?);
    let mut asked = asked.stdout(Stdio::piped()).spawn()?;
    let lines = asked.stdout.take().ok_or_else(|| Error::other("the questions cannot be read"))?;
    let mut node = Command::new("node");
    node.arg(root().join("crates/carrick-wasm/tests/alike.mjs")).arg(folder()).stdin(lines);
    let alike = done(&mut node);
    match asked.wait()?.success() {
        true => alike,
        false => Err(Error::other("the program could not answer the questions")),
    }
}
