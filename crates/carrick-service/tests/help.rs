//! The pages of help: short lines, true drawings, and examples that the parser understands.

use carrick_games::GameKind;
use carrick_service::{HelpTopic, command, help};

fn pages() -> Vec<(String, String)> {
    let topics = [None, Some(HelpTopic::Commands), Some(HelpTopic::Tutorial)];
    let games = GameKind::ALL.map(|kind| Some(HelpTopic::Game(kind)));
    topics.into_iter().chain(games).map(|topic| (format!("{topic:?}"), help::text(topic))).collect()
}

#[test]
fn lines_are_short() {
    for (topic, page) in pages() {
        assert!(page.lines().count() > 20, "{topic}");
        for line in page.lines() {
            assert!(line.chars().count() <= 78, "{topic}: {line}");
            assert_eq!(line, line.trim_end(), "{topic}");
        }
    }
}

#[test]
fn everything_is_filled_in() {
    for (topic, page) in pages() {
        assert!(!page.contains("{{") && !page.contains("}}"), "{topic}");
        assert!(!page.contains("\n\n\n"), "{topic}: something is missing\n{page}");
    }
}

/// Every example of a command, indented by four, is one.
#[test]
fn examples_are_commands() {
    let mut examples = 0;
    for (topic, page) in pages() {
        for line in page.lines().filter_map(|line| line.strip_prefix("    ")) {
            let example = line.split("  ").next().unwrap_or_default();
            let first = example.split(' ').next().unwrap_or_default();
            let is_command = ["signup", "list", "help"].contains(&first)
                || first.parse::<GameKind>().is_ok() && example.contains(' ');
            if is_command {
                examples += 1;
                let parsed = command::parse(example);
                assert!(parsed.is_ok(), "{topic}: {example}\n{}", parsed.unwrap_err());
            }
        }
    }
    assert!(examples >= 40, "only {examples} examples");
}

#[test]
fn every_game_has_its_chapters_and_its_inventor() {
    for kind in GameKind::ALL {
        let page = help::text(Some(HelpTopic::Game(kind)));
        let chapters =
            ["INTRODUCTION", "RULES", "NOTES", "SYNTAX", "OPTIONS", "HISTORY", "CREDITS"];
        let mut from = 0;
        for chapter in chapters {
            let found = page[from..].find(&format!("\n{chapter}\n"));
            from += found.unwrap_or_else(|| panic!("{kind} has no {chapter}"));
        }
        assert!(page.contains(&format!("by {}", kind.credit())), "{kind}");
        for info in carrick_games::AnyOptions::described(kind) {
            assert!(page.contains(info.name), "{kind} does not explain {}", info.name);
        }
    }
}

#[test]
fn the_warnings_about_ankor_are_answered() {
    let page = help::text(Some(HelpTopic::Game(GameKind::Ankor)));
    for warning in ["drawish", "Three types of connection", "Higher positions"] {
        assert!(page.contains(warning), "{warning}");
    }
}

/// The commands page explains every command that a refusal can name.
#[test]
fn every_usage_line_is_on_the_commands_page() {
    let page = help::text(Some(HelpTopic::Commands));
    for line in include_str!("wrong_commands.txt").lines() {
        let Some(usage) = line.strip_prefix("Usage: ") else { continue };
        for usage in usage.split("  or  ") {
            let general = GameKind::ALL
                .iter()
                .find_map(|kind| usage.strip_prefix(&format!("{kind} ")))
                .map_or_else(|| usage.to_owned(), |rest| format!("<game> {rest}"));
            let known = page.contains(&general) || usage.starts_with("change address|password");
            assert!(known, "{usage}");
        }
    }
}
