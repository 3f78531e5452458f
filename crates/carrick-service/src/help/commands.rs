//! `help commands`, from the table of commands.

use std::fmt::Write as _;

use super::fill::{entry, options, paragraph};
use crate::command::{COMMANDS, Group, OptionSet, SERVER_OPTIONS, ServerOption, Usage, of_topic};
use carrick_games::GameKind;

const INTRODUCTION: &str = "Words in [ ] may be left out, | is a choice, … means more of the same; other words \
    after the name stand for what they say, such as userid and password. Type - for the password where you \
    are known without it. #n is the number of a turn; every turn counts, swap and pass too. Capitals do not \
    matter, except in passwords. `help move` explains a single command, `help ankor` a game.";

pub(super) fn page() -> String {
    let mut page = "ALL COMMANDS\n\n".to_owned();
    paragraph(&mut page, &format!("<game> is {}. {INTRODUCTION}", GameKind::listed("or")));
    for group in Group::ALL {
        let _ = write!(page, "\n{}\n\n", group.title().to_uppercase());
        for usage in COMMANDS.iter().copied().filter(|usage| usage.group == group) {
            command(&mut page, usage);
        }
    }
    page.push_str(
        "\nSERVER OPTIONS of challenge and seek; --level is one of seek and computer\n\n",
    );
    for option in &SERVER_OPTIONS {
        server_option(&mut page, option);
    }
    for kind in GameKind::ALL {
        let _ = write!(page, "\nOPTIONS OF {}\n\n", kind.name().to_uppercase());
        options(&mut page, kind);
    }
    page
}

/// `help move`: one command, with the options that it takes.
pub(super) fn chapter(topic: &str) -> String {
    let mut page = format!("HELP FOR {}\n\n", topic.to_uppercase());
    for usage in of_topic(topic) {
        command(&mut page, usage);
    }
    let takes = |sets: &[OptionSet]| of_topic(topic).any(|usage| sets.contains(&usage.options));
    let of_server: Vec<_> = SERVER_OPTIONS.iter().filter(|option| takes(option.sets)).collect();
    if !of_server.is_empty() {
        page.push_str("\nSERVER OPTIONS\n\n");
        of_server.into_iter().for_each(|option| server_option(&mut page, option));
    }
    if of_topic(topic).any(|usage| usage.options != OptionSet::None) {
        page.push_str("\nThe help of a game has its own options: `help ankor`, for example.\n");
    }
    page.push_str("\n`help commands` lists all commands, and says what their lines mean.\n");
    page
}

fn server_option(page: &mut String, option: &ServerOption) {
    let name = match option.value {
        "" => format!("  {}", option.name),
        value => format!("  {}={value}", option.name),
    };
    entry(page, &name, option.meaning, 24);
}

fn command(page: &mut String, usage: &Usage) {
    for line in usage.line.split("  or  ") {
        let _ = writeln!(page, "  {line}");
    }
    let also = match usage.synonyms {
        [] => String::new(),
        synonyms => format!(" (also: {})", synonyms.join(", ")),
    };
    entry(page, "", &format!("{}{also}", usage.purpose), 6);
}
