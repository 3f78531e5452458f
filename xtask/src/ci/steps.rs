//! All steps of the plan.

use std::fs;
use std::io::Result;

use super::plan::Plan;
use super::step::{Program, Step};
use super::suite::{API, CHECKERS, DEBIAN, FUZZER, LAB, PAGE_ENGINE, PAGES, POSTGRES, SCRIPTS};
use crate::tools::{BUILT, root, target};

/// Folder of the browser tests.
const BROWSER: &str = "crates/carrick-web/tests/browser";

/// The folder that the bundle of three comes out of.
const THREE: &str = "crates/carrick-web/vendor/three";

/// Tells tests to run on PostgreSQL, on a server that they start.
const ON_POSTGRES: &[(&str, &str)] = &[("CARRICK_TEST_DATABASE", "postgres")];

/// All steps, with the features of the suites that can run. All name the same features, so that
/// one step's build serves the next.
pub(super) fn plan(features: &str) -> Result<Plan> {
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
            // They need no engine, which leaves them a processor, and no suite's programs.
            Step::everything("lints", "clippy", "carrick/postfix,carrick/proxies")
                .and(&["--", "-D", "warnings"]),
        ],
    ];
    let built = |name, words: &[&str]| Step::task(name, words).with(&[(BUILT, "yes")]);
    let compiled = vec![
        Step::everything("compilation", "test", features).and(&["--no-run"]),
        // The program and the page with a board, which the suites drive.
        Step::cargo(
            "programs",
            &["build", "--workspace", "--bins", "--examples", "--locked", "--features", features],
        ),
        // It keeps all processors busy, for as long as beside the others.
        built("simulated faults", &["simulate"]),
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
        Step::cargo("examples in the documentation", &["test", "--workspace", "--doc", "--locked"]),
        Step::cargo(
            "documentation",
            &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
        )
        .with(&[("RUSTDOCFLAGS", "-D warnings")]),
    ];
    let mut waiting = pages()?;
    waiting.push(built("the API as its document says", &["api"]).only_with(&API));
    let either = vec![
        // It compiles in a folder of its own.
        Step::task("inputs that a fuzzer looks for", &["fuzz"]).only_with(&FUZZER),
        built("certificates of solved boards", &["checkers"]).only_with(&CHECKERS),
        built("analyses of a laboratory's games", &["lab"]).only_with(&LAB),
        built("the package in a fresh Debian", &["deb", "test"]).only_with(&DEBIAN),
        built("pages play as the program does", &["wasm", "test"]).only_with(&PAGE_ENGINE),
    ];
    // Other steps wait for pages, answers and one another: for the time of a third of it alone.
    let spare = vec![
        // Its clients and the server wait for each other, one at a time.
        again("the season on PostgreSQL", "server", "crates/carrick-server").and(&["season::"]),
    ];
    Ok(Plan { first, prepared, compiled, computing, waiting, either, spare, logs: target() })
}

/// A step for each file of browser tests.
fn pages() -> Result<Vec<Step>> {
    let mut files: Vec<String> = fs::read_dir(root().join(BROWSER))?
        .map(|file| Ok(file?.file_name().to_string_lossy().into_owned()))
        .filter(|name| name.as_ref().map_or(true, |name| name.ends_with(".test.mjs")))
        .collect::<Result<_>>()?;
    // Lighthouse takes times: it comes last, when the least is left to run beside it.
    files.sort_by_key(|name| (name.starts_with("lighthouse"), name.clone()));
    let step = |file: String| {
        let name = format!("in the browser: {file}");
        Step::program(&name, "node", &["--test", &file], BROWSER).only_with(&PAGES)
    };
    Ok(files.into_iter().map(step).collect())
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
