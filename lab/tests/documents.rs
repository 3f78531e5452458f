//! Tests of the documents: their command lines are valid, and what they show is true.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::path::Path;
use std::process::Command;

/// Pages of a folder below the repository's root, with their names.
fn pages(folder: &str) -> Vec<(String, String)> {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder));
    let paths = files.unwrap().map(|file| file.unwrap().path());
    let pages = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages.map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap())).collect()
}

/// Command lines of a page: between backticks, and in blocks for a shell. Those within sentences
/// may contain a line break.
fn typed(page: &str) -> Vec<String> {
    let pieces = page.split('`').chain(page.lines());
    let mut typed: Vec<String> = pieces
        .filter(|piece| piece.starts_with("carrick-lab ") && !piece.contains('`'))
        .map(|piece| piece.split(" #").next().unwrap())
        .map(|piece| piece.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    typed.sort();
    typed.dedup();
    typed
}

/// Output of a command line in a folder; it must succeed.
#[track_caller]
fn said(folder: &Path, line: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick-lab"));
    command.args(line.split(' ').skip(1)).current_dir(folder);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Values are found if that takes moments; matches, plans and the rest are only parsed.
#[test]
fn every_command_line_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for (place, pages) in
        ["docs", "docs/findings", "docs/design"].map(|place| (place, pages(place)))
    {
        for line in pages.iter().flat_map(|(_, page)| typed(page)) {
            let is_run = place == "docs" && line.starts_with("carrick-lab solve ");
            said(folder.path(), &if is_run { line } else { line + " --help" });
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn the_session_about_certificates_is_true() {
    let page = include_str!("../../docs/certificates.md");
    let session = page.split("```console\n$ ").nth(1).unwrap().split("```").next().unwrap();
    let (line, shown) = session.split_once('\n').unwrap();
    assert_eq!(said(Path::new("."), line), shown);
}
