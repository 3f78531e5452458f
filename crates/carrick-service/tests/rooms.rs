//! The folders of the crate's sources import one another in one direction only.
#![allow(clippy::unwrap_used)] // a test may stop at what it did not expect

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

/// Each folder, and those that it may import; all of them stand above it in this list.
const ROOMS: [(&str, &[&str]); 10] = [
    ("people", &[]),
    ("state", &["people"]),
    ("command", &["people", "state"]),
    ("requests", &["people", "state", "command"]),
    ("effects", &["people", "state", "command", "requests"]),
    ("playing", &["people", "state", "command", "requests"]),
    ("reply", &["people", "state", "requests", "effects", "playing"]),
    ("help", &["command"]),
    ("exchange", &["people", "state", "command", "playing"]),
    ("decide", &["people", "state", "command", "requests", "effects", "playing", "reply", "help"]),
];

#[test]
fn imports_run_one_way_between_rooms() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found: BTreeSet<String> = fs::read_dir(&src)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lib.rs")
        .collect();
    let known: BTreeSet<String> = ROOMS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(found, known, "every file is in a room, and every room has its line here");
    for (place, (room, may)) in ROOMS.iter().enumerate() {
        let above = |other: &&str| ROOMS[..place].iter().any(|(higher, _)| higher == other);
        assert!(may.iter().all(above), "{room} may import what stands above it");
        check(&src.join(room), room, may).unwrap();
    }
}

/// Checks the imports of all sources in a folder and the folders below it.
fn check(folder: &Path, room: &str, may: &[&str]) -> io::Result<()> {
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path.is_dir() {
            check(&path, room, may)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            for taken in imported(&fs::read_to_string(&path)?) {
                let is_allowed = taken == room || may.contains(&taken);
                assert!(is_allowed, "{} imports {taken:?}", path.display());
            }
        }
    }
    Ok(())
}

/// The first name of each path from the crate's root, outside of comments.
fn imported(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1)).map(|path| {
        let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
        &path[..end.unwrap_or(path.len())]
    })
}
