//! The README and the documents: every command in a sentence, a table or a block of a shell is
//! typed.

use std::sync::LazyLock;

use super::typed::{Folder, is_command, is_pattern};

/// The page with the sessions at a terminal.
const COMMAND_LINE: &str = "docs/command-line.md";

/// The initial state of most documents.
static USUAL: LazyLock<Folder> = LazyLock::new(|| {
    let commands = [
        "ann: ankor challenge ann bob",
        "ann: ankor move 101 ann - d3",
        "bob: ankor move 101 bob - d4",
    ];
    Folder::with(&["ann", "bob", "alice", "camb"], &commands)
});

/// A document's initial state: files, users and boards that its examples need, in order.
fn folder_for(name: &str) -> Folder {
    let commands: &[&str] = match name {
        "README.md" => &["alice: antipod challenge camb alice"],
        COMMAND_LINE => {
            &["alice: ankor challenge -size=3 alice bob", "alice: ankor move 101 alice - b2"]
        }
        "docs/computer.md" => &[
            "alice: antipod challenge alice level3",
            "alice: antipod move 101 alice - c3",
            "alice: antipod resign 101 alice -",
        ],
        "docs/review.md" => &[
            "alice: antipod challenge alice bob",
            "alice: antipod move 101 alice - c3",
            "bob: antipod move 101 bob - d4",
            "alice: antipod move 101 alice - e5",
            "bob: antipod resign 101 bob -",
        ],
        "docs/host/backup.md" => &["alice: ankor challenge alice bob"],
        _ => &[],
    };
    // Bob has a different password on the page about the command line than in the help.
    let bob = if name == COMMAND_LINE { "bob:fixes-it" } else { "bob" };
    let folder = match commands {
        [] => USUAL.copy(),
        _ => Folder::with(&["ann", bob, "alice", "camb"], commands),
    };
    if ["docs/host/administration.md", "docs/host/privacy.md", "docs/host/trouble.md"]
        .contains(&name)
    {
        folder.must("carrick do 'signup anna anna-pass'; carrick do 'signup mallory mallory-pass'");
        for words in ["Hello", "Good luck", "You will lose"] {
            folder.must(&format!("echo {words} | carrick do --as ann 'ankor chat 101 ann -'"));
        }
    }
    if name == COMMAND_LINE || name == "docs/records.md" {
        folder.must("mkdir more old games");
        folder.must("carrick export ankor 101 -o game.sgf; cp game.sgf more/; cp game.sgf old/");
        folder.must("echo 'E5 C3' > turns; echo 'ankor -size=4: a1 b1 c1' > moves.txt");
    }
    folder
}

/// Typed examples of a document, in order: back-quoted words, and lines of blocks for a shell.
fn examples(page: &str) -> Vec<String> {
    let (mut examples, mut prose, mut block) = (Vec::new(), String::new(), None);
    for line in page.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind.to_owned()) };
            if block.is_some() {
                quoted(&std::mem::take(&mut prose), &mut examples);
            }
        } else if block.as_deref() == Some("sh") {
            if line.starts_with("carrick ") || line.starts_with("export ") {
                examples.push(line.to_owned());
            }
        } else if block.is_none() {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    quoted(&prose, &mut examples);
    examples
}

fn quoted(prose: &str, examples: &mut Vec<String>) {
    for part in prose.split('`').skip(1).step_by(2) {
        let text = part.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.starts_with("carrick ") || is_command(&text) {
            examples.push(text);
        }
    }
}

/// Commands that run until they are stopped, take minutes, or need a relay, a network or a key: the
/// program parses them up to the last word, and does not run them. Each has its own test suite.
const ONLY_READ: [&str; 10] = [
    "serve", "worker", "setup", "doctor", "receive", "outbox", "backup", "restore", "upgrade",
    "key",
];

#[track_caller]
fn typed(folder: &Folder, example: &str) {
    let Some(words) = example.strip_prefix("carrick ") else {
        if is_command(example) {
            folder.said(example);
        } else {
            folder.must(example);
        }
        return;
    };
    let words: Vec<&str> =
        words.split(" #").next().unwrap_or_default().split_whitespace().collect();
    let mode: Vec<&str> = words
        .iter()
        .copied()
        .take_while(|word| word.bytes().all(|c| c.is_ascii_lowercase()))
        .collect();
    let (flags, rest): (Vec<&str>, Vec<&str>) =
        words[mode.len()..].iter().partition(|word| word.starts_with("--"));
    let names_only = rest.is_empty()
        && (mode.len() == 1
            || ["setup", "outbox"].contains(&mode[0])
            || mode == ["admin", "reopen"]);
    if names_only && !["tick", "worker"].contains(&mode[0])
        || ONLY_READ.contains(&mode[0]) && flags == ["--config"]
    {
        // A program's mode and some of its flags, by their names.
        let told = folder.must(&format!("carrick help {}", mode.join(" ")));
        for flag in flags.iter().filter(|flag| **flag != "--help") {
            assert!(told.contains(flag), "{example}\n{told}");
        }
    } else if ONLY_READ.contains(&mode[0]) {
        folder.must(&format!("{} --help", example.split(" #").next().unwrap()));
    } else if mode[0] == "analyse" {
        folder.must(&format!("{example} --nodes 20"));
    } else {
        folder.must(example);
    }
}

/// Runs all examples of a document; returns the number of examples and of patterns.
fn goes_through(name: &str, page: &str) -> (usize, usize) {
    let (patterns, examples): (Vec<_>, Vec<_>) =
        examples(page).into_iter().partition(|text| is_pattern(text));
    if examples.is_empty() {
        return (0, patterns.len());
    }
    let folder = folder_for(name);
    examples.iter().for_each(|example| typed(&folder, example));
    (examples.len(), patterns.len())
}

#[test]
fn every_example_in_the_readme_works() {
    let (examples, _) = goes_through("README.md", include_str!("../../../../README.md"));
    assert!(examples > 8, "{examples}");
}

#[test]
fn every_example_in_the_documents_works() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seen = (0, 0);
    for folder in ["docs", "docs/host"] {
        let mut files: Vec<_> = std::fs::read_dir(root.join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|end| end == "md")) {
            let name = format!("{folder}/{}", file.file_name().unwrap().to_string_lossy());
            let (examples, patterns) = goes_through(&name, &std::fs::read_to_string(file).unwrap());
            seen = (seen.0 + examples, seen.1 + patterns);
        }
    }
    assert!(seen.0 > 65, "{seen:?}");
}
