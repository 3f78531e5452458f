//! Links between documents: each leads to a file that exists, and to a heading in it.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::tools::root;

/// A link that leads nowhere.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    /// Line, from 1.
    pub(crate) line: usize,
    /// The link, as it is written.
    pub(crate) target: String,
}

/// Broken links of a document; `path` is relative to the root of the repository.
pub(crate) fn broken(path: &str, text: &str) -> Vec<Broken> {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    let leads = |target: &str| {
        let (file, heading) = target.split_once('#').unwrap_or((target, ""));
        let file = if file.is_empty() { PathBuf::from(path) } else { tidy(&folder.join(file)) };
        let there = root().join(&file);
        match heading {
            "" => there.exists(),
            _ if file == Path::new(path) => has_heading(text, heading),
            _ => fs::read_to_string(there).is_ok_and(|text| has_heading(&text, heading)),
        }
    };
    let found = lines(text).flat_map(|(line, text)| links(text).map(move |link| (line, link)));
    let found = found.filter(|(_, target)| !target.contains("://") && !leads(target));
    found.map(|(line, target)| Broken { line, target: target.to_owned() }).collect()
}

/// Paths of Rust sources in backticks that are the end of no tracked path, with their lines.
pub(crate) fn missing_sources(text: &str, tracked: &[&str]) -> Vec<Broken> {
    let is_tracked = |source: &str| {
        tracked.iter().any(|path| {
            path.strip_suffix(source).is_some_and(|head| head.is_empty() || head.ends_with('/'))
        })
    };
    let is_missing = |target: &str| {
        let source = target.split("::").next().unwrap_or_default();
        let is_path = source.ends_with(".rs") && !source.contains(['<', ' ', '*', '$']);
        is_path && !is_tracked(source)
    };
    lines(text)
        .flat_map(|(line, text)| text.split('`').skip(1).step_by(2).map(move |code| (line, code)))
        .filter(|(_, target)| is_missing(target))
        .map(|(line, target)| Broken { line, target: target.to_owned() })
        .collect()
}

/// Pages of the documentation to which its index, `docs/README.md`, has no link.
pub(crate) fn unlisted<'t>(index: &str, tracked: &[&'t str]) -> Vec<&'t str> {
    let pages = tracked.iter().filter_map(|path| Some((*path, path.strip_prefix("docs/")?)));
    let listed = |page: &str| {
        lines(index)
            .flat_map(|(_, line)| links(line))
            .any(|link| link.split('#').next() == Some(page))
    };
    pages
        .filter(|(_, page)| page.ends_with(".md") && *page != "README.md" && !listed(page))
        .map(|(path, _)| path)
        .collect()
}

/// Lines with their numbers, without blocks of code.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        (!in_code && !is_fence).then_some((index + 1, line))
    })
}

/// Targets of the links in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let (target, _) = rest.split_once(')')?;
        (!target.is_empty() && !target.contains(' ')).then_some(target)
    })
}

fn has_heading(text: &str, anchor: &str) -> bool {
    lines(text).any(|(_, line)| {
        let title = line.trim_start_matches('#');
        title.len() < line.len() && anchor_of(title.trim()) == anchor
    })
}

/// The anchor that a heading gets: its letters and figures in lower case, hyphens for blanks.
fn anchor_of(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A path without `..`, as far as it can be taken back.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if tidy.pop() => {}
            Component::CurDir => {}
            part => tidy.push(part),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_lead_nowhere_are_found() {
        let text = "# A page\n\n[a](style.md) [b](../README.md) [c](#a-page) [d](no.md)\n\
                    ![p](pictures/no.png) [e](style.md#no-heading) [f](https://example.org/x.md)\n\
                    ```text\n[g](no.md)\n```\n[h](#none) [i](../xtask/src/style/links.rs)\n";
        let found: Vec<_> =
            broken("docs/a-page.md", text).into_iter().map(|one| (one.line, one.target)).collect();
        let expected =
            [(3, "no.md"), (4, "pictures/no.png"), (4, "style.md#no-heading"), (8, "#none")];
        assert_eq!(found, expected.map(|(line, target)| (line, target.to_owned())));
    }

    #[test]
    fn sources_that_are_not_there_are_found() {
        let tracked = ["crates/web/src/cost.rs", "docs/a.md"];
        let text = "`cost.rs` `src/cost.rs::price` `web/src/cost.rs`\n`position/cost.rs` `ost.rs` `<game>.rs`";
        let found: Vec<_> =
            missing_sources(text, &tracked).into_iter().map(|one| (one.line, one.target)).collect();
        let expected = [(2, "position/cost.rs"), (2, "ost.rs")];
        assert_eq!(found, expected.map(|(line, target)| (line, target.to_owned())));
    }

    #[test]
    fn pages_that_the_index_leaves_out_are_found() {
        let tracked = ["docs/README.md", "docs/a.md", "docs/host/b.md", "docs/c.svg", "README.md"];
        assert_eq!(unlisted("[a](a.md#top) [x](c.md)", &tracked), ["docs/host/b.md"]);
    }

    #[test]
    fn anchors_are_those_of_the_hosting_sites() {
        for (title, anchor) in [
            ("Probes, and a disk that is full", "probes-and-a-disk-that-is-full"),
            ("`[mail]` in a file", "mail-in-a-file"),
            ("SQLite today, PostgreSQL not yet", "sqlite-today-postgresql-not-yet"),
        ] {
            assert_eq!(anchor_of(title), anchor);
        }
    }
}
