//! The folders of the crate's sources import one another in one direction only.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Folders, and files beside them, from the lowest up: each imports only those before it.
const ROOMS: [&str; 11] = [
    "site", "network", "app", "pages", "sign_in", "position", "board", "api", "routes", "guard",
    "serve",
];

#[test]
fn imports_run_one_way_between_rooms() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let found: BTreeSet<String> = fs::read_dir(&src)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "lib.rs")
        .map(|name| name.trim_end_matches(".rs").to_owned())
        .collect();
    let known: BTreeSet<String> = ROOMS.map(str::to_owned).into();
    assert_eq!(found, known, "every file is in a room, and every room has its place here");
    for (place, room) in ROOMS.iter().enumerate() {
        let path = src.join(room);
        let files: Vec<_> = match path.is_dir() {
            true => fs::read_dir(path).unwrap().map(|file| file.unwrap().path()).collect(),
            false => vec![path.with_extension("rs")],
        };
        for path in files {
            let text = fs::read_to_string(&path).unwrap();
            // Tests may look at the whole.
            let code = text.split("#[cfg(test)]").next().unwrap();
            for taken in imported(code) {
                let is_allowed = ROOMS[..=place].contains(&taken);
                assert!(is_allowed, "{} imports {taken}", path.display());
            }
        }
    }
}

/// The first name of each path from the crate's root, outside of comments.
fn imported(code: &str) -> impl Iterator<Item = &str> {
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| line.split("crate::").skip(1)).map(|path| {
        let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
        &path[..end.unwrap_or(path.len())]
    })
}
