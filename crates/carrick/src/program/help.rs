//! `carrick help`: explains subcommands, games, and the commands of `carrick do`.

use std::io::Write;

use anyhow::{Result, bail};
use carrick_games::{GameKind, nearest_word};
use carrick_service::{Command, command, help};
use clap::CommandFactory as _;

use crate::cli::{Cli, in_laboratory};

/// Explains a subcommand, or else a topic of the players' `help` command.
///
/// # Errors
/// When there is no such topic.
pub(crate) fn run(words: &[String], out: &mut impl Write) -> Result<bool> {
    let mut program = Cli::command();
    program.build();
    let mut mode = &program;
    for (depth, word) in words.iter().enumerate() {
        mode = match mode.find_subcommand(word) {
            Some(found) => found,
            None if depth == 0 => return explain(words, &program, out),
            None => bail!(no_subject(None)),
        };
    }
    let mut mode = mode.clone();
    write!(out, "{}", mode.render_long_help())?;
    Ok(true)
}

/// Explains a topic of the players' `help` command: `carrick help ankor`, `carrick help move`.
fn explain(words: &[String], program: &clap::Command, out: &mut impl Write) -> Result<bool> {
    let Ok(Command::Help(topics)) = command::parse(&format!("help {}", words.join(" "))) else {
        if let Some(said) = words.first().and_then(|word| in_laboratory(word)) {
            bail!(said)
        }
        let modes = program.get_subcommands().map(clap::Command::get_name);
        let known = modes.chain(GameKind::ALL.map(GameKind::name)).chain(["tutorial", "commands"]);
        bail!(no_subject(words.first().and_then(|word| nearest_word(word, known))))
    };
    let pages = topics.iter().map(|&topic| help::text(Some(topic)));
    write!(out, "{}", pages.collect::<Vec<_>>().join("\n"))?;
    Ok(true)
}

fn no_subject(meant: Option<&str>) -> String {
    let way_on = match meant {
        Some(meant) => format!("did you mean `carrick help {meant}`?"),
        None => {
            "`carrick help` lists the subcommands, and `carrick help commands` what `carrick do` \
                 understands"
                .to_owned()
        }
    };
    format!("there is no help on that; {way_on}")
}
