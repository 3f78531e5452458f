//! Files of tables: written, read, damaged.

use carrick_engine::tables::{AnyTable, CertificateError, claim, read_table};

use super::{options, solved};

fn file(board: &str) -> Vec<u8> {
    let (table, mut file) = (solved(board), Vec::new());
    table.write(Some(claim(&table, options(board)).unwrap()), &mut file).unwrap();
    file
}

#[test]
fn a_table_is_read_back_as_it_was_written() {
    for board in ["ankor -size=3", "boche -size=2 -kill=2", "anchor -size=2", "antipod -radius=2"] {
        let Some(table) = AnyTable::new(options(board)).map(|_| solved(board)) else { continue };
        let mut file = Vec::new();
        table.write(None, &mut file).unwrap();
        let read = read_table(file.as_slice(), options(board)).unwrap();
        assert!(read.is_complete());
        assert_eq!(read.bytes(), table.bytes());
    }
}

#[test]
fn interrupted_work_ends_with_the_same_table() {
    let board = "ankor -size=3 -win_height=0";
    let whole = solved(board);
    let mut table = AnyTable::new(options(board)).unwrap();
    while !table.is_complete() {
        table.advance().unwrap();
        let mut file = Vec::new();
        table.write(None, &mut file).unwrap();
        table = read_table(file.as_slice(), options(board)).unwrap();
    }
    assert_eq!(table.bytes(), whole.bytes());
}

#[track_caller]
fn refused(file: &[u8], board: &str) -> String {
    read_table(file, options(board)).unwrap_err().to_string()
}

#[test]
fn errors_describe_what_is_wrong_with_a_file() {
    let board = "ankor -size=3";
    let whole = file(board);
    let head = whole.iter().position(|&byte| byte == b'\n').unwrap();
    assert!(refused(&whole[..whole.len() - 7], board).contains("3343 bytes"), "half written");
    assert!(refused(&whole[..head / 2], board).contains("does not begin with the head"));
    assert!(refused(b"", board).contains("does not begin with the head"));
    assert!(refused(&[&whole[..], b"x"].concat(), board).contains("was not written to the end"));
    let mut damaged = whole.clone();
    damaged[head + 100] ^= 4;
    assert!(refused(&damaged, board).contains("was damaged"));
    let other = refused(&whole, "ankor -size=3 -win_height=0");
    assert_eq!(other, "it is for ankor -size=3 -win_height=1, not for ankor -size=3 -win_height=0");
    let text = String::from_utf8_lossy(&whole[..head]).replace("\"rules\":1", "\"rules\":2");
    let rules = [text.as_bytes(), &whole[head..]].concat();
    let error = read_table(rules.as_slice(), options(board)).unwrap_err();
    assert!(matches!(error, CertificateError::Rules { found: 2 }), "{error}");
    let text =
        String::from_utf8_lossy(&whole[..head]).replace("distance\",\"states", "margin\",\"states");
    let coded = [text.as_bytes(), &whole[head..]].concat();
    assert!(refused(&coded, board).contains("does not begin with the head"), "another coding");
}
