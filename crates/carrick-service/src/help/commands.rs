//! `help commands`, from the table of commands.

use std::fmt::Write as _;

use super::fill::{entry, options};
use crate::command::{COMMANDS, Group, SERVER_OPTIONS, Usage};
use carrick_games::GameKind;

const INTRODUCTION: &str = "\
ALL COMMANDS

<game> is ankor, boche, antipod or anchor. Words in [ ] may be left out, | is
a choice, … means more of the same. Type - for the password where you are
known without it. #n is the number of a turn; every turn counts, swap and pass
too. Capitals do not matter, except in passwords.
";

pub(super) fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for group in Group::ALL {
        let _ = write!(page, "\n{}\n\n", group.title().to_uppercase());
        for usage in COMMANDS.iter().filter(|usage| usage.group == group) {
            command(&mut page, usage);
        }
    }
    page.push_str(
        "\nSERVER OPTIONS of challenge and seek; --level is one of seek and computer\n\n",
    );
    for option in &SERVER_OPTIONS {
        let name = match option.value {
            "" => format!("  {}", option.name),
            value => format!("  {}={value}", option.name),
        };
        entry(&mut page, &name, option.meaning, 24);
    }
    for kind in GameKind::ALL {
        let _ = write!(page, "\nOPTIONS OF {}\n\n", kind.name().to_uppercase());
        options(&mut page, kind);
    }
    page
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
