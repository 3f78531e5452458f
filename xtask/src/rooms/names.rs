//! Limit on the names that a folder of sources lists, so that a reader takes them in at a glance.

use std::fmt;
use std::fs;
use std::io::Result;
use std::path::Path;

/// Maximum number of names in a folder: files and folders together.
const MOST_NAMES: usize = 15;

/// A folder of sources that lists too many names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Crowded {
    /// Path in the repository.
    folder: String,
    names: usize,
}

impl fmt::Display for Crowded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { folder, names } = self;
        write!(
            f,
            "{folder} lists {names} names; at most {MOST_NAMES} are taken in at a glance, so give \
             those of one kind a folder of their own"
        )
    }
}

/// Folders that list too many names among the sources of all crates below `root`.
///
/// # Errors
/// When a folder cannot be read.
pub(super) fn crowded(root: &Path) -> Result<Vec<Crowded>> {
    let mut found = Vec::new();
    let mut crates = names_in(&root.join("crates"))?;
    crates.sort();
    let sources = crates.iter().map(|name| format!("crates/{name}/src"));
    for folder in sources.chain(["xtask/src".to_owned()]) {
        if root.join(&folder).is_dir() {
            look_at(root, folder, &mut found)?;
        }
    }
    Ok(found)
}

/// Looks at a folder and at those below it.
fn look_at(root: &Path, folder: String, found: &mut Vec<Crowded>) -> Result<()> {
    let names = names_in(&root.join(&folder))?;
    for name in &names {
        let below = format!("{folder}/{name}");
        if root.join(&below).is_dir() {
            look_at(root, below, found)?;
        }
    }
    // Folders of texts may be long lists: golden files have one for each case.
    let is_source = |name: &String| Path::new(name).extension().is_some_and(|kind| kind == "rs");
    if names.len() > MOST_NAMES && names.iter().any(is_source) {
        found.push(Crowded { folder, names: names.len() });
    }
    Ok(())
}

/// Names in a folder, without hidden ones.
fn names_in(folder: &Path) -> Result<Vec<String>> {
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let names = fs::read_dir(folder)?.map(|entry| entry.map(name));
    names.filter(|name| !name.as_ref().is_ok_and(|name| name.starts_with('.'))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools;

    /// Messages about a crate whose folder `src/inside` holds some files.
    fn told(files: impl Iterator<Item = String>) -> Vec<String> {
        let root = tempfile::tempdir().expect("a folder");
        let inside = root.path().join("crates/house/src/inside");
        fs::create_dir_all(&inside).expect("folders");
        for file in files {
            fs::write(inside.join(file), "").expect("a file");
        }
        let found = crowded(root.path()).expect("folders that can be read");
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_folder_with_more_than_fifteen_names_is_told_of() {
        let sources = |count: usize| (0..count).map(|place| format!("room{place}.rs"));
        assert_eq!(told(sources(15)), [""; 0]);
        assert_eq!(
            told(sources(16)),
            [
                "crates/house/src/inside lists 16 names; at most 15 are taken in at a glance, so give \
              those of one kind a folder of their own"
            ]
        );
        assert_eq!(told(sources(15).chain([".hidden".to_owned()])), [""; 0]);
        assert_eq!(told(sources(15).chain(["golden.txt".to_owned()])).len(), 1);
        assert_eq!(told((0..40).map(|place| format!("case{place}.txt"))), [""; 0]);
    }

    #[test]
    fn every_folder_of_sources_is_taken_in_at_a_glance() {
        let found = crowded(tools::root()).expect("folders that can be read");
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}
