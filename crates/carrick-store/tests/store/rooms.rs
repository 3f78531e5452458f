//! The folders of the crate's sources import one another in one direction only.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Each folder, and those that it may import; all of them stand above it in this list.
const ROOMS: [(&str, &[&str]); 9] = [
    ("database", &[]),
    ("store", &["database"]),
    ("schedule", &["database", "store"]),
    ("people", &["database", "store"]),
    ("ratings", &["database", "store"]),
    ("boards", &["database", "store", "schedule", "ratings"]),
    ("mail", &["database", "store", "people"]),
    ("archive", &["database", "store", "schedule", "people", "ratings", "boards", "mail"]),
    ("transaction", &["database", "store", "schedule", "people", "ratings", "boards", "mail"]),
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
        let below = |other: &&str| ROOMS[..place].iter().any(|(lower, _)| lower == other);
        assert!(may.iter().all(below), "{room} may import what stands below it");
        for file in fs::read_dir(src.join(room)).unwrap() {
            let path = file.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            for taken in imported(&text) {
                let is_allowed = taken == *room || may.contains(&taken);
                assert!(is_allowed, "{} imports {taken}", path.display());
            }
        }
    }
}

/// The first name of each path from the crate's root, outside of comments.
fn imported(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1)).map(|path| {
        let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
        &path[..end.unwrap_or(path.len())]
    })
}
