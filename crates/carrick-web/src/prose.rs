//! Help texts as pages show them: paragraphs flow to the width of the window, drawings and commands keep their blanks.

use carrick_games::GameKind;
use carrick_service::help::{Drawing, Part};

use crate::routes::pictures;

/// A part of a text, between blank lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    /// A line in capitals.
    Heading(String),
    /// Lines from the margin: they flow.
    Paragraph(String),
    /// A list; its points flow.
    Points(Vec<String>),
    /// Anything else that is indented stays as it is.
    Verbatim(String),
    /// A position.
    Picture {
        /// Where it is drawn, on light and on dark paper.
        pictures: [String; 2],
        /// The same in letters.
        letters: String,
    },
}

/// The blocks of a page.
pub(crate) fn blocks(parts: Vec<Part>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for part in parts {
        match part {
            Part::Text(text) => read(&mut blocks, &text),
            Part::Drawing(drawing) => blocks.push(picture(&drawing)),
        }
    }
    blocks
}

fn picture(drawing: &Drawing) -> Block {
    let Drawing { game, score } = drawing;
    let (options, turns) = (game.options().to_string(), game.turn_names().join(" "));
    let show = if *score { "territory" } else { "" };
    Block::Picture {
        pictures: pictures(game.kind(), &options, &turns, show),
        letters: drawing.text(),
    }
}

/// Adds the blocks of a text.
fn read(blocks: &mut Vec<Block>, text: &str) {
    for lines in text.lines().collect::<Vec<_>>().split(|line| line.trim().is_empty()) {
        let (heading, lines) = match lines.split_first() {
            Some((first, rest)) if is_heading(first) => (Some(*first), rest),
            _ => (None, lines),
        };
        blocks.extend(heading.map(|line| Block::Heading(sentence_case(line))));
        match (lines.first(), points(lines)) {
            (None, _) => {}
            (Some(_), Some(points)) => blocks.push(Block::Points(points)),
            (Some(first), None) if first.starts_with(' ') => verbatim(blocks, lines),
            (Some(_), None) => blocks.push(Block::Paragraph(lines.join(" "))),
        }
    }
}

/// Adds lines that keep their blanks; such blocks that follow each other are one.
fn verbatim(blocks: &mut Vec<Block>, lines: &[&str]) {
    let text = lines.join("\n");
    match blocks.last_mut() {
        Some(Block::Verbatim(before)) => before.push_str(&format!("\n\n{text}")),
        _ => blocks.push(Block::Verbatim(text)),
    }
}

fn is_heading(line: &str) -> bool {
    line.chars().any(char::is_uppercase)
        && !line.chars().any(char::is_lowercase)
        && !line.starts_with(' ')
}

fn sentence_case(line: &str) -> String {
    let lower = line.to_lowercase();
    let named =
        GameKind::ALL.iter().fold(lower, |text, kind| text.replace(kind.name(), kind.title()));
    let mut rest = named.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// The points of a list whose first begins with `1.` or `-`, each with the lines that are indented further.
fn points(lines: &[&str]) -> Option<Vec<String>> {
    let begins = |line: &str| {
        let text = line.strip_prefix("  ")?;
        let rest = text.strip_prefix("- ").or_else(|| {
            let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
            (digits.len() < text.len()).then(|| digits.strip_prefix(". ")).flatten()
        })?;
        Some(rest.to_owned())
    };
    let mut points = vec![begins(lines.first()?)?];
    for line in &lines[1..] {
        match (begins(line), points.last_mut()) {
            (Some(point), _) => points.push(point),
            (None, Some(point)) if line.starts_with("    ") => {
                point.push(' ');
                point.push_str(line.trim());
            }
            _ => return None,
        }
    }
    Some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn what_flows_and_what_stays() {
        let text = "HELP FOR ANKOR\nby Cameron Browne, 2008\n\nTwo players\nstack cubes.\n\n  1. add a cube,\n     or\n  \
                    2. move one.\n\n    ankor challenge\n\n      +---+\n\n";
        expect![[r#"
            [
                Heading(
                    "Help for Ankor",
                ),
                Paragraph(
                    "by Cameron Browne, 2008",
                ),
                Paragraph(
                    "Two players stack cubes.",
                ),
                Points(
                    [
                        "add a cube, or",
                        "move one.",
                    ],
                ),
                Verbatim(
                    "    ankor challenge\n\n      +---+",
                ),
            ]
        "#]]
        .assert_debug_eq(&blocks(vec![Part::Text(text.to_owned())]));
        assert_eq!(blocks(vec![Part::Text(String::new())]), []);
    }

    #[test]
    fn no_word_of_a_help_text_is_lost() {
        use carrick_service::{HelpTopic, help};
        let games = GameKind::ALL.map(HelpTopic::Game);
        for topic in [HelpTopic::Tutorial].into_iter().chain(games) {
            let text = help::text(Some(topic));
            let shown = blocks(help::parts(Some(topic))).into_iter().map(|block| match block {
                Block::Heading(text) | Block::Paragraph(text) | Block::Verbatim(text) => text,
                Block::Points(points) => points.join(" "),
                Block::Picture { letters, .. } => letters,
            });
            let words = |text: &str| -> Vec<String> {
                let words = text.split_whitespace().map(str::to_lowercase);
                // The marks of lists are the page's.
                let is_mark = |word: &str| {
                    word == "-"
                        || word
                            .strip_suffix('.')
                            .is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
                };
                words.filter(|word| !is_mark(word)).collect()
            };
            let shown: Vec<String> = shown.collect();
            assert_eq!(words(&shown.join("\n")), words(&text), "{topic:?}");
        }
    }
}
