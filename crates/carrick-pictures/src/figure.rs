//! Figures: pictures within a text, with annotations, in which nothing can be selected.

use carrick_games::{AnyGame, Game, match_game};

use crate::drawing::annotation::{self, Annotation, AnnotationError, Ground, GroupShape};
use crate::drawing::palette::Palette;
use crate::drawing::picture::{Element, Num, Pictured, Vector};
use crate::{Style, draw};

/// Draws a position as a figure for a text: an SVG element described by a sentence, with marks on
/// the things that the text mentions. It has no ids, names or titles, so a page can contain many
/// figures. Nests have no name plates, which would cover the corner where cubes meet.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_pictures::{Annotation, figure};
/// let options = AnyOptions::parse(GameKind::Ankor, &["-size=3"], SizeLimits::Challenge).unwrap();
/// let game = AnyGame::new(options).play_text("b1").unwrap();
/// let ring = [Annotation::Ring(vec!["b1".to_owned()])];
/// let svg = figure(&game, &Default::default(), &ring, "A cube in hole b1.").unwrap();
/// assert!(svg.contains("aria-label=\"A cube in hole b1.\"") && !svg.contains(" id="));
/// assert!(figure(&game, &Default::default(), &["ring z9".parse().unwrap()], "").is_err());
/// ```
///
/// # Errors
/// If an annotation names a place that is not on the board, or a group where there is none.
pub fn figure(
    game: &AnyGame,
    style: &Style,
    notes: &[Annotation],
    described: &str,
) -> Result<String, AnnotationError> {
    let style = Style { nests: false, ..*style };
    let picture = draw(game, &style);
    let notes = self::notes(game, &style, notes)?;
    let (least, size) = (picture.bounds.least, picture.bounds.size());
    let layers = picture.layers.into_iter().map(Element::anonymous);
    let document = Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("{least} {} {}", Num(size.x), Num(size.y)))
        .with("role", "img")
        .with("aria-label", described.to_owned())
        .children(layers.chain([notes]));
    Ok(document.to_string())
}

/// Annotations over a position.
///
/// # Errors
/// If an annotation names a place that is not on the board, or a group where there is none.
pub(crate) fn notes(
    game: &AnyGame,
    style: &Style,
    notes: &[Annotation],
) -> Result<Element, AnnotationError> {
    match_game!(game, AnyGame(inside) => {
        annotation::layer(&SeenPosition { game: inside, style }, notes, Palette::of(style.theme))
    })
}

/// A drawn position, for annotations.
struct SeenPosition<'a, B: Pictured> {
    game: &'a Game<B>,
    style: &'a Style,
}

impl<B: Pictured> Ground for SeenPosition<'_, B> {
    fn unit(&self) -> f64 {
        B::UNIT
    }

    fn sites(&self, place: &str) -> Vec<Vector> {
        B::sites(self.game, self.style, place)
    }

    fn group(&self, place: &str) -> Option<GroupShape> {
        B::group_at(self.game, self.style, place)
    }
}
