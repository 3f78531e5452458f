//! The version, from one place: `Cargo.toml`. The changelog's newest release and a tag must be it.

use std::fs;
use std::io::{Error, Result};
use std::process::Command;

use crate::tools::root;

/// Version of the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A release in the changelog.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Release<'t> {
    /// Its version; `None` for changes that are not released yet.
    pub(crate) version: Option<&'t str>,
    /// Its day, such as `2026-11-23`; empty for changes that are not released yet.
    pub(crate) day: &'t str,
    /// Lines below its heading.
    pub(crate) text: &'t str,
}

/// Releases of a changelog, the newest first.
pub(crate) fn releases(changelog: &str) -> Vec<Release<'_>> {
    let sections = changelog.split("\n## [").skip(1);
    sections
        .filter_map(|section| {
            let (heading, text) = section.split_once('\n')?;
            let (version, day) = heading.split_once(']')?;
            let version = (version != "Unreleased").then_some(version);
            Some(Release { version, day: day.trim_start_matches(" - ").trim(), text })
        })
        .collect()
}

/// Reads the changelog.
pub(crate) fn changelog() -> Result<String> {
    fs::read_to_string(root().join("CHANGELOG.md"))
}

/// Tags of the last commit that name a version, without their `v`.
pub(crate) fn tags() -> Result<Vec<String>> {
    let listed = git(&["tag", "--points-at", "HEAD"])?;
    Ok(listed.lines().filter_map(|tag| tag.strip_prefix('v')).map(str::to_owned).collect())
}

/// Output of git, without the last line feed.
pub(crate) fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output()?;
    if !output.status.success() {
        return Err(Error::other(format!("git {} failed; is this a checkout?", arguments[0])));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

/// Disagreement between the version, the changelog and the tags, in words.
pub(crate) fn disagreement(
    version: &str,
    changelog: &str,
    tags: &[impl AsRef<str>],
) -> Option<String> {
    let newest = releases(changelog).into_iter().find_map(|release| release.version);
    if newest != Some(version) {
        let newest = newest.unwrap_or("none");
        return Some(format!(
            "Cargo.toml has version {version}, and the newest release in CHANGELOG.md is {newest}"
        ));
    }
    let other = tags.iter().map(AsRef::as_ref).find(|&tag| tag != version)?;
    Some(format!("Cargo.toml has version {version}, and the last commit has the tag v{other}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n* More.\n\n\
                             ## [0.2.0] - 2026-12-01\n\n* Much.\n\n## [0.1.0] - 2026-11-23\n\n* All.\n";

    #[test]
    fn a_changelog_is_read() {
        let found: Vec<_> =
            releases(CHANGELOG).into_iter().map(|one| (one.version, one.day)).collect();
        let expected = [(None, ""), (Some("0.2.0"), "2026-12-01"), (Some("0.1.0"), "2026-11-23")];
        assert_eq!(found, expected);
        assert_eq!(releases(CHANGELOG)[2].text, "\n* All.\n");
    }

    #[test]
    fn version_changelog_and_tag_agree() {
        let said = |version, tags: &[&str]| disagreement(version, CHANGELOG, tags);
        assert_eq!(said("0.2.0", &[]), None);
        assert_eq!(said("0.2.0", &["0.2.0"]), None);
        assert!(
            said("0.3.0", &[]).unwrap().contains("the newest release in CHANGELOG.md is 0.2.0")
        );
        assert!(said("0.2.0", &["0.3.0"]).unwrap().contains("has the tag v0.3.0"));
    }
}
