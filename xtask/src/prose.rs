//! `cargo xtask prose`: phrases that are not plain English, in everything that people read:
//! documents, templates, help, lessons, comments and the texts in the code. docs/style.md has the
//! rules. The phrases of [`WRONG`] make `cargo xtask words` fail; those of [`DOUBTFUL`] are often
//! right, and are only counted.

use std::collections::BTreeMap;
use std::io::{Error, Result};

use crate::words::FileTexts;

/// Phrases that are always replaced, with what to write.
const WRONG: [(&str, &str); 13] = [
    ("all the same", "anyway"),
    ("anew", "again"),
    ("are the most", "the maximum is"),
    ("broken off", "cancelled, interrupted"),
    ("by lot", "at random"),
    ("for ever", "forever"),
    ("good no more", "has expired"),
    ("hence", "so"),
    ("mended", "fixed"),
    ("off line", "offline"),
    ("per cent", "%"),
    ("shall", "should, will"),
    ("the lot decides", "at random"),
];

/// Phrases that are mostly replaced, with what to write.
const DOUBTFUL: [(&str, &str); 15] = [
    ("anybody", "players, visitors, anyone"),
    ("at hand", "available"),
    ("at once", "immediately, at the same time"),
    ("by itself", "automatically, on its own"),
    ("carried out", "run, done"),
    ("everybody", "players, visitors, everyone"),
    ("is no", "is not a"),
    ("mails", "emails"),
    ("nobody", "no one, no player"),
    ("of its own", "its own, separate"),
    ("of their own", "their own, separate"),
    ("once more", "again"),
    ("says so", "say what it says"),
    ("somebody", "a player, someone"),
    ("told so", "gets an error, sees"),
];

/// Lists every phrase that could be plainer, and fails if one is wrong.
pub(crate) fn prose(words: &[&str]) -> Result<()> {
    let [] = words else { return Err(crate::tools::usage()) };
    let files = crate::words::files()?;
    for line in found(&files, &DOUBTFUL) {
        eprintln!("{line}");
    }
    let wrong = wrong(&files);
    for line in &wrong {
        eprintln!("{line}");
    }
    match wrong.len() {
        0 => Ok(()),
        count => Err(Error::other(format!("{count} phrases must be replaced"))),
    }
}

/// Phrases that must be replaced, with file and line.
pub(crate) fn wrong(files: &FileTexts) -> Vec<String> {
    found(files, &WRONG)
}

/// Number of doubtful phrases, as a line of the report.
pub(crate) fn summary(files: &FileTexts) -> String {
    let mut counts = BTreeMap::new();
    for line in found(files, &DOUBTFUL) {
        let phrase = line.split('"').nth(1).unwrap_or_default().to_owned();
        *counts.entry(phrase).or_insert(0) += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
    format!(
        "Phrases that could be plainer (`cargo xtask prose` lists them): {}.",
        counts.join(", ")
    )
}

fn found(files: &FileTexts, phrases: &[(&str, &str)]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files {
        // This file and the guide name the phrases; logs stay as they were.
        let names_them = ["xtask/src/prose.rs", "docs/style.md"].contains(&path.as_str());
        let left_out = ["/tests/", "/measurements/", "/vendor/"];
        if names_them || left_out.iter().any(|part| path.contains(part)) {
            continue;
        }
        for (number, line) in (1..).zip(text.lines()) {
            let Some(prose) = read_by_people(path, line) else { continue };
            let prose = prose.to_lowercase();
            for (phrase, better) in phrases.iter().filter(|(phrase, _)| has(&prose, phrase)) {
                found.push(format!("{path}:{number}: \"{phrase}\"; write: {better}"));
            }
        }
    }
    found
}

/// The part of a line that people read: all of a document, comments and texts of a program.
fn read_by_people<'a>(path: &str, line: &'a str) -> Option<&'a str> {
    let ending = path.rsplit('.').next().unwrap_or_default();
    match ending {
        "md" | "html" | "txt" | "sql" => Some(line),
        "rs" | "js" | "mjs" | "css" => {
            let comment = ["//", "/*", " * "].iter().filter_map(|mark| line.find(mark)).min();
            let text = line.find(['"', '`']);
            [comment, text].into_iter().flatten().min().map(|start| &line[start..])
        }
        _ => None,
    }
}

/// Whether a line contains a phrase as whole words.
fn has(line: &str, phrase: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    line.match_indices(phrase).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + phrase.len()..]);
        !before.ends_with(is_letter) && !after.starts_with(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_where_people_read() {
        let files: FileTexts = [
            ("docs/a.md", "It is mended.\nThe amended text.\n"),
            ("src/a.rs", "let shall = 1; // it shall\nlet hence = \"Hence\";\nlet anew = 2;\n"),
            ("src/tests/a.rs", "// anew\n"),
        ]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into();
        assert_eq!(
            wrong(&files),
            [
                "docs/a.md:1: \"mended\"; write: fixed",
                "src/a.rs:1: \"shall\"; write: should, will",
                "src/a.rs:2: \"hence\"; write: so",
            ]
        );
    }
}
