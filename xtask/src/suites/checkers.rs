//! `cargo xtask checkers`: certificates of small boards, checked by the programs in `lab/checkers`,
//! and flipped bits and forged files that they have to notice.

use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::tools::{self, root, target};

pub(crate) const USAGE: &str = "cargo xtask checkers [--all]";

/// Boards, and whether bits of their certificates are flipped. Both programs check each in moments.
const BOARDS: [(&str, bool); 13] = [
    ("ankor -size=2", false),
    ("ankor -size=3", true),
    ("ankor -size=3 -win_height=0 -noswap", false),
    ("ankor -size=3 -win_height=-1", false),
    ("boche -size=2", true),
    ("boche -size=2 -kill=1 -noswap", false),
    ("boche -size=2 -fill_board -noswap", false),
    ("boche -size=2 -adjacent", false),
    ("boche -size=2 -immediate", false),
    ("boche -size=2 -immediate -join_any", false),
    ("anchor -size=2", true),
    ("anchor -size=2 -pie=refined", false),
    ("anchor -size=2 -pie=none", false),
];

/// Boards for JavaScript alone, which checks each within a minute: Python is too slow.
const LARGER: [&str; 22] = [
    "ankor -size=4",
    "ankor -size=4 -win_height=0",
    "ankor -size=4 -win_height=2",
    "ankor -size=4 -win_height=-1",
    "boche -size=3",
    "boche -size=3 -kill=1",
    "boche -size=3 -kill=2",
    "boche -size=3 -kill=3",
    "boche -size=3 -kill=5",
    "boche -size=3 -fill_board",
    "boche -size=3 -kill=1 -immediate",
    "boche -size=3 -kill=2 -immediate",
    "boche -size=3 -kill=3 -immediate",
    "boche -size=3 -immediate",
    "boche -size=3 -immediate -join_any",
    "boche -size=3 -kill=1 -adjacent",
    "boche -size=3 -kill=2 -adjacent",
    "boche -size=3 -kill=3 -adjacent",
    "boche -size=3 -adjacent",
    "boche -size=3 -kill=5 -adjacent",
    "boche -size=3 -fill_board -adjacent",
    "antipod -radius=3",
];

/// Boards among [`BOARDS`] whose tables are forged in many ways.
const FORGED: [&str; 4] = ["ankor -size=2", "ankor -size=3", "boche -size=2", "anchor -size=2"];

/// Boards whose strategies are written and walked over.
const STRATEGIES: [&str; 2] = ["boche -size=2 -noswap", "boche -size=2 -immediate -noswap"];

/// Strategies of boards that take longer to solve than to check, which lie beside the checkers, and
/// whether bits of them are flipped. In Boche a flipped bit may name another turn that wins, too.
const KEPT: [(&str, bool); 3] =
    [("antipod3.strategy", true), ("boche3.strategy", false), ("boche4.strategy", false)];

/// Proofs by connections, which lie beside the checkers, and whether bits of them are flipped.
const CONNECTIONS: [(&str, bool); 2] =
    [("antipod3.connections", true), ("antipod4.connections", false)];

/// Positions that Black wins by connections, the first with White to move: their proofs are written
/// and checked.
const CONNECTED: [&str; 2] = [
    "antipod -radius=4 f3+ d6 e6 a3+ b10 d13 e7+ b5+ g6+ f13 f11 c4",
    "antipod -radius=4 d12 b4 f12 e7+ d3 b11 e6 e5 c2 f3+ b2 c5 d2 c6+ e3",
];

/// Writes the certificates with the program that was built, and checks them.
///
/// With `--all`, also the larger boards, which take minutes.
pub(crate) fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let words: Vec<String> = words.collect();
    let checks_larger = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--all"] => true,
        _ => {
            eprintln!("Usage: {USAGE}");
            return ExitCode::from(2);
        }
    };
    match checked(checks_larger) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The certificates do not hold: {error}");
            ExitCode::FAILURE
        }
    }
}

fn checked(checks_larger: bool) -> Result<()> {
    let laboratory = tools::laboratory()?;
    let folder = target().join("certificates");
    fs::create_dir_all(&folder)?;
    let mut forged = Vec::new();
    for (number, (board, is_changed)) in BOARDS.into_iter().enumerate() {
        let file = certificate(&laboratory, &folder, board, number)?;
        program("python3", "check.py", &file)?;
        program("node", "check.mjs", &file)?;
        if FORGED.contains(&board) {
            forged.push(file.clone());
        }
        if is_changed {
            program("node", "large.mjs", &file)?;
            program("node", "mutate.mjs", &file)?;
            if board.starts_with("ankor") {
                program("python3", "mutate.py", &file)?;
            }
        }
    }
    for (number, board) in STRATEGIES.into_iter().enumerate() {
        let file = folder.join(format!("{number}.strategy"));
        solve(&laboratory, board, "--strategy", &file)?;
        walked(&file, false)?;
        forged.push(file);
    }
    refused(&folder.join("forged"), &forged)?;
    for (name, is_changed) in KEPT {
        walked(&root().join("lab/checkers/strategies").join(name), is_changed)?;
    }
    for (number, position) in CONNECTED.into_iter().enumerate() {
        let file = folder.join(format!("{number}.connections"));
        solve(&laboratory, position, "--strategy", &file)?;
        joined(&file, false)?;
    }
    for (name, is_changed) in CONNECTIONS {
        joined(&root().join("lab/checkers/connections").join(name), is_changed)?;
    }
    let larger: &[&str] = if checks_larger { &LARGER } else { &[] };
    for (number, board) in larger.iter().enumerate() {
        program(
            "node",
            "check.mjs",
            &certificate(&laboratory, &folder, board, BOARDS.len() + number)?,
        )?;
    }
    Ok(())
}

/// Forges files in many ways, and proofs by connections; both programs have to refuse all.
fn refused(folder: &Path, files: &[PathBuf]) -> Result<()> {
    let mut command = Command::new("python3");
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    passes(command.arg(root().join("lab/checkers/forge.py")).arg(folder).args(files), "forge.py")
}

/// Walks over a strategy with both programs, which have to notice flipped bits of it.
fn walked(file: &Path, is_changed: bool) -> Result<()> {
    program("python3", "walk.py", file)?;
    program("node", "walk.mjs", file)?;
    if is_changed {
        program("node", "mutate.mjs", file)?;
        program("python3", "mutate.py", file)?;
    }
    Ok(())
}

/// Checks a proof by connections with both programs, which have to notice flipped bits of it.
fn joined(file: &Path, is_changed: bool) -> Result<()> {
    program("python3", "connect.py", file)?;
    program("node", "connect.mjs", file)?;
    if is_changed {
        program("python3", "mutate.py", file)?;
        program("node", "mutate.mjs", file)?;
    }
    Ok(())
}

/// Writes the certificate of a board.
fn certificate(laboratory: &Path, folder: &Path, board: &str, number: usize) -> Result<PathBuf> {
    let file = folder.join(format!("{number}.table"));
    solve(laboratory, board, "--certificate", &file)?;
    Ok(file)
}

/// Solves a board and writes a file of one kind.
fn solve(laboratory: &Path, board: &str, kind: &str, file: &Path) -> Result<()> {
    let mut command = Command::new(laboratory);
    command.arg("solve").args(board.split(' ')).arg(kind).arg(file);
    passes(command.stdin(Stdio::null()).stdout(Stdio::null()), board)
}

/// Runs one of the programs in `lab/checkers` on a file.
fn program(language: &str, name: &str, file: &Path) -> Result<()> {
    let mut command = Command::new(language);
    // Python would leave compiled files beside its own.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    passes(command.arg(root().join("lab/checkers").join(name)).arg(file), name)
}

fn passes(command: &mut Command, name: &str) -> Result<()> {
    if command.status()?.success() { Ok(()) } else { Err(Error::other(format!("{name} failed"))) }
}
