//! Certificates of small boards, checked by the programs in `lab/checkers`, with flipped bits and
//! forged files that these have to detect.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Boards, and whether bits of their certificates are flipped. Both programs check each one in
/// moments.
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

/// Boards only for JavaScript, which checks each within a minute: Python is too slow.
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

/// The boards of [`BOARDS`] whose tables are forged in many ways.
const FORGED: [&str; 4] = ["ankor -size=2", "ankor -size=3", "boche -size=2", "anchor -size=2"];

/// Boards whose strategies are written and walked through.
const STRATEGIES: [&str; 2] = ["boche -size=2 -noswap", "boche -size=2 -immediate -noswap"];

/// Strategies, stored next to the checkers, of boards that take longer to solve than to check, and
/// whether bits of them are flipped. In Boche, a flipped bit may name another turn that also wins.
const KEPT: [(&str, bool); 3] =
    [("antipod3.strategy", true), ("boche3.strategy", false), ("boche4.strategy", false)];

/// Proofs by connections, stored next to the checkers, and whether bits of them are flipped.
const CONNECTIONS: [(&str, bool); 2] =
    [("antipod3.connections", true), ("antipod4.connections", false)];

/// Positions that Black wins by connections, the first with White to move: their proofs are written
/// and checked.
const CONNECTED: [&str; 2] = [
    "antipod -radius=4 f3+ d6 e6 a3+ b10 d13 e7+ b5+ g6+ f13 f11 c4",
    "antipod -radius=4 d12 b4 f12 e7+ d3 b11 e6 e5 c2 f3+ b2 c5 d2 c6+ e3",
];

#[test]
#[ignore = "needs Python and Node: cargo xtask ci"]
fn both_programs_check_small_boards() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut forged = Vec::new();
    for (number, (board, is_changed)) in BOARDS.into_iter().enumerate() {
        let file = certificate(folder, board, number);
        program("python3", "check.py", &file);
        program("node", "check.mjs", &file);
        if FORGED.contains(&board) {
            forged.push(file.clone());
        }
        if is_changed {
            program("node", "large.mjs", &file);
            program("node", "mutate.mjs", &file);
            if board.starts_with("ankor") {
                program("python3", "mutate.py", &file);
            }
        }
    }
    for (number, board) in STRATEGIES.into_iter().enumerate() {
        let file = folder.join(format!("{number}.strategy"));
        solve(board, "--strategy", &file);
        walked(&file, false);
        forged.push(file);
    }
    // Both programs have to refuse all forgeries, including those of proofs by connections.
    let mut forge = python();
    passes(forge.arg(checkers("forge.py")).arg(folder.join("forged")).args(forged));
    for (name, is_changed) in KEPT {
        walked(&checkers("strategies").join(name), is_changed);
    }
    for (number, position) in CONNECTED.into_iter().enumerate() {
        let file = folder.join(format!("{number}.connections"));
        solve(position, "--strategy", &file);
        joined(&file, false);
    }
    for (name, is_changed) in CONNECTIONS {
        joined(&checkers("connections").join(name), is_changed);
    }
}

#[test]
#[ignore = "needs Node and minutes: cargo xtask release-check"]
fn javascript_checks_larger_boards() {
    let folder = tempfile::tempdir().unwrap();
    for (number, board) in LARGER.into_iter().enumerate() {
        program("node", "check.mjs", &certificate(folder.path(), board, number));
    }
}

/// Walks through a strategy with both programs, which have to detect flipped bits in it.
#[track_caller]
fn walked(file: &Path, is_changed: bool) {
    program("python3", "walk.py", file);
    program("node", "walk.mjs", file);
    if is_changed {
        program("node", "mutate.mjs", file);
        program("python3", "mutate.py", file);
    }
}

/// Checks a proof by connections with both programs, which have to detect flipped bits in it.
#[track_caller]
fn joined(file: &Path, is_changed: bool) {
    program("python3", "connect.py", file);
    program("node", "connect.mjs", file);
    if is_changed {
        program("python3", "mutate.py", file);
        program("node", "mutate.mjs", file);
    }
}

/// Writes the certificate of a board.
#[track_caller]
fn certificate(folder: &Path, board: &str, number: usize) -> PathBuf {
    let file = folder.join(format!("{number}.table"));
    solve(board, "--certificate", &file);
    file
}

/// Solves a board and writes a file of one kind.
#[track_caller]
fn solve(board: &str, kind: &str, file: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    passes(command.arg("solve").args(board.split(' ')).arg(kind).arg(file));
}

/// Runs one of the programs in `lab/checkers` on a file.
#[track_caller]
fn program(language: &str, name: &str, file: &Path) {
    let mut command = if language == "node" { Command::new("node") } else { python() };
    passes(command.arg(checkers(name)).arg(file));
}

/// Python, without the compiled files that it would leave next to its own.
fn python() -> Command {
    let mut python = Command::new("python3");
    python.env("PYTHONDONTWRITEBYTECODE", "1");
    python
}

/// A file of the checkers.
fn checkers(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("checkers").join(name)
}

#[track_caller]
fn passes(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
