//! `cargo xtask rooms`: the folders and files of a crate's sources import one another in one
//! direction only, by the table in [`table`], and no folder lists more names than one takes in at a
//! glance.
//!
//! A room is a folder, or a file beside it. The head of a folder (`mod.rs`, `lib.rs`, `main.rs`)
//! declares its rooms and may use all of them; no room imports from the head. Tests inside of the
//! sources may look at everything.

mod imports;
mod names;
mod table;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::io::{Error, Result};
use std::path::Path;
use std::process::ExitCode;

use self::imports::imports;
use self::names::crowded;
use self::table::{FOLDERS, Folder};
use crate::tools::root;

/// Breach of the table, or fault of the table itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// There is a room that the table does not name.
    Unknown(String),
    /// The table names a room that is not there.
    Absent(String),
    /// The table lets a room import one that does not stand above it.
    Upwards { room: String, other: String },
    /// A room imports one that it may not import.
    Forbidden { file: String, other: String },
    /// A room imports from the head of the folder, or all of the folder.
    Head { file: String, path: String },
    /// The table allows an import that no source needs.
    Unused { room: String, other: String },
    /// A file is not Rust.
    Unreadable { file: String },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(room) => {
                write!(f, "`{room}` is no room; give it a line in xtask/src/rooms/table.rs")
            }
            Self::Absent(room) => {
                write!(f, "the room `{room}` is not there; take it out of the table")
            }
            Self::Upwards { room, other } => {
                write!(f, "`{room}` may import `{other}` only from below it in the table")
            }
            Self::Forbidden { file, other } => write!(
                f,
                "{file} imports from `{other}`; move what it needs into a room that it may import"
            ),
            Self::Head { file, path } => {
                write!(f, "{file} imports `{path}`; name the room in which that is")
            }
            Self::Unused { room, other } => {
                write!(f, "`{room}` imports nothing from `{other}`; take it out of its line")
            }
            Self::Unreadable { file } => write!(f, "{file} cannot be read as Rust"),
        }
    }
}

/// A source: its path below the folder, and its text.
type Source = (String, String);

/// Checks every folder of the table and the names in every folder, and prints what is wrong.
pub(crate) fn run() -> ExitCode {
    match faults_of_all() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(count) => {
            eprintln!(
                "{count} folders or imports break docs/style.md or xtask/src/rooms/table.rs."
            );
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("The rooms were not looked at: {error}");
            ExitCode::FAILURE
        }
    }
}

fn faults_of_all() -> Result<usize> {
    let mut count = 0;
    for folder in FOLDERS {
        for fault in faults_in(folder)? {
            eprintln!("{}: {fault}", folder.path);
            count += 1;
        }
    }
    for folder in crowded(root())? {
        eprintln!("{folder}.");
        count += 1;
    }
    Ok(count)
}

fn faults_in(folder: &Folder) -> Result<BTreeSet<Fault>> {
    let path = root().join(folder.path);
    let mut sources = Vec::new();
    read(&path, "", &mut sources).map_err(|error| {
        Error::new(error.kind(), format!("{} cannot be read: {error}", folder.path))
    })?;
    Ok(faults(folder, &sources))
}

/// Reads the Rust files in a folder and in those below it, except for tests.
fn read(folder: &Path, below: &str, sources: &mut Vec<Source>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            read(&path, &format!("{below}{name}/"), sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "tests.rs"
        {
            sources.push((format!("{below}{name}"), fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// Breaches of a folder's part of the table in its sources.
fn faults(folder: &Folder, sources: &[Source]) -> BTreeSet<Fault> {
    let mut faults = BTreeSet::new();
    for (place, (room, may)) in folder.rooms.iter().enumerate() {
        let is_above = |other: &str| folder.rooms[..place].iter().any(|(above, _)| *above == other);
        let upwards = may.iter().filter(|other| !is_above(other));
        faults.extend(upwards.map(|other| Fault::Upwards { room: own(room), other: own(other) }));
        if !sources.iter().any(|(file, _)| room_of(file) == Some(*room)) {
            faults.insert(Fault::Absent(own(room)));
        }
    }
    let mut used = BTreeSet::new();
    for (file, text) in sources {
        let Some(room) = room_of(file) else { continue };
        let Some((_, may)) = folder.rooms.iter().find(|(name, _)| *name == room) else {
            faults.insert(Fault::Unknown(own(room)));
            continue;
        };
        let modules: Vec<_> = folder.modules().map(own).chain(modules_of(file).map(own)).collect();
        let Some(paths) = imports(text, &modules) else {
            faults.insert(Fault::Unreadable { file: file.clone() });
            continue;
        };
        for path in paths {
            let Some(inside) = folder.inside(&path) else { continue };
            let other = inside.first().map_or("", String::as_str);
            if !folder.rooms.iter().any(|(name, _)| *name == other) {
                let path = format!("crate::{}", path.join("::"));
                faults.insert(Fault::Head { file: file.clone(), path });
            } else if other != room && !may.contains(&other) {
                faults.insert(Fault::Forbidden { file: file.clone(), other: own(other) });
            }
            used.insert((room, own(other)));
        }
    }
    for (room, may) in folder.rooms {
        let unused = may.iter().filter(|other| !used.contains(&(*room, own(other))));
        faults.extend(unused.map(|other| Fault::Unused { room: own(room), other: own(other) }));
    }
    faults
}

fn own(name: &str) -> String {
    name.to_owned()
}

/// The room of a file by its path below the folder; `None` for the folder's head.
fn room_of(file: &str) -> Option<&str> {
    let first = file.split('/').next().unwrap_or(file);
    let room = first.strip_suffix(".rs").unwrap_or(first);
    (!HEADS.contains(&first)).then_some(room)
}

/// The module that a file is, by its path below a module.
fn modules_of(file: &str) -> impl Iterator<Item = &str> {
    let names = file.split('/').filter(|name| !HEADS.contains(name));
    names.map(|name| name.strip_suffix(".rs").unwrap_or(name))
}

/// Files that are the module of their folder.
const HEADS: [&str; 3] = ["mod.rs", "lib.rs", "main.rs"];

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: Folder = Folder {
        path: "crates/house/src/inside",
        rooms: &[("cellar", &[]), ("kitchen", &["cellar"]), ("attic", &["kitchen"])],
    };

    /// A house in which nothing is wrong, with another text in one of its files.
    #[track_caller]
    fn check(file: &str, text: &str, expected: &[Fault]) {
        let mut sources: Vec<Source> = [
            ("mod.rs", "pub use self::attic::Trunk;"),
            ("cellar.rs", "use crate::garden::Apple;"),
            ("kitchen/mod.rs", "use super::cellar::Jar;"),
            ("kitchen/stove.rs", "use super::super::cellar::Coal; use super::Pan;"),
            ("attic.rs", "fn f() { crate::inside::kitchen::cook() }"),
        ]
        .map(|(file, text)| (own(file), own(text)))
        .into();
        sources.retain(|(known, _)| known != file);
        sources.push((own(file), own(text)));
        let found: Vec<_> = faults(&HOUSE, &sources).into_iter().collect();
        assert_eq!(found, expected, "{file}: {text}");
    }

    #[test]
    fn imports_from_rooms_above_are_no_fault() {
        check("cellar.rs", "", &[]);
        check("cellar.rs", "use super::super::outside::Rain;", &[]);
        check("kitchen/stove.rs", "use crate::inside::cellar::{Coal, wood::Log};", &[]);
    }

    #[test]
    fn an_import_from_below_is_found_however_it_is_written() {
        let forbidden = |file: &str, other| Fault::Forbidden { file: own(file), other: own(other) };
        for text in [
            "use super::attic::Trunk;",
            "use super::{attic, cellar};",
            "use crate::{garden, inside::{cellar::Jar, attic::{self, Trunk}}};",
            "fn f() -> crate::inside::attic::Trunk { g() }",
            "mod m { use super::super::attic::Trunk; }",
            "macro_rules! m { () => { $crate::inside::attic::Trunk } }",
        ] {
            check("cellar.rs", text, &[forbidden("cellar.rs", "attic")]);
        }
        let deep = "use super::super::attic::Trunk;";
        check("kitchen/stove.rs", deep, &[forbidden("kitchen/stove.rs", "attic")]);
    }

    #[test]
    fn an_import_from_the_head_is_a_fault() {
        for (text, path) in [
            ("use super::Trunk;", "crate::inside::Trunk"),
            ("use super::*;", "crate::inside::*"),
            ("use crate::inside;", "crate::inside"),
        ] {
            check("cellar.rs", text, &[Fault::Head { file: own("cellar.rs"), path: own(path) }]);
        }
    }

    #[test]
    fn the_table_names_the_rooms_that_are_there_and_what_they_need() {
        check("shed.rs", "", &[Fault::Unknown(own("shed"))]);
        let unused = Fault::Unused { room: own("attic"), other: own("kitchen") };
        check("attic.rs", "", &[unused]);
        check(
            "attic.rs",
            "fn {",
            &[
                Fault::Unused { room: own("attic"), other: own("kitchen") },
                Fault::Unreadable { file: own("attic.rs") },
            ],
        );
        let circle = Folder { path: "src", rooms: &[("a", &["b"]), ("b", &["a"])] };
        let sources = [("a.rs", "use crate::b;"), ("b.rs", "use crate::a;")]
            .map(|(file, text)| (own(file), own(text)));
        let upwards = Fault::Upwards { room: own("a"), other: own("b") };
        assert_eq!(faults(&circle, &sources), [upwards].into());
        assert_eq!(faults(&circle, &sources[..1]).len(), 3, "b is absent, and needs nothing");
    }

    /// `cargo test` holds the rooms too.
    #[test]
    fn imports_run_one_way_between_the_rooms_of_every_folder() {
        for folder in FOLDERS {
            let found = faults_in(folder).expect("a folder of sources");
            let found: Vec<_> = found.iter().map(ToString::to_string).collect();
            assert!(found.is_empty(), "{}:\n{}", folder.path, found.join("\n"));
        }
    }
}
