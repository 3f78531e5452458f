//! Lint for the parts of `docs/style.md` that a machine can check: the length of comment lines, how
//! summaries begin, hard words, that users are *they*, that commands name test targets there are,
//! that links lead somewhere, and that version, changelog and tag agree.

use std::fmt;
use std::fs;
use std::io::{Error, Result};
use std::path::Path;
use std::process::{Command, ExitCode};

use super::links::{self, Broken};
use crate::release::version;
use crate::tools::root;

/// Maximum length of a line with a comment, in characters.
const COLUMNS: usize = 100;

/// Openings that no summary may have. The first two refer to another item, which an index does not
/// show; the others hide the noun that somebody would search for.
const OPENINGS: [&str; 4] = ["The same", "So many", "What", "Who"];

/// Singular pronouns for people.
const PRONOUNS: [&str; 4] = ["he", "him", "his", "himself"];

/// Words that make a sentence hard to read, with plain ones to use instead.
const HARD_WORDS: [(&str, &str); 2] =
    [("whoever", "\"anybody who\", or name the role"), ("anew", "\"again\"")];

/// Paths whose texts are data: text that people might write, text that must stay as it was, text
/// that others wrote, and this file, which quotes the words it looks for.
const DATA: [&str; 6] = [
    "/tests/data/",
    "/goldens/",
    "/golden/",
    "/migrations/",
    "/assets/vendor/",
    "xtask/src/style/words.rs",
];

/// Breach of the style.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    /// Line, from 1.
    line: usize,
    rule: Rule,
}

#[derive(Debug, PartialEq, Eq)]
enum Rule {
    LongComment { columns: usize },
    Opening(&'static str),
    Pronoun(&'static str),
    HardWord { word: &'static str, instead: &'static str },
    NoTestTarget { package: String, target: String },
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LongComment { columns } => {
                write!(f, "a comment line of {columns} columns; at most {COLUMNS}")
            }
            Self::Opening(opening) => {
                write!(f, "a summary that begins with \"{opening}\"; say what the thing is")
            }
            Self::Pronoun(word) => write!(f, "\"{word}\"; people are they"),
            Self::HardWord { word, instead } => write!(f, "\"{word}\"; say {instead}"),
            Self::NoTestTarget { package, target } => {
                write!(f, "{package} has no test target \"{target}\"")
            }
        }
    }
}

/// Language of a file, by its comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    /// Comments begin with two slashes.
    Slashes,
    /// Every line is text.
    Prose,
}

impl Language {
    fn of(path: &str) -> Option<Self> {
        if DATA.iter().any(|folder| path.contains(folder)) {
            return None;
        }
        match Path::new(path).extension()?.to_str()? {
            "rs" | "js" | "mjs" => Some(Self::Slashes),
            "md" | "html" | "css" | "py" | "sh" | "sql" => Some(Self::Prose),
            _ => None,
        }
    }
}

/// Checks every file in git, and prints the breaches.
pub(crate) fn run() -> ExitCode {
    match faults_of_all() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(count) => {
            eprintln!("{count} lines break docs/style.md.");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("The words were not looked at: {error}");
            ExitCode::FAILURE
        }
    }
}

fn faults_of_all() -> Result<usize> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()?;
    if !listed.status.success() {
        return Err(Error::other("git ls-files failed; is this a checkout?"));
    }
    let listed = String::from_utf8_lossy(&listed.stdout);
    let tracked: Vec<&str> = listed.lines().filter(|path| root().join(path).exists()).collect();
    let mut count = 0;
    for page in links::unlisted(&fs::read_to_string(root().join("docs/README.md"))?, &tracked) {
        eprintln!("docs/README.md: no link to {page}");
        count += 1;
    }
    for path in &tracked {
        let Some(language) = Language::of(path) else { continue };
        let text = fs::read_to_string(root().join(path))?;
        for Fault { line, rule } in faults(language, &text).into_iter().chain(commands(&text)) {
            eprintln!("{path}:{line}: {rule}");
            count += 1;
        }
        let broken = if path.ends_with(".md") { links::broken(path, &text) } else { Vec::new() };
        for Broken { line, target } in broken {
            eprintln!("{path}:{line}: a link to {target}, which is not there");
            count += 1;
        }
        // The changelog tells of sources as they were.
        if path.ends_with(".md") && *path != "CHANGELOG.md" {
            for Broken { line, target } in links::missing_sources(&text, &tracked) {
                eprintln!("{path}:{line}: `{target}`, which is not there");
                count += 1;
            }
        }
    }
    let (changelog, tags) = (version::changelog()?, version::tags()?);
    if let Some(wrong) = version::disagreement(version::VERSION, &changelog, &tags) {
        eprintln!("{wrong}");
        count += 1;
    }
    Ok(count)
}

/// Breaches of the rules in a text, by line.
fn faults(language: Language, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut before = "";
    for (index, line) in text.lines().enumerate() {
        let mut found = |rule| faults.push(Fault { line: index + 1, rule });
        let code = line.trim_start();
        let columns = line.chars().count();
        if language == Language::Slashes && code.starts_with("//") && columns > COLUMNS {
            // An address cannot be broken.
            if !code.contains("://") {
                found(Rule::LongComment { columns });
            }
        }
        if let Some(opening) = summary(code, before).and_then(opening) {
            found(Rule::Opening(opening));
        }
        if let Some(word) = words(line).find_map(pronoun) {
            found(Rule::Pronoun(word));
        }
        if let Some(rule) = words(line).find_map(hard_word) {
            found(rule);
        }
        before = code;
    }
    faults
}

/// Commands that name a test target which their package does not have.
fn commands(text: &str) -> impl Iterator<Item = Fault> {
    text.lines().enumerate().filter_map(|(index, line)| {
        let (package, target) = test_target(line)?;
        let manifest = root().join("crates").join(package).join("Cargo.toml");
        let named = format!("[[test]]\nname = \"{target}\"");
        let has = fs::read_to_string(manifest).is_ok_and(|manifest| manifest.contains(&named));
        let (package, target) = (package.to_owned(), target.to_owned());
        (!has).then(|| Fault { line: index + 1, rule: Rule::NoTestTarget { package, target } })
    })
}

/// The package and the test target that a line with `cargo test -p … --test …` names.
fn test_target(line: &str) -> Option<(&str, &str)> {
    let line = line.split_once("cargo test")?.1;
    let word_after = |option: &str| {
        let word = line.split_once(option)?.1.split_whitespace().next()?;
        Some(word.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    Some((word_after(" -p ")?, word_after(" --test ")?))
}

/// The text of a line that begins a doc comment; `before` is the line above it.
fn summary<'l>(line: &'l str, before: &str) -> Option<&'l str> {
    let marks = ["///", "//!", "/**"];
    let mark = marks.into_iter().find(|mark| line.starts_with(mark))?;
    (!before.starts_with(mark)).then(|| line[mark.len()..].trim_start())
}

fn opening(summary: &str) -> Option<&'static str> {
    OPENINGS.into_iter().find(|opening| {
        let rest = summary.strip_prefix(opening);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

/// The words of a line, without text between backticks, which is quoted. Names such as `begin_anew`
/// are one word.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    line.split('`').step_by(2).flat_map(move |text| text.split(move |c| !is_letter(c)))
}

/// The pronoun that a word is, if it stands for a person.
fn pronoun(word: &str) -> Option<&'static str> {
    // Capitals throughout are no pronoun but a name or a code.
    let is_code = word.len() > 1 && word.chars().all(char::is_uppercase);
    let found = PRONOUNS.into_iter().find(|pronoun| word.eq_ignore_ascii_case(pronoun));
    found.filter(|_| !is_code)
}

fn hard_word(word: &str) -> Option<Rule> {
    let found = HARD_WORDS.into_iter().find(|(hard, _)| word.eq_ignore_ascii_case(hard));
    found.map(|(word, instead)| Rule::HardWord { word, instead })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hard(word: &str) -> Rule {
        hard_word(word).unwrap()
    }

    #[test]
    fn each_rule_finds_its_breaches_and_nothing_else() {
        let long = format!("    // {}", "x".repeat(COLUMNS));
        let code = format!("let x = \"{}\";", "x".repeat(COLUMNS));
        let address = format!("// https://example.org/{}", "x".repeat(COLUMNS));
        for (line, rule) in [
            (long.as_str(), Some(Rule::LongComment { columns: COLUMNS + 7 })),
            (&code, None),
            (&address, None),
            ("/// The same for boards.", Some(Rule::Opening("The same"))),
            ("/// So many bytes.", Some(Rule::Opening("So many"))),
            ("/// What is due.", Some(Rule::Opening("What"))),
            ("    /// What.", Some(Rule::Opening("What"))),
            ("//! Whoever waits.", Some(hard("whoever"))),
            ("/** Who gets it. */", Some(Rule::Opening("Who"))),
            ("/// Whose turn it is.", None),
            ("/// Whatever is due.", None),
            ("// What is due comes first.", None),
            ("/// The sameness of boards.", None),
            ("// The same for boards.", None),
            ("/// A player and his cubes.", Some(Rule::Pronoun("his"))),
            ("He moves.", Some(Rule::Pronoun("he"))),
            ("The help of this page; there, them, HE, he-IL.", None),
            ("A word such as `he` is quoted, and his is not.", Some(Rule::Pronoun("his"))),
            ("// Only for whoever asks.", Some(hard("whoever"))),
            ("Ratings are computed anew.", Some(hard("anew"))),
            ("    self.begin_anew(`whoever`); // a canew", None),
        ] {
            let found = faults(Language::Slashes, line).pop().map(|fault| fault.rule);
            assert_eq!(found, rule, "{line}");
        }
    }

    #[test]
    fn a_command_must_name_a_test_target_of_its_package() {
        let rule_of = |line| commands(line).next().map(|fault| fault.rule);
        assert_eq!(rule_of("`cargo test -p carrick-games --test games pairing`."), None);
        assert_eq!(rule_of("cargo test -p carrick-games"), None);
        let found = rule_of("cargo test -p carrick-games --features x --test pairing  # slow");
        let (package, target) = ("carrick-games".to_owned(), "pairing".to_owned());
        assert_eq!(found, Some(Rule::NoTestTarget { package, target }));
    }

    #[test]
    fn only_the_first_line_of_a_comment_is_its_summary() {
        let text = "/// A board.\n/// The same as ever.\nfn x();\n/// The same.\n";
        let found = faults(Language::Slashes, text);
        assert_eq!(found, [Fault { line: 4, rule: Rule::Opening("The same") }]);
    }

    #[test]
    fn data_is_left_as_it_is() {
        for (path, language) in [
            ("crates/carrick-mail/src/lib.rs", Some(Language::Slashes)),
            ("docs/mail.md", Some(Language::Prose)),
            ("crates/carrick-mail/tests/data/reply.md", None),
            ("examples/bot/bot.py", Some(Language::Prose)),
            ("crates/carrick-store/migrations/sqlite/0001_state.sql", None),
            ("Cargo.lock", None),
        ] {
            assert_eq!(Language::of(path), language, "{path}");
        }
    }
}
