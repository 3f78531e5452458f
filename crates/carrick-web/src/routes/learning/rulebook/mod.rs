//! Pages of rules: the Markdown of `docs/rules`, with pictures to step through instead of text
//! drawings. For the format of figures, see the module [`source`](mod@source).

mod figure;
mod source;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use carrick_games::{GameKind, games};

use self::source::SourcePiece;

pub(crate) use self::figure::RuleFigure;
pub(crate) use self::source::rendered_in;

/// Name of the page about a first game.
pub(crate) const FIRST_GAME: &str = "first-game";

/// A page of rules.
#[derive(Debug)]
pub(crate) struct RulePage {
    /// Path of the page on the site.
    path: String,
    /// Path under which its pictures are.
    pictures: String,
    parts: Vec<RulePart>,
}

/// Part of a page.
#[derive(Debug)]
enum RulePart {
    Html(String),
    /// A figure, with its HTML after all turns.
    Figure(Box<RuleFigure>, String),
}

/// A figure on a page, and the number of turns to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FigureAt {
    pub(crate) figure: usize,
    pub(crate) turn: usize,
}

impl RulePage {
    /// Reads a page.
    ///
    /// # Errors
    /// The first line that is wrong.
    fn read(path: &str, pictures: &str, source: &str) -> Result<Self, String> {
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
                    // Neighbours with captions are side by side.
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

    /// The page as HTML, without its heading. One figure may be shown after fewer turns.
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

/// Unwraps a page that is part of the program. Tests read all of them.
fn sound(page: Result<RulePage, String>) -> RulePage {
    match page {
        Ok(page) => page,
        Err(error) => panic!("a page of rules: {error}"),
    }
}

/// The file about the game in `docs/rules`.
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
