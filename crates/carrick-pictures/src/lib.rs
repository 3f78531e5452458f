//! Pictures of positions: SVG from the geometry of `carrick-games`, and PNG.
//!
//! ```
//! use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
//! use carrick_pictures::{Style, png, svg};
//! let options = AnyOptions::parse(GameKind::Ankor, &["-size=3"], SizeLimits::Challenge).unwrap();
//! let game = AnyGame::new(options).play_text("b1").unwrap();
//! let picture = svg(&game, &Style::default());
//! assert!(picture.contains("<title>b1, level 0, O, last turn</title>"));
//! assert_eq!(&png(&picture, 320)?[1..4], b"PNG");
//! # Ok::<(), carrick_pictures::PictureError>(())
//! ```
//!
//! Nothing is shown by colour only. Light's pieces have a ring and Dark's a cross, like `o` and `x`
//! in text drawings; a winning path or ring is a line with beads; the last turn is outlined or
//! bracketed; dead stones are on a tile, or in a square of broken lines.
//!
//! Every visible hole, spot, cube and point is one element with a stable id, a `<title>`, its place
//! in `data-place` and its marks in `data-mark`. An SVG is self-contained: it has no scripts, style
//! sheets or fonts (labels are outlines), and refers to no other files. PNG needs the feature
//! `raster`, which is on by default.

mod drawing;
mod face;
mod figure;
mod games;
mod overlays;
#[cfg(feature = "raster")]
mod raster;
mod sample;
mod shapes;

pub use drawing::annotation::{Annotation, AnnotationError};
pub use drawing::palette::{LinkStyles, Orientation, Style, Theme};
pub use drawing::picture::Spot;
pub use face::face;
pub use figure::figure;
pub use overlays::{Heat, OwnershipOverlay, TurnResult, Verdicts};
#[cfg(feature = "raster")]
pub use raster::PictureError;
#[cfg(feature = "raster")]
pub use raster::{Format, encode};
#[cfg(feature = "raster")]
pub use raster::{MAX_WIDTH_PX, MIN_WIDTH_PX, png, small_png};
pub use sample::{Sample, sample};
pub use shapes::stones::direction;

use carrick_games::cubes::CellId;
use carrick_games::{
    AnyGame, Game, anchor as anchor_rules, boche as rules, match_game, match_kind,
};

use crate::drawing::picture::{Picture, Pictured};

/// Draws a position as a standalone SVG document. Equal positions in equal styles give identical
/// bytes.
#[must_use]
pub fn svg(game: &AnyGame, style: &Style) -> String {
    draw(game, style).finish(game, style)
}

/// Draws a position for an `<img>`: like [`svg`], but without the elements that can't be selected
/// or read there. Compressed, it is about a quarter smaller.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Ankor, &[], SizeLimits::Challenge).unwrap();
/// let game = AnyGame::new(options).play_text("d3").unwrap();
/// let picture = carrick_pictures::small_svg(&game, &Default::default());
/// assert!(!picture.contains(" id=") && !picture.contains("<title>"));
/// ```
#[must_use]
pub fn small_svg(game: &AnyGame, style: &Style) -> String {
    draw(game, style).finish_small(style)
}

/// A picture and its clickable elements.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawnPicture {
    /// The document, as from [`svg`].
    pub svg: String,
    /// Elements that show places, lowest first.
    pub spots: Vec<Spot>,
    /// The distance between neighbouring points, or the length of a cube's edge, in the units of
    /// the picture's `viewBox`.
    pub unit: f64,
}

/// Draws a position as an SVG document, and lists the positions of its places.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Antipod, &[], SizeLimits::Challenge).unwrap();
/// let drawn = carrick_pictures::drawn(&AnyGame::new(options), &Default::default());
/// assert_eq!(drawn.spots.len(), 152 + 30); // rim points show twice
/// assert!(drawn.spots.iter().all(|spot| drawn.svg.contains(&format!("id=\"{}\"", spot.id))));
/// ```
#[must_use]
pub fn drawn(game: &AnyGame, style: &Style) -> DrawnPicture {
    finished(draw(game, style), game, style)
}

/// Draws a position like [`drawn`], with annotations over it. They don't block the elements under
/// them, which can be selected as before.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_pictures::{Annotation, drawn, drawn_with};
/// let options = AnyOptions::parse(GameKind::Anchor, &[], SizeLimits::Challenge).unwrap();
/// let (game, style) = (AnyGame::new(options), Default::default());
/// let ring = [Annotation::Ring(vec!["D4".to_owned()])];
/// let with = drawn_with(&game, &style, &ring)?;
/// assert!(with.svg.contains("pointer-events=\"none\""));
/// assert_eq!(with.spots, drawn(&game, &style).spots);
/// # Ok::<(), carrick_pictures::AnnotationError>(())
/// ```
///
/// # Errors
/// If an annotation names a place that is not on the board, or a group where there is none.
pub fn drawn_with(
    game: &AnyGame,
    style: &Style,
    notes: &[Annotation],
) -> Result<DrawnPicture, AnnotationError> {
    let mut picture = draw(game, style);
    if !notes.is_empty() {
        let layer = figure::notes(game, style, notes)?;
        picture.layers.push(layer.with("pointer-events", "none"));
    }
    Ok(finished(picture, game, style))
}

/// A finished picture with its clickable elements.
fn finished(picture: Picture, game: &AnyGame, style: &Style) -> DrawnPicture {
    let spots = picture.spots();
    let unit = match_kind!(game.kind(), B => B::UNIT);
    DrawnPicture { svg: picture.finish(game, style), spots, unit }
}

/// Outlines of the visible parts of all groups in a cube game, in the order of its board's groups:
/// closed SVG paths (`fill-rule` is `evenodd`) in the units of the picture's `viewBox`. Empty for
/// the other games, and for Boche with levels peeled off.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// let options = AnyOptions::parse(GameKind::Ankor, &["-size=3"], SizeLimits::Challenge).unwrap();
/// let game = AnyGame::new(options).play_text("b1").unwrap();
/// let outlines = carrick_pictures::outlines(&game, &Default::default());
/// assert_eq!(outlines.len(), 1);
/// assert_eq!(outlines[0].matches('L').count(), 6, "a hexagon");
/// ```
#[must_use]
pub fn outlines(game: &AnyGame, style: &Style) -> Vec<String> {
    match_game!(game, AnyGame(inside) => Pictured::outlines(inside, style))
}

/// Close-up of a cube of Boche and its neighbours, as a small SVG document without labels, ids and
/// titles.
#[must_use]
pub fn close_up(game: &Game<rules::Board>, cell: CellId, style: &Style) -> String {
    games::boche::close_up(game, cell, style)
}

/// A single cube of Boche, as an SVG document without ids and titles, with labels that name its
/// three faces and the corner nearest to the viewer.
#[must_use]
pub fn named_cube(game: &Game<rules::Board>, cell: CellId, style: &Style) -> String {
    games::boche::named_cube(game, cell, style)
}

/// Draws a position with a heat map: a spot on each place, larger for a higher value, with the
/// value in percent, and a ring around the best turn. Values of turns without a place are listed
/// below the board.
#[must_use]
pub fn svg_with_heat(game: &AnyGame, style: &Style, heat: &Heat) -> String {
    let mut picture = draw(game, style);
    match_kind!(game.kind(), B => overlays::lay_heat::<B>(&mut picture, heat, style));
    picture.finish(game, style)
}

/// Draws a position with the exact values of its turns: a disc on each place, coloured by the
/// result, with a sign and a short text.
///
/// ```
/// use carrick_games::{AnyGame, AnyOptions, GameKind, SizeLimits};
/// use carrick_pictures::{Style, TurnResult, Verdicts, svg_with_verdicts};
/// let options = AnyOptions::parse(GameKind::Ankor, &["-size=3"], SizeLimits::Challenge).unwrap();
/// let verdicts = Verdicts([("b1".to_owned(), (TurnResult::Win, "7".to_owned()))].into());
/// let picture = svg_with_verdicts(&AnyGame::new(options), &Style::default(), &verdicts);
/// assert!(picture.contains("<title>b1 wins 7</title>"));
/// ```
#[must_use]
pub fn svg_with_verdicts(game: &AnyGame, style: &Style, verdicts: &Verdicts) -> String {
    let mut picture = draw(game, style);
    match_kind!(game.kind(), B => overlays::lay_verdicts::<B>(&mut picture, verdicts, style));
    picture.finish(game, style)
}

/// Draws a position of Anchor with an ownership map: tiles with a plus for Black and a minus for
/// White, larger for a higher probability.
#[must_use]
pub fn svg_with_ownership(
    game: &Game<anchor_rules::Board>,
    style: &Style,
    owned: &OwnershipOverlay,
) -> String {
    let picture = games::anchor::draw_owned(game, style, owned);
    picture.finish(&AnyGame::Anchor(game.clone()), style)
}

fn draw(game: &AnyGame, style: &Style) -> Picture {
    match_game!(game, AnyGame(inside) => Pictured::picture(inside, style))
}
