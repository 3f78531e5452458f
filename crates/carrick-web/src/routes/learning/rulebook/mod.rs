//! Pages of rules: the Markdown of `docs/rules`, with pictures that can be stepped through in
//! place of drawings in letters. The module [`source`](mod@source) says how figures are written.

mod claim;
mod figure;
mod source;

use std::sync::LazyLock;

use carrick_games::{GameKind, games};

use self::source::SourcePiece;

pub(crate) use self::figure::RuleFigure;
pub(crate) use self::source::PageError;
pub(crate) use self::source::rendered_in;

/// Name of the page about a first game, beside those of the games.
pub(crate) const FIRST_GAME: &str = "first-game";

/// A page of rules.
#[derive(Debug)]
pub(crate) struct RulePage {
    /// Path of the page on the site.
    path: String,
    /// Path below which its pictures are.
    pictures: String,
    parts: Vec<RulePart>,
}

/// Part of a page.
#[derive(Debug)]
enum RulePart {
    Html(String),
    /// A figure, and its HTML after all turns.
    Figure(Box<RuleFigure>, String),
}

/// A figure of a page, and the number of turns after which it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FigureAt {
    pub(crate) figure: usize,
    pub(crate) turn: usize,
}

impl RulePage {
    /// Reads a page.
    ///
    /// # Errors
    /// The first line that is wrong, or claims what is not so.
    fn read(path: &str, pictures: &str, source: &str) -> Result<Self, PageError> {
        let (path, pictures) = (path.to_owned(), pictures.to_owned());
        let mut page = Self { path, pictures, parts: Vec::new() };
        let pieces = source::pieces(source)?;
        let captioned = |at: usize| matches!(pieces.get(at), Some(SourcePiece::Figure(figure)) if !figure.caption.is_empty());
        let mut number = 0;
        for (at, piece) in pieces.iter().enumerate() {
            match piece {
                SourcePiece::Text(text) => page.push(source::rendered(text)),
                SourcePiece::Rotations => page.push(figure::rotations()),
                SourcePiece::Figure(source) => {
                    number += 1;
                    let figure = RuleFigure::new(source)?;
                    let html = page.figure_html(&figure, number, figure.len());
                    // Neighbours with captions stand side by side.
                    let after = at.checked_sub(1).is_some_and(captioned) && captioned(at);
                    let before = captioned(at) && captioned(at + 1);
                    if before && !after {
                        page.push("<div class=\"side-by-side\">".to_owned());
                    }
                    page.parts.push(RulePart::Figure(Box::new(figure), html));
                    if after && !before {
                        page.push("</div>\n".to_owned());
                    }
                }
            }
        }
        Ok(page)
    }

    fn push(&mut self, html: String) {
        self.parts.push(RulePart::Html(html));
    }

    fn figure_html(&self, figure: &RuleFigure, number: usize, turn: usize) -> String {
        figure::html(figure, &self.path, &self.pictures, number, turn)
    }

    fn figures(&self) -> impl Iterator<Item = &RuleFigure> {
        self.parts.iter().filter_map(|part| match part {
            RulePart::Figure(figure, _) => Some(&**figure),
            RulePart::Html(_) => None,
        })
    }

    /// A figure by its number, from 1.
    pub(crate) fn figure(&self, number: usize) -> Option<&RuleFigure> {
        self.figures().nth(number.checked_sub(1)?)
    }

    /// The page as HTML, without its heading; one figure may be shown after fewer turns.
    pub(crate) fn html(&self, at: Option<FigureAt>) -> String {
        let mut number = 0;
        let shown = self.parts.iter().map(|part| match part {
            RulePart::Html(html) => html.clone(),
            RulePart::Figure(figure, html) => {
                number += 1;
                match at.filter(|at| at.figure == number) {
                    Some(at) => self.figure_html(figure, number, figure.turn(Some(at.turn))),
                    None => html.clone(),
                }
            }
        });
        shown.collect()
    }
}

/// The rules of a game.
pub(crate) fn of_game(kind: GameKind) -> &'static RulePage {
    static PAGES: LazyLock<[RulePage; GameKind::ALL.len()]> = LazyLock::new(|| {
        GameKind::ALL.map(|kind| {
            let path = format!("/rules/{kind}");
            sound(RulePage::read(&path, &path, source(kind)))
        })
    });
    &PAGES[kind as usize]
}

/// A first game, turn by turn.
pub(crate) fn first_game() -> &'static RulePage {
    static PAGE: LazyLock<RulePage> = LazyLock::new(|| {
        sound(RulePage::read("/rules", &format!("/rules/{FIRST_GAME}"), FIRST_GAME_SOURCE))
    });
    &PAGE
}

const FIRST_GAME_SOURCE: &str = include_str!("../../../../../../docs/rules/first-game.md");

/// A page that is part of the program: tests read all of them.
fn sound(page: Result<RulePage, PageError>) -> RulePage {
    match page {
        Ok(page) => page,
        Err(error) => panic!("a page of rules: {error}"),
    }
}

/// The file of `docs/rules` that has the game's name.
const fn source(kind: GameKind) -> &'static str {
    macro_rules! sources {
        ($kind:ident $($variant:ident $module:ident,)*) => {
            match $kind {
                $(GameKind::$variant => {
                    include_str!(concat!("../../../../../../docs/rules/", stringify!($module), ".md"))
                })*
            }
        };
    }
    games!(sources! { kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(source: &str) -> RulePage {
        RulePage::read("/rules/ankor", "/rules/ankor", source).unwrap()
    }

    #[test]
    fn a_page_has_the_words_that_fit_its_pictures() {
        let source = "# Ankor\n\nAll <b>of</b> `it`.\n<!-- letters -->\nIn capitals.\n<!-- pictures\nIn *rings*.\n-->\n\
                  Then\n\n<!-- carrick show ankor -size=3 b2 # A cube of O in hole b2. -->\n```text\n+--\n```\n\
                  [Boche](boche.md), [strong](../strength.md)\n";
        let html = read(source).html(None);
        assert!(
            html.starts_with("<p>All of <code>it</code>.\nIn <em>rings</em>.\nThen</p>\n"),
            "{html}"
        );
        assert!(html.contains("turns=b2"), "{html}");
        assert!(html.contains("aria-label=\"A cube of O in hole b2.\""), "{html}");
        assert!(html.contains("<pre class=\"text\" tabindex=\"0\">+--\n</pre>"), "{html}");
        assert!(html.ends_with("<p><a href=\"/rules/boche\">Boche</a>, strong</p>\n"), "{html}");
    }

    #[test]
    fn neighbours_with_captions_stand_side_by_side() {
        let figure = |caption: &str| {
            format!("<!-- carrick show ankor -size=3 b2 # A cube. -->\n```text\n```\n{caption}\n")
        };
        let pair = format!("{0}{0}text\n{0}", figure("\n*So.*\n"));
        let html = read(&pair).html(None);
        assert_eq!(html.matches("<div class=\"side-by-side\"><figure").count(), 1, "{html}");
        assert_eq!(html.matches("</figure>\n</div>").count(), 1, "{html}");
        let html = read(&format!("{0}{0}", figure(""))).html(None);
        assert!(!html.contains("side-by-side"), "{html}");
    }

    #[test]
    fn one_figure_is_shown_at_another_turn() {
        let figure = "<!-- carrick show ankor -size=3 b2 c3 # Two cubes. -->\n```text\n```\n\n";
        let page = read(&figure.repeat(2));
        let html = page.html(Some(FigureAt { figure: 2, turn: 1 }));
        let turns: Vec<&str> = html.split("data-turn=\"").skip(1).map(|rest| &rest[..1]).collect();
        assert_eq!(turns, ["2", "1"]);
        assert!(html.contains("aria-label=\"After turn 1 of 2, b2.\""), "{html}");
    }

    fn all_sources() -> impl Iterator<Item = &'static str> {
        GameKind::ALL.map(source).into_iter().chain([FIRST_GAME_SOURCE])
    }

    /// All that figures claim is so, every figure has a description, and no two have one in common.
    #[test]
    fn every_figure_holds_what_it_claims() {
        for source in all_sources() {
            let title = source.lines().next().unwrap();
            let page = RulePage::read("/rules", "/rules", source)
                .unwrap_or_else(|error| panic!("{title}, {error}"));
            let mut said = std::collections::BTreeSet::new();
            for figure in page.figures() {
                assert!(figure.described(figure.len()).len() > 30, "{title}");
                assert!(said.insert(figure.described(figure.len())), "{title}: {said:?}");
            }
            assert!(said.len() >= 3, "{title}");
        }
    }

    /// A drawing without its comment would be shown in letters.
    #[test]
    fn every_drawing_has_a_picture() {
        for piece in all_sources().flat_map(|source| source::pieces(source).unwrap()) {
            if let SourcePiece::Text(text) = piece {
                assert!(!text.contains("```text") && !text.contains("<!--"), "{text}");
            }
        }
    }

    /// Pictures differ from drawings in letters: row a is on top, nothing is in capitals, and
    /// brackets stand round the last turn and some of the dead stones only. So no word about
    /// drawings in letters may stand beside pictures.
    #[test]
    fn what_is_true_of_letters_only_is_not_beside_pictures() {
        for piece in all_sources().flat_map(|source| source::pieces(source).unwrap()) {
            let text = match piece {
                SourcePiece::Text(text) => text,
                SourcePiece::Figure(figure) => {
                    let told: Vec<String> = figure.told.into_iter().map(|line| line.text).collect();
                    format!("{} {} {}", figure.head.text, figure.caption, told.join(" "))
                }
                SourcePiece::Rotations => continue,
            };
            for words in [
                "in capitals",
                "tip at the right",
                "run downwards",
                "dotted",
                "left face",
                "upwards: at",
                "`o`",
                "`x`",
            ] {
                assert!(!text.contains(words), "{words}: {text}");
            }
        }
    }
}
