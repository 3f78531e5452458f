//! Stones on points, and their marks; for Antipod and Anchor.

use carrick_games::Colour;

use crate::drawing::element::Element;
use crate::drawing::palette::{LAST, Mark, Palette, WON};
use crate::drawing::plane::{At, Num, polygon, polyline};

/// Distance between neighbouring points.
pub(crate) const SPACING: f64 = 40.0;

/// Radius of a stone.
pub(crate) const RADIUS: f64 = 0.41 * SPACING;

/// Radius of a point's clickable area.
const REACH: f64 = 0.5 * SPACING;

/// Widths of a cased line: core and casing.
const CORE: f64 = 0.09 * SPACING;
const CASING: f64 = 0.18 * SPACING;

/// A stone: Light bears a ring, Dark a cross.
pub(crate) fn stone(colour: Colour, at: At, radius: f64, palette: &Palette) -> [Element; 2] {
    let colours = palette.stone(colour);
    let disc = Element::circle(at, radius).fill(colours.fill).stroke(colours.edge, 0.1 * radius);
    let glyph = match colour {
        Colour::Light => Element::circle(at, 0.42 * radius).fill("none"),
        Colour::Dark => cross(at, 0.34 * radius).with("stroke-linecap", "round"),
    };
    [disc, glyph.stroke(colours.glyph, 0.13 * radius)]
}

/// Radius of the dot on an empty point.
const DOT: f64 = 0.09 * SPACING;

/// An empty point: a dot. It belongs in a group of [`empties`], or needs its attributes.
pub(crate) fn empty(at: At) -> Element {
    Element::circle(at, DOT)
}

/// Attributes for the dots of empty points. An invisible rim of each is clickable too.
pub(crate) fn empties(element: Element, palette: &Palette) -> Element {
    element.fill(palette.line).stroke(palette.line, 2.0 * (REACH - DOT)).with("stroke-opacity", "0")
}

/// Round brackets around the last stone; farther apart around a square.
pub(crate) fn last_mark(at: At, boxed: bool) -> Element {
    let radius = if boxed { 1.5 } else { 1.24 } * RADIUS;
    let arc = |middle: f64| {
        let from = at + At::polar(radius, middle - 48.0);
        let to = at + At::polar(radius, middle + 48.0);
        format!("M{from}A{radius} {radius} 0 0 1 {to}", radius = Num(radius))
    };
    cased(&(arc(180.0) + &arc(0.0)), LAST)
}

/// A dead stone: small, on a tile of the colour whose territory it makes, or in a square of broken
/// lines where it makes none.
pub(crate) fn dead(
    colour: Colour,
    owner: Option<Colour>,
    at: At,
    palette: &Palette,
) -> impl Iterator<Item = Element> {
    let around = match owner {
        Some(owner) => tile(owner, at, 0.38 * SPACING, palette),
        None => broken_square(at, palette),
    };
    // On a tile of its own colour a stone needs a visible rim.
    let radius = 0.6 * RADIUS;
    let rim = (owner == Some(colour)).then(|| {
        let rim = Element::circle(at, 1.05 * radius).fill("none");
        rim.stroke(palette.stone(colour).glyph, 0.12 * radius)
    });
    std::iter::once(around).chain(stone(colour, at, radius, palette)).chain(rim)
}

/// A square that is nobody's.
fn broken_square(at: At, palette: &Palette) -> Element {
    let dash = 0.38 * SPACING / 3.0;
    Element::path(polygon(&square(at, 0.38 * SPACING)))
        .fill(palette.board)
        .stroke(palette.ink, 0.06 * SPACING)
        // A dash round each corner, and two on each side.
        .with("stroke-dasharray", format!("{0} {0}", Num(dash)))
        .with("stroke-dashoffset", Num(dash / 2.0))
}

/// A point of territory: a small tile with a plus for Dark, a minus for Light.
pub(crate) fn territory(owner: Colour, at: At, palette: &Palette) -> [Element; 2] {
    signed_tile(owner, at, 0.2 * SPACING, palette)
}

/// A tile of any size with a plus for Dark, a minus for Light.
pub(crate) fn signed_tile(owner: Colour, at: At, half: f64, palette: &Palette) -> [Element; 2] {
    let end = |x: f64, y: f64| at + At::new(x, y) * (0.55 * half);
    let across = polyline(&[end(-1.0, 0.0), end(1.0, 0.0)]);
    let sign = match owner {
        Colour::Light => across,
        Colour::Dark => across + &polyline(&[end(0.0, -1.0), end(0.0, 1.0)]),
    };
    let sign = Element::path(sign).stroke(palette.stone(owner).glyph, 0.35 * half);
    [tile(owner, at, half, palette), sign]
}

/// A square in a player's colours.
pub(crate) fn tile(owner: Colour, at: At, half: f64, palette: &Palette) -> Element {
    let colours = palette.stone(owner);
    Element::path(polygon(&square(at, half)))
        .fill(colours.fill)
        .stroke(colours.edge, 0.04 * SPACING)
}

/// Corners of a square.
fn square(at: At, half: f64) -> [At; 4] {
    let corner = |x: f64, y: f64| at + At::new(x, y) * half;
    [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}

/// Links between the stones of anchors, and to the sides they touch; drawn under the stones.
pub(crate) fn bonds(bonds: &[[At; 2]], colour: Colour, palette: &Palette) -> [Element; 2] {
    let colours = palette.stone(colour);
    let data: String = bonds.iter().map(|bond| polyline(bond)).collect();
    [
        Element::path(data.clone()).stroke(colours.edge, 0.28 * SPACING),
        Element::path(data).stroke(colours.fill, 0.2 * SPACING),
    ]
}

/// A path or ring as a line with a bead on each place.
pub(crate) fn chain(links: &[[At; 2]], beads: &[At]) -> Option<Element> {
    let data: String = links.iter().map(|link| polyline(link)).collect();
    let beads = beads.iter().map(|&at| bead(at, 0.15 * SPACING));
    let line = (!data.is_empty()).then(|| cased(&data, WON));
    let parts: Vec<Element> = line.into_iter().chain(beads).collect();
    (!parts.is_empty()).then(|| Element::group(parts).with("pointer-events", "none"))
}

/// Bead on the winning line.
fn bead(at: At, radius: f64) -> Element {
    Element::circle(at, radius).fill(WON.core).stroke(WON.casing, 0.4 * radius)
}

/// A cased line.
fn cased(data: &str, mark: Mark) -> Element {
    Element::group([
        Element::path(data.to_owned()).line(mark.casing, CASING),
        Element::path(data.to_owned()).line(mark.core, CORE),
    ])
    .with("pointer-events", "none")
}

fn cross(at: At, half: f64) -> Element {
    let corner = |x: f64, y: f64| at + At::new(x, y) * half;
    let falling = polyline(&[corner(-1.0, -1.0), corner(1.0, 1.0)]);
    Element::path(falling + &polyline(&[corner(-1.0, 1.0), corner(1.0, -1.0)]))
}
