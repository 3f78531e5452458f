//! Fills commands, options and drawings into the pages of help.

use std::fmt::Write as _;

use carrick_games::{AnyGame, AnyOptions, DrawStyle, GameKind, SizeLimits, boche};

/// The widest line of a page.
pub(super) const WIDTH: usize = 78;

/// A page, with every line of the form `{{…}}` replaced: `{{title}}` by the heading of the
/// overview, `{{games}}` by the list of games, `{{rules}}` by how to read their rules,
/// `{{rotations}}` by the eight ways to turn a cube of Boche, `{{options}}` by the options of the
/// page's game, and `{{antipod -radius=4: e4 c3}}` by a drawing of that game after those turns.
pub(super) fn fill(page: &str, kind: Option<GameKind>) -> String {
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
pub(super) fn paragraph(page: &mut String, text: &str) {
    entry(page, "", text, 0);
}

/// Two columns: a name, and its meaning, wrapped.
pub(super) fn entry(page: &mut String, name: &str, meaning: &str, column: usize) {
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
pub(super) fn options(page: &mut String, kind: GameKind) {
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
/// without names; `None` when it is no game.
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
