//! `cargo xtask words`: spelling, by `typos`, and what pages say about the repository: links lead
//! to files and headings, sources and test targets exist, every page is in the index, and version,
//! changelog and tag agree.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Error, Result};
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::prose;
use crate::tools::{done, installed, output, root};

/// Checks every file in git, and prints what is wrong.
pub(crate) fn words(_: &[&str]) -> Result<()> {
    let files = files()?;
    let wrong = wrong(&files)?;
    for line in &wrong {
        eprintln!("{line}");
    }
    eprintln!("{}", prose::summary(&files));
    done(Command::new(installed("deps")?.join("typos")).current_dir(root()))?;
    match wrong.len() {
        0 => Ok(()),
        count => Err(Error::other(format!("{count} lines are wrong"))),
    }
}

/// Endings of the files to read.
const TEXTS: [&str; 9] = [".css", ".html", ".js", ".md", ".mjs", ".rs", ".sql", ".toml", ".txt"];

/// Texts of the repository's files, by their paths.
pub(crate) type FileTexts = BTreeMap<String, String>;

/// Reads the repository's files.
pub(crate) fn files() -> Result<FileTexts> {
    let listed = git(&["ls-files", "--cached", "--others", "--exclude-standard"])?;
    let text = |path: &str| match TEXTS.iter().any(|ending| path.ends_with(ending)) {
        true => fs::read_to_string(root().join(path)),
        false => Ok(String::new()),
    };
    let there = listed.lines().filter(|path| root().join(path).exists());
    there.map(|path| Ok((path.to_owned(), text(path)?))).collect()
}

fn wrong(files: &FileTexts) -> Result<Vec<String>> {
    let mut wrong = prose::wrong(files);
    for (path, text) in files {
        if path.ends_with(".md") {
            wrong.extend(wrong_links(path, text, files));
        }
        // The changelog names sources as they were.
        if path.ends_with(".md") && path != "CHANGELOG.md" {
            wrong.extend(missing_sources(path, text, files));
        }
        wrong.extend(missing_targets(path, text, files));
        wrong.extend(missing_modules(path, text, files));
    }
    wrong.extend(unlisted(files));
    let tags = git(&["tag", "--points-at", "HEAD"])?;
    wrong.extend(disagreement(env!("CARGO_PKG_VERSION"), &files["CHANGELOG.md"], &tags));
    Ok(wrong)
}

/// Output of git.
pub(crate) fn git(words: &[&str]) -> Result<String> {
    output(Command::new("git").args(words).current_dir(root()))
}

/// Links of a page that lead nowhere.
fn wrong_links(path: &str, text: &str, files: &FileTexts) -> Vec<String> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let leads = |link: &str| {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let file = if file.is_empty() { path.to_owned() } else { tidy(&folder.join(file)) };
        match (files.get(&file), heading) {
            (Some(text), heading) => heading.is_empty() || has_heading(text, heading),
            (None, heading) => {
                let within = format!("{file}/");
                heading.is_empty() && files.keys().any(|path| path.starts_with(&within))
            }
        }
    };
    let broken = prose(text).flat_map(|(number, line)| links(line).map(move |link| (number, link)));
    let broken = broken.filter(|(_, link)| !link.contains("://") && !leads(link));
    broken.map(|(number, link)| format!("{path}:{number}: no {link}")).collect()
}

/// Paths of Rust sources in backticks that do not match the end of any file's path.
fn missing_sources(path: &str, text: &str, files: &FileTexts) -> Vec<String> {
    let exists = |source: &str| {
        let is_end = |file: &String| {
            file.strip_suffix(source).is_some_and(|head| head.is_empty() || head.ends_with('/'))
        };
        files.keys().any(is_end)
    };
    let quoted = prose(text).flat_map(|(number, line)| {
        line.split('`').skip(1).step_by(2).map(move |code| (number, code))
    });
    let missing = quoted.filter(|(_, code)| {
        let source = code.split("::").next().unwrap_or_default();
        source.ends_with(".rs") && !source.contains(['<', ' ', '*', '$']) && !exists(source)
    });
    missing.map(|(number, source)| format!("{path}:{number}: no {source}")).collect()
}

/// Commands that name a test target that their package does not have.
fn missing_targets(path: &str, text: &str, files: &FileTexts) -> Vec<String> {
    let exists = |package: &str, target: &str| {
        files.iter().any(|(path, manifest)| {
            path.ends_with("Cargo.toml")
                && manifest.contains(&format!("[package]\nname = \"{package}\""))
                && manifest.contains(&format!("[[test]]\nname = \"{target}\""))
        })
    };
    let command = |line: &'_ str| -> Option<[String; 2]> {
        let command = line.split_once("cargo test ")?.1;
        let word_after = |option: &str| {
            let word = command.split_once(option)?.1.split_whitespace().next()?;
            Some(word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
        };
        Some([word_after("-p ")?, word_after("--test ")?])
    };
    let commands =
        (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, command(line)?)));
    let missing = commands.filter(|(_, [package, target])| !exists(package, target));
    missing
        .map(|(number, [package, target])| {
            format!("{path}:{number}: {package} has no test {target}")
        })
        .collect()
}

/// Files of tests that no program includes, in a package whose manifest lists its programs.
fn missing_modules(path: &str, manifest: &str, files: &FileTexts) -> Vec<String> {
    let Some(folder) = path.strip_suffix("Cargo.toml") else { return Vec::new() };
    if !manifest.contains("autotests = false") {
        return Vec::new();
    }
    let folder = format!("{folder}tests/");
    let name = |path: &String| {
        let name = path.strip_prefix(&folder)?.strip_suffix(".rs")?;
        (!name.contains('/')).then(|| name.to_owned())
    };
    let is_program = |name: &str| manifest.contains(&format!("path = \"tests/{name}.rs\""));
    let (programs, modules): (Vec<_>, Vec<_>) =
        files.keys().filter_map(name).partition(|name| is_program(name));
    let is_part = |module: &str| {
        programs.iter().any(|program| {
            files[&format!("{folder}{program}.rs")].contains(&format!("\nmod {module};"))
        })
    };
    let missing = modules.into_iter().filter(|module| !is_part(module));
    missing.map(|module| format!("{folder}{module}.rs: no test program has it")).collect()
}

/// Pages that `docs/README.md` does not link to.
fn unlisted(files: &FileTexts) -> Vec<String> {
    let listed: Vec<&str> = prose(&files["docs/README.md"])
        .flat_map(|(_, line)| links(line))
        .filter_map(|link| link.split('#').next())
        .collect();
    let pages = files.keys().filter_map(|path| path.strip_prefix("docs/"));
    pages
        .filter(|page| page.ends_with(".md") && *page != "README.md" && !listed.contains(page))
        .map(|page| format!("docs/README.md: no link to {page}"))
        .collect()
}

/// An error if the version is not the changelog's newest release, or the tag's.
fn disagreement(version: &str, changelog: &str, tags: &str) -> Option<String> {
    let newest = changelog.split("\n## [").skip(1).filter_map(|section| section.split(']').next());
    let newest = newest.into_iter().find(|name| *name != "Unreleased").unwrap_or("none");
    let tag = tags.lines().filter_map(|tag| tag.strip_prefix('v')).find(|tag| *tag != version);
    (newest != version || tag.is_some()).then(|| {
        format!(
            "Cargo.toml has version {version}, CHANGELOG.md {newest}, the tag {}",
            tag.unwrap_or("none")
        )
    })
}

/// Lines with their numbers, without blocks of code.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// Targets of the links in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    targets.filter(|target| !target.is_empty() && !target.contains(' '))
}

/// Whether a page has a heading with an anchor: its letters and digits in lower case, with hyphens
/// for spaces.
fn has_heading(text: &str, anchor: &str) -> bool {
    let anchor_of = |title: &str| -> String {
        let kept = title.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    prose(text)
        .any(|(_, line)| line.starts_with('#') && anchor_of(line.trim_start_matches('#')) == anchor)
}

/// A path without `..`.
fn tidy(path: &Path) -> String {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = tidy.pop(),
            Component::CurDir => {}
            part => tidy.push(part),
        }
    }
    tidy.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_what_is_wrong_is_found() {
        let page = "# A page, and `more`\n\n[a](style.md) [b](../README.md#top) [c](#a-page-and-more) [d](no.md)\n\
                    [e](style.md#no-heading) [f](https://example.org/x.md) [h](#none) [i](../web)\n\
                    `cost.rs` `src/cost.rs::price` `ost.rs` `<game>.rs`\n\
                    ```text\n[g](no.md) `no.rs`\n```\n\
                    `RUN -p web --test pages cost` and RUN -p web\n\
                    `RUN -p web --features x --test sites`\n";
        // Written in a way that keeps this command out of this file.
        let page = &page.replace("RUN", "cargo test");
        let manifest = "[package]\nname = \"web\"\nautotests = false\n\n[[test]]\nname = \"pages\"\npath = \"tests/main.rs\"";
        let files: FileTexts = [
            ("README.md", "# Top\n"),
            ("docs/README.md", "[a](a-page.md#x)\n"),
            ("docs/a-page.md", page),
            ("docs/style.md", "# Style\n"),
            ("web/Cargo.toml", manifest),
            ("web/src/cost.rs", ""),
            ("web/tests/main.rs", "//! Tests\n\nmod a;\n"),
            ("web/tests/a.rs", ""),
            ("web/tests/b.rs", ""),
        ]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into();
        let path = "docs/a-page.md";
        let ends = [":3: no no.md", ":4: no style.md#no-heading", ":4: no #none"];
        assert_eq!(wrong_links(path, page, &files), ends.map(|end| format!("{path}{end}")));
        assert_eq!(missing_sources(path, page, &files), [format!("{path}:5: no ost.rs")]);
        assert_eq!(
            missing_targets(path, page, &files),
            [format!("{path}:10: web has no test sites")]
        );
        let module = "web/tests/b.rs: no test program has it";
        assert_eq!(missing_modules("web/Cargo.toml", manifest, &files), [module]);
        assert_eq!(unlisted(&files), ["docs/README.md: no link to style.md"]);
    }

    #[test]
    fn version_changelog_and_tag_agree() {
        let changelog = "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n## [0.1.0] - 2026-11-23\n";
        assert_eq!(disagreement("0.2.0", changelog, "v0.2.0\nother"), None);
        assert!(disagreement("0.3.0", changelog, "").unwrap().contains("CHANGELOG.md 0.2.0"));
        assert!(disagreement("0.2.0", changelog, "v0.3.0").unwrap().contains("the tag 0.3.0"));
    }
}
