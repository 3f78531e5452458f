//! Pages of rules: the Markdown of `docs/rules`, with a picture in place of each drawing.
//!
//! A drawing follows a comment with the command that makes it and a description of its picture:
//! `<!-- carrick show --score anchor -size=4 A1 # Black's stone in the corner. -->`. Text that is
//! true of drawings in letters only stands between `<!-- letters -->` and `<!-- pictures`; its
//! counterpart for pictures stands from there to `-->`. So one file is right on paper and on the
//! site.

use std::sync::LazyLock;

use carrick_games::boche::Rotation;
use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits, games};
use carrick_pictures::{Style, Theme, close_up};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::shared::{explore_url, pictures};

/// A page of rules as HTML.
pub(crate) struct Page {
    /// The body, without the heading.
    pub(crate) html: String,
}

/// The rules of a game.
pub(crate) fn of_game(kind: GameKind) -> &'static Page {
    static PAGES: LazyLock<[Page; GameKind::ALL.len()]> =
        LazyLock::new(|| GameKind::ALL.map(|kind| page(source(kind))));
    &PAGES[GameKind::ALL.iter().position(|&one| one == kind).unwrap_or_default()]
}

/// A first game, turn by turn.
pub(crate) fn first_game() -> &'static Page {
    static PAGE: LazyLock<Page> =
        LazyLock::new(|| page(include_str!("../../../../docs/rules/first-game.md")));
    &PAGE
}

/// The file of `docs/rules` that has the game's name.
const fn source(kind: GameKind) -> &'static str {
    macro_rules! sources {
        ($kind:ident $($variant:ident $module:ident,)*) => {
            match $kind {
                $(GameKind::$variant => {
                    include_str!(concat!("../../../../docs/rules/", stringify!($module), ".md"))
                })*
            }
        };
    }
    games!(sources! { kind })
}

/// Part of a page.
#[derive(Debug, PartialEq, Eq)]
enum Piece {
    /// Markdown.
    Text(String),
    /// A position: the command that draws it, the description of its picture, and the drawing in
    /// letters.
    Drawing { command: String, shows: String, letters: String },
    /// The eight ways to turn a cube of Boche.
    Rotations,
}

fn page(source: &str) -> Page {
    let shown = pieces(source).into_iter().map(|piece| match piece {
        Piece::Text(text) => rendered(&text),
        Piece::Drawing { command, shows, letters } => figure(&command, &shows, &letters),
        Piece::Rotations => rotations(),
    });
    Page { html: shown.collect() }
}

fn pieces(source: &str) -> Vec<Piece> {
    let (mut pieces, mut text) = (Vec::new(), String::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let comment = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
        let drawn = comment.and_then(|comment| comment.strip_prefix("carrick show "));
        if comment == Some("letters") {
            lines.by_ref().find(|line| *line == "<!-- pictures");
        } else if let Some((command, shows)) = drawn.and_then(|drawn| drawn.split_once(" # ")) {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
            let (command, shows) = (command.to_owned(), shows.to_owned());
            pieces.push(Piece::Drawing { command, shows, letters: fenced(&mut lines) });
        } else if comment == Some("rotations") {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
            fenced(&mut lines);
            pieces.push(Piece::Rotations);
        } else if line != "-->" {
            text.push_str(line);
            text.push('\n');
        }
    }
    pieces.push(Piece::Text(text));
    pieces
}

/// Lines of the next fenced block.
fn fenced<'a>(lines: &mut impl Iterator<Item = &'a str>) -> String {
    let block = lines.skip_while(|line| !line.starts_with("```")).skip(1);
    block.take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect()
}

/// Renders Markdown as HTML.
fn rendered(text: &str) -> String {
    let (mut in_title, mut in_dead_link) = (false, false);
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        // The page has its own heading.
        Event::Start(Tag::Heading { level: pulldown_cmark::HeadingLevel::H1, .. }) => {
            in_title = true;
            None
        }
        Event::End(TagEnd::Heading(pulldown_cmark::HeadingLevel::H1)) => {
            in_title = false;
            None
        }
        _ if in_title => None,
        Event::Html(_) | Event::InlineHtml(_) => None,
        // Other documents are not on the site.
        Event::Start(Tag::Link { ref dest_url, .. }) if dest_url.starts_with("..") => {
            in_dead_link = true;
            None
        }
        Event::End(TagEnd::Link) if in_dead_link => {
            in_dead_link = false;
            None
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = match dest_url.strip_suffix(".md") {
                Some(name) => CowStr::from(format!("/rules/{name}")),
                None => dest_url,
            };
            Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        // Wide content scrolls by itself, with the keyboard too.
        Event::Start(Tag::CodeBlock(_)) => Some(markup("<pre class=\"text\" tabindex=\"0\">")),
        Event::End(TagEnd::CodeBlock) => Some(markup("</pre>\n")),
        event => Some(event),
    });
    let mut shown = String::new();
    html::push_html(&mut shown, events);
    shown
        .replace("<table>", "<div class=\"scroll\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>")
}

const fn markup(text: &'static str) -> Event<'static> {
    Event::Html(CowStr::Borrowed(text))
}

/// A figure: the picture of a command's position, and the drawing in letters to unfold.
fn figure(command: &str, shows: &str, letters: &str) -> String {
    let letters = escaped(letters);
    let Some((game, score)) = position(command) else {
        return format!("<pre class=\"text\" tabindex=\"0\">{letters}</pre>\n");
    };
    let (options, turns) = (game.options().to_string(), game.turn_names().join(" "));
    let show = if score { "territory" } else { "" };
    let [light, dark] = pictures(game.kind(), &options, &turns, show).map(|url| escaped(&url));
    let (shows, kind) = (escaped(shows), game.kind());
    let explored = escaped(&explore_url(kind, &options, &turns));
    format!(
        "<figure class=\"{kind}\"><picture><source srcset=\"{dark}\" media=\"(prefers-color-scheme: dark)\">\
         <img src=\"{light}\" alt=\"{shows}\" loading=\"lazy\"></picture><figcaption><details>\
         <summary>In letters, as mail draws it</summary><pre class=\"text\" tabindex=\"0\">{letters}</pre>\
         </details><a href=\"{explored}\">Look at its turns one by one</a></figcaption></figure>\n"
    )
}

/// The game after the turns of a command, and whether its score is shown.
fn position(command: &str) -> Option<(AnyGame, bool)> {
    let mut words = command.split_whitespace().peekable();
    let score = words.next_if_eq(&"--score").is_some();
    let kind: GameKind = words.next()?.parse().ok()?;
    let (options, turns): (Vec<&str>, Vec<&str>) = words.partition(|word| word.starts_with('-'));
    let game = AnyGame::new(AnyOptions::parse(kind, &options, SizeLimits::Challenge).ok()?);
    turns
        .into_iter()
        .try_fold(game, |game, turn| game.play_text(turn).ok())
        .map(|game| (game, score))
}

/// The eight rotations of a cube, each with its letter below.
fn rotations() -> String {
    let cubes = Rotation::ALL.map(|rotation| {
        let letter = rotation.letter();
        let picture = turned(letter).unwrap_or_default();
        let shows = escaped(&said(letter));
        format!(
            "<li><span role=\"img\" aria-label=\"{shows}\">{picture}</span><b>{letter}</b></li>"
        )
    });
    format!("<ul class=\"rotations\">{}</ul>\n", cubes.concat())
}

/// A cube in a rotation, close up.
fn turned(letter: char) -> Option<String> {
    let options = AnyOptions::parse(GameKind::Boche, &["-size=2"], SizeLimits::Challenge).ok()?;
    let game = AnyGame::new(options).play_text(&format!("{letter}:a1")).ok()?;
    let AnyGame::Boche(game) = game else { return None };
    let style = Style { theme: Theme::Page, marks: false, ..Style::default() };
    Some(close_up(&game, game.board().last_cube()?, &style))
}

/// Describes the picture of a cube: its faces as they lie in the picture.
fn said(letter: char) -> String {
    let middle = if letter < 'e' { "Dark" } else { "Light" };
    let faces = match letter {
        'a' | 'e' => "all three faces join",
        'b' | 'f' => "only the lower face joins",
        'c' | 'g' => "only the upper left face joins",
        _ => "only the upper right face joins",
    };
    format!(
        "Rotation {letter}: {middle}'s corner in the middle, and {faces} it to the corner opposite."
    )
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    // Writing into a string does not fail.
    let _ = pulldown_cmark_escape::escape_html(&mut escaped, text);
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_words_that_fit_its_pictures() {
        let source = "# Ankor\n\nAll <b>of</b> `it`.\n<!-- letters -->\nIn capitals.\n<!-- pictures\nIn *rings*.\n-->\n\
                      Then\n\n<!-- carrick show ankor -size=3 b2 # A cube of O in hole b2. -->\n```text\n+--\n```\n\
                      [Boche](boche.md), [strong](../strength.md)\n";
        let html = page(source).html;
        assert!(
            html.starts_with("<p>All of <code>it</code>.\nIn <em>rings</em>.\nThen</p>\n"),
            "{html}"
        );
        assert!(html.contains("turns=b2"), "{html}");
        assert!(html.contains("alt=\"A cube of O in hole b2.\""), "{html}");
        assert!(html.contains("<pre class=\"text\" tabindex=\"0\">+--\n</pre>"), "{html}");
        assert!(html.ends_with("<p><a href=\"/rules/boche\">Boche</a>, strong</p>\n"), "{html}");
    }

    /// Every drawing can be made from turns, every picture has a description, and no two have the
    /// same.
    #[test]
    fn every_drawing_has_a_picture_of_its_own() {
        let sources = GameKind::ALL.map(source).into_iter();
        for source in sources.chain([include_str!("../../../../docs/rules/first-game.md")]) {
            let title = source.lines().next().unwrap();
            let mut said = std::collections::BTreeSet::new();
            for piece in pieces(source) {
                match piece {
                    Piece::Drawing { command, shows, .. } => {
                        assert!(position(&command).is_some(), "{title}: {command}");
                        assert!(shows.len() > 30, "{title}: {shows}");
                        assert!(said.insert(shows.clone()), "{title}: twice: {shows}");
                    }
                    Piece::Text(text) => {
                        // A drawing without its comment would be shown in letters.
                        assert!(
                            !text.contains("```text") && !text.contains("<!--"),
                            "{title}: {text}"
                        );
                    }
                    Piece::Rotations => assert_eq!(title, "# Boche"),
                }
            }
            assert!(said.len() >= 3, "{title}");
        }
    }

    /// Pictures differ from drawings in letters: row a is on top, nothing is in capitals, and
    /// brackets stand round the last turn and some of the dead stones only. So no word about
    /// drawings in letters may stand beside pictures.
    #[test]
    fn what_is_true_of_letters_only_is_not_beside_pictures() {
        for kind in GameKind::ALL {
            let text: String = pieces(source(kind))
                .into_iter()
                .filter_map(|piece| match piece {
                    Piece::Text(text) => Some(text),
                    _ => None,
                })
                .collect();
            for words in [
                "in capitals",
                "tip at the right",
                "run downwards",
                "dotted",
                "left face",
                "upwards: at",
            ] {
                assert!(!text.contains(words), "{kind}: {words}");
            }
        }
    }

    /// The words about a cube agree with the rules: which of its faces join the nearest corner to
    /// the far one.
    #[test]
    fn eight_cubes_are_told_apart() {
        let shown = rotations();
        assert_eq!(shown.matches("<svg").count(), 8);
        for letter in 'a'..='h' {
            assert!(shown.contains(&format!("aria-label=\"Rotation {letter}: ")), "{letter}");
        }
    }
}
