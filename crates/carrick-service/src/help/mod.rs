//! Help: the texts players read. Pages are text files; commands, options and drawings are filled in
//! where a line says `{{…}}`.

use std::fmt::Write as _;

use carrick_games::{AnyGame, AnyOptions, DrawStyle, GameKind, SizeLimits, boche, games};

use crate::command::{
    COMMANDS, CommandGroup, HelpTopic, OptionSet, SERVER_OPTIONS, ServerOption, Usage, of_topic,
};

/// A page of help, in lines of at most 78 columns; the overview when no topic is named.
///
/// ```
/// use carrick_service::{HelpTopic, help};
/// assert!(help::text(Some(HelpTopic::Commands)).contains("rematch board userid password"));
/// ```
#[must_use]
pub fn text(topic: Option<HelpTopic>) -> String {
    match topic {
        None => fill(include_str!("overview.txt"), None),
        Some(HelpTopic::Commands) => all_commands(),
        Some(HelpTopic::Command(name)) => chapter(name),
        Some(HelpTopic::Tutorial) => fill(include_str!("tutorial.txt"), None),
        Some(HelpTopic::Game(kind)) => fill(page(kind), Some(kind)),
    }
}

/// The page of a game: the file that has its name.
const fn page(kind: GameKind) -> &'static str {
    macro_rules! pages {
        ($kind:ident $($variant:ident $module:ident,)*) => {
            match $kind {
                $(GameKind::$variant => include_str!(concat!(stringify!($module), ".txt")),)*
            }
        };
    }
    games!(pages! { kind })
}

// `help commands`, from the table of commands.

const INTRODUCTION: &str = "You can leave out words in [ ]; | is a choice; … means more of the \
                            same. Replace the other words after the name, such as userid and \
                            password, with your own. Type - for the password where the server \
                            already knows you. #n is the number of a turn; every turn counts, swap \
                            and pass too. Capitals matter only in passwords. `help move` explains \
                            a single command, and `help ankor` a game.";

fn all_commands() -> String {
    let mut page = "ALL COMMANDS\n\n".to_owned();
    paragraph(&mut page, &format!("<game> is {}. {INTRODUCTION}", GameKind::listed("or")));
    for group in CommandGroup::ALL {
        let _ = write!(page, "\n{}\n\n", group.title().to_uppercase());
        for usage in COMMANDS.iter().copied().filter(|usage| usage.group == group) {
            command(&mut page, usage);
        }
    }
    page.push_str("\nSERVER OPTIONS of challenge and seek; --level is for seek and computer\n\n");
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
fn chapter(topic: &str) -> String {
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
        page.push_str("\nFor a game's own options, see its help: `help ankor`, for example.\n");
    }
    page.push_str("\n`help commands` lists all commands, and explains how to read their lines.\n");
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

// Fills commands, options and drawings into the pages of help.

/// The widest line of a page.
const WIDTH: usize = 78;

/// A page, with every line of the form `{{…}}` replaced: `{{title}}` by the heading of the
/// overview, `{{games}}` by the list of games, `{{rules}}` by how to read their rules,
/// `{{rotations}}` by the eight ways to turn a cube of Boche, `{{options}}` by the options of the
/// page's game, and `{{antipod -radius=4: e4 c3}}` by a drawing of that game after those turns.
fn fill(page: &str, kind: Option<GameKind>) -> String {
    let mut text = String::new();
    for line in page.lines() {
        match line.strip_prefix("{{").and_then(|line| line.strip_suffix("}}")) {
            Some("title") => {
                let count = GameKind::COUNT_WORD.to_uppercase();
                let _ = writeln!(text, "CARRICK: {count} CONNECTION GAMES, PLAYED BY COMMANDS");
            }
            Some("games") => games(&mut text),
            Some("rules") => {
                let meaning = format!("the rules of a game: {}", GameKind::listed("or"));
                entry(&mut text, "    help ankor", &meaning, 22);
            }
            Some("options") => {
                if let Some(kind) = kind {
                    options(&mut text, kind);
                }
            }
            Some("rotations") => text.push_str(&boche::draw_rotations()),
            Some(position) => text.push_str(&drawing(position).unwrap_or_default()),
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

/// A paragraph, wrapped.
fn paragraph(page: &mut String, text: &str) {
    entry(page, "", text, 0);
}

/// Two columns: a name, and its meaning, wrapped.
fn entry(page: &mut String, name: &str, meaning: &str, column: usize) {
    let mut line = format!("{name:column$}");
    if !name.is_empty() && name.chars().count() >= column {
        let _ = writeln!(page, "{}", name.trim_end());
        line = " ".repeat(column);
    }
    for word in meaning.split_whitespace() {
        let length = line.chars().count();
        if length > column && length + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(page, "{line}");
            line = " ".repeat(column);
        }
        if line.chars().count() > column {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(page, "{line}");
}

/// The options of a game.
fn options(page: &mut String, kind: GameKind) {
    for info in AnyOptions::described(kind) {
        let name = match info.value {
            "" => format!("    {}", info.name),
            value => format!("    {}={value}", info.name),
        };
        entry(page, &name, info.meaning, 22);
    }
}

fn games(page: &mut String) {
    for kind in GameKind::ALL {
        let about = kind.facts().tagline;
        let _ = writeln!(page, "    {:<9}{about} ({})", kind.name(), kind.credit());
    }
}

/// The drawing of `antipod -radius=4: e4 c3`; `counted anchor …` with the score, `bare ankor …`
/// without names; `None` when it is not a game.
fn drawing(position: &str) -> Option<String> {
    let (position, score) = match position.strip_prefix("counted ") {
        Some(position) => (position, true),
        None => (position, false),
    };
    let (position, labels) = match position.strip_prefix("bare ") {
        Some(position) => (position, false),
        None => (position, true),
    };
    let (start, turns) = position.split_once(':')?;
    let (kind, options) = start.split_once(' ').unwrap_or((start, ""));
    let options: Vec<_> = options.split_whitespace().collect();
    let options = AnyOptions::parse(kind.parse().ok()?, &options, SizeLimits::Challenge).ok()?;
    let mut game = AnyGame::new(options);
    for turn in turns.split_whitespace() {
        game = game.play_text(turn).ok()?;
    }
    Some(game.draw(DrawStyle { score, labels }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns() {
        let mut page = String::new();
        entry(&mut page, "  -x", "short", 8);
        entry(&mut page, "  -a_long_name", "goes below", 8);
        entry(&mut page, "  -y", &"word ".repeat(16), 8);
        assert_eq!(
            page,
            format!(
                "  -x    short\n  -a_long_name\n        goes below\n  -y    {}\n        word word\n",
                ["word"; 14].join(" ")
            )
        );
    }

    #[test]
    fn drawings() {
        assert!(drawing("anchor -size=3: c3").is_some_and(|drawing| drawing.contains("(x)")));
        assert_eq!(drawing("anchor -size=3: z9"), None);
        assert_eq!(drawing("hex: a1"), None);
    }
}
