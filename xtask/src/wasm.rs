//! `cargo xtask wasm`: builds the engine for web pages, and writes it where `carrick-web` embeds
//! it. `cargo xtask wasm test` compares it with the program afterwards.
//!
//! The standard library is built from its sources too, for size: by the default compiler where
//! rustup has added them, or else by Debian's compiler for this purpose, beside which rustup's
//! stays the default. The library that rustup has built already (`rustup target add`) would make
//! the module larger than [`MOST_BYTES`].

use std::env;
use std::fs;
use std::io::{Error, Result, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use crate::packages::{self, Package, install_line};
use crate::tools::{cargo, done, example, root, target};

pub(crate) const USAGE: &str = "cargo xtask wasm [--install | test]";

const TARGET: &str = "wasm32-unknown-unknown";

/// Name of the module's files, without their endings.
const NAME: &str = "carrick_wasm";

/// Maximum size of the module as the site sends it, in bytes: compressed by Brotli.
const MOST_BYTES: usize = 350_000;

/// Flags of both compilers. A panic stops the module without a message: a page has no standard
/// error where somebody would read it.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Zlocation-detail=none -Zunstable-options \
                     -Cpanic=immediate-abort";

/// Brotli's highest quality, and the largest window that every browser has.
const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

/// Debian's compiler with the sources of the standard library, and a linker.
const COMPILER: [Package; 4] = [
    Package::with_file("rustc-web", "/usr/bin/rustc"),
    Package::with_file("cargo-web", "/usr/bin/cargo"),
    Package::with_file("rust-web-src", "/usr/lib/rustlib/src/rust/library/Cargo.lock"),
    Package::with_program("lld", "wasm-ld"),
];

pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let words: Vec<String> = words.collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => make(false),
        ["--install"] => make(true),
        ["test"] => compare(),
        _ => {
            eprintln!("Usage: {USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The engine for pages: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Packages without which the engine cannot be built.
pub(crate) fn needed() -> &'static [Package] {
    if rustup_has_sources() { &[] } else { &COMPILER }
}

/// The folder from which `carrick-web` embeds the engine.
fn folder() -> PathBuf {
    root().join("crates/carrick-web/engine")
}

/// Builds the module and writes it, unless it is too large.
fn make(installs: bool) -> Result<()> {
    // What is missing is said before anything is compiled.
    let compiler = compiler(installs)?;
    // Where the module is optimised as a whole, a processor is free for the other build.
    let (built, tool) = thread::scope(|scope| {
        let tool = scope.spawn(build_tool);
        (build(compiler.cargo()), tool.join())
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
    fs::write(fresh.join(format!("{NAME}_bg.wasm.br")), sent)?;
    for ending in [".js", "_bg.wasm", "_bg.wasm.br"] {
        let file = format!("{NAME}{ending}");
        let (new, kept) = (fs::read(fresh.join(&file))?, folder().join(&file));
        // A file that stays as it was has nothing built again.
        if fs::read(&kept).ok().as_ref() != Some(&new) {
            fs::write(kept, new)?;
        }
    }
    Ok(())
}

/// The module as the site sends it to browsers that understand Brotli.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut sent = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut sent, 1 << 16, QUALITY, WINDOW);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(sent)
}

/// Finds a compiler, or installs one.
fn compiler(installs: bool) -> Result<Compiler> {
    let missing = packages::missing(&COMPILER);
    match Compiler::of(rustup_has_sources(), &missing) {
        Some(compiler) => Ok(compiler),
        None if installs => {
            packages::install(&missing)?;
            Ok(Compiler::Debian)
        }
        None => Err(Error::other(advice(rustup_has_target(), &missing))),
    }
}

/// Compiles the crate; returns the path of its module.
fn build(mut cargo: Command) -> Result<PathBuf> {
    let folder = target().join("wasm");
    // Only without a Rust library beside it can the whole be optimised at once.
    cargo.args(["rustc", "--locked", "--profile", "wasm", "--lib", "--crate-type", "cdylib"]);
    cargo.args(["--package", "carrick-wasm"]);
    cargo.args(["--target", TARGET, "--target-dir"]).arg(&folder).current_dir(root());
    done(&mut cargo)?;
    Ok(folder.join(TARGET).join("wasm").join(format!("{NAME}.wasm")))
}

/// A compiler that has the sources of its standard library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compiler {
    /// The default one, with rustup's component of sources.
    Rustup,
    /// Debian's, with its linker.
    Debian,
}

impl Compiler {
    /// The compiler to use; `None` if sources or the packages of Debian's are missing.
    fn of(rustup_has_sources: bool, missing: &[&str]) -> Option<Self> {
        match (rustup_has_sources, missing) {
            (true, _) => Some(Self::Rustup),
            (false, []) => Some(Self::Debian),
            (false, _) => None,
        }
    }

    /// Its cargo, told to build the standard library too, for size.
    fn cargo(self) -> Command {
        let mut cargo = match self {
            Self::Rustup => {
                let mut cargo = cargo();
                cargo.env("RUSTFLAGS", FLAGS);
                cargo
            }
            Self::Debian => {
                let mut cargo = Command::new("/usr/bin/cargo");
                cargo.env("RUSTC", "/usr/bin/rustc");
                cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld");
                cargo.env("RUSTFLAGS", format!("-Clinker-flavor=wasm-ld {FLAGS}"));
                // Set by the cargo that runs this task, for its own compiler.
                cargo.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN").env_remove("RUSTDOC");
                cargo
            }
        };
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        cargo
    }
}

/// How to get a compiler, in sentences.
fn advice(rustup_has_target: bool, missing: &[&str]) -> String {
    let why = if rustup_has_target {
        format!(
            "rustup's standard library for {TARGET} is not built for size, and with it the engine \
             would be larger than a page may load; the sources are missing."
        )
    } else {
        format!("the sources of a standard library for {TARGET} are missing.")
    };
    format!(
        "{why} With rustup and a network,\n    rustup component add rust-src\nadds them. On Debian,\n    \
         {}\nor `cargo xtask wasm --install` does.",
        install_line(missing)
    )
}

/// The folder of the default compiler's libraries.
fn rustlib() -> Option<PathBuf> {
    let found = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8_lossy(&found.stdout);
    Some(Path::new(sysroot.trim()).join("lib/rustlib"))
}

/// Whether the default compiler has the sources of its standard library.
fn rustup_has_sources() -> bool {
    rustlib().is_some_and(|folder| folder.join("src/rust/library/Cargo.lock").is_file())
}

/// Whether the default compiler has a standard library for WebAssembly that is built already.
fn rustup_has_target() -> bool {
    rustlib().is_some_and(|folder| folder.join(TARGET).is_dir())
}

/// Builds the program that writes the script which calls a module, and the module as that expects
/// it; returns its path.
fn build_tool() -> Result<PathBuf> {
    let manifest = root().join("xtask/bindgen/Cargo.toml");
    let folder = target().join("wasm-tools");
    let mut cargo = cargo();
    cargo.args(["build", "--quiet", "--release", "--locked", "--manifest-path"]).arg(manifest);
    done(cargo.arg("--target-dir").arg(&folder))?;
    Ok(folder.join("release").join(format!("carrick-bindgen{}", env::consts::EXE_SUFFIX)))
}

/// Asks the program and the module the same questions; both must answer alike.
fn compare() -> Result<()> {
    if !folder().join(format!("{NAME}_bg.wasm")).exists() {
        return Err(Error::other("nothing is built yet; `cargo xtask wasm` does that"));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_that_has_its_sources_is_used() {
        assert_eq!(Compiler::of(true, &[]), Some(Compiler::Rustup));
        assert_eq!(Compiler::of(true, &["rust-web-src"]), Some(Compiler::Rustup));
        assert_eq!(Compiler::of(false, &[]), Some(Compiler::Debian));
        assert_eq!(Compiler::of(false, &["lld"]), None);
    }

    #[test]
    fn without_a_compiler_the_library_that_is_too_large_is_not_advised() {
        for has_target in [false, true] {
            let said = advice(has_target, &["rust-web-src"]);
            assert!(said.contains("\n    rustup component add rust-src\n"), "{said}");
            assert!(said.contains("rust-web-src") && !said.contains("target add"), "{said}");
            assert_eq!(said.contains("larger than a page may load"), has_target, "{said}");
        }
    }

    #[test]
    fn what_repeats_itself_is_small() {
        let sent = compressed(&[7; 100_000]).unwrap().len();
        assert!(sent > 5 && sent < 1000, "{sent}");
    }
}
