//! Tables of solved boards, as `carrick analyse` and hints use them.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::fs;
use std::process::{Command, Stdio};

use carrick_engine::tables::AnyTable;
use carrick_games::{AnyOptions, GameKind, SizeLimits};
use serde_json::{Value, json};

use crate::support::Club;

/// The file of a small board's table.
fn table(kind: GameKind, words: &[&str]) -> Vec<u8> {
    let options = AnyOptions::parse(kind, words, SizeLimits::Scripts).unwrap();
    let mut table = AnyTable::new(options).unwrap();
    while !table.is_complete() {
        table.advance().unwrap();
    }
    let mut file = Vec::new();
    table.write(None, &mut file).unwrap();
    file
}

/// Output and errors of `carrick analyse`.
#[track_caller]
fn analysed(line: &str) -> [String; 2] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrick"));
    command.arg("analyse").args(line.split_whitespace()).stdin(Stdio::null());
    let output = command.output().unwrap();
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
}

#[test]
fn an_analysis_uses_tables_and_reports_faulty_ones() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.table");
    // Too large to be solved on the way.
    let board = "boche -size=3 -kill=1 -noswap";
    let line = format!("--tables {} --nodes 20 {board} b:b1", folder.path().display());
    let [text, errors] = analysed(&line);
    assert!(text.contains("after 20 nodes") && errors.is_empty(), "{text}{errors}");
    let [small, _] = analysed("--nodes 20 --json ankor -size=3 b1 b2");
    let small: Value = serde_json::from_str(&small).unwrap();
    assert_eq!((&small["nodes"], &small["proved"]), (&json!(0), &json!("draw")));
    let whole = table(GameKind::Boche, &["-size=2", "-kill=1", "-noswap"]);
    fs::write(&file, &whole).unwrap();
    let small = line.replace("-size=3", "-size=2").replace("b:b1", "a:a1");
    let [text, errors] = analysed(&small);
    assert!(text.contains("from the board's table") && errors.is_empty(), "{text}{errors}");
    fs::write(&file, &whole[..whole.len() - 9]).unwrap();
    let [_, errors] = analysed(&small);
    assert!(errors.contains("a.table is not used: it should have"), "{errors}");
    fs::write(&file, "a letter").unwrap();
    let [text, errors] = analysed(&line);
    assert!(errors.contains("is not used: it does not begin with the head"), "{errors}");
    assert!(text.contains("after 20 nodes"), "{text}");
    let [text, errors] = analysed(&line.replace("--tables ", "--tables /no/such"));
    assert!(errors.contains("cannot read tables from /no/such") && text.is_empty(), "{errors}");
}

#[test]
fn a_hint_uses_tables_and_reports_faulty_ones() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().display().to_string();
    let club = Club::new();
    club.does(&["signup alice password"]);
    // The output of a command, and the faults of tables.
    let says = |command: &str| -> [String; 2] {
        let arguments = ["--tables", &tables, "--as", "alice", command];
        let output = club.command(&arguments).output().unwrap();
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let begin = |board: &str| says(&format!("{board} --level=1 alice -"));
    let hint = |game: &str| {
        let [_, errors] = says(&format!("{game} hint 101 alice -"));
        let [told, _] = says(&format!("{game} hint 101 alice - 3"));
        // Lines can end anywhere in a sentence.
        [told.replace('\n', " "), errors]
    };
    // A board that is solved on the way; no search proves that a position in Ankor is a draw.
    begin("ankor computer -size=3 -noswap");
    let [told, errors] = hint("ankor");
    assert!(told.contains("It is a draw (proved).") && errors.is_empty(), "{told}{errors}");
    // A damaged table in the folder.
    fs::write(folder.path().join("a.table"), "a letter").unwrap();
    begin("boche computer -size=3 -noswap");
    let [told, errors] = hint("boche");
    assert!(told.contains("The turn is "), "{told}");
    assert!(errors.contains("a.table is not used: it does not begin with the head"), "{errors}");
}
