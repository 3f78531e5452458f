//! Stones on points, and their marks, for Antipod and Anchor.

use carrick_games::Colour;
use carrick_games::antipod::{DrawnPlace, Half, Point, Sphere};

use crate::drawing::palette::{LAST, MarkStroke, Palette, WON};
use crate::drawing::picture::{Element, Num, TRIANGLE, Vector, polygon, polyline};

/// Distance between neighbouring points.
pub(crate) const SPACING: f64 = 40.0;

/// Radius of a stone.
pub(crate) const RADIUS: f64 = 0.41 * SPACING;

/// Radius of a point's clickable area.
const REACH: f64 = 0.5 * SPACING;

/// Widths of the core and the casing of a cased line.
const CORE: f64 = 0.09 * SPACING;
const CASING: f64 = 0.18 * SPACING;

/// A stone, with a ring for Light and a cross for Dark.
pub(crate) fn stone(colour: Colour, at: Vector, radius: f64, palette: &Palette) -> [Element; 2] {
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

/// An empty point: a dot. It must be in a group of [`empties`], or have the same attributes.
pub(crate) fn empty(at: Vector) -> Element {
    Element::circle(at, DOT)
}

/// Attributes for the dots of empty points. An invisible border makes each easier to click.
pub(crate) fn empties(element: Element, palette: &Palette) -> Element {
    element.fill(palette.line).stroke(palette.line, 2.0 * (REACH - DOT)).with("stroke-opacity", "0")
}

/// Round brackets around the last stone; farther apart around a square.
pub(crate) fn last_mark(at: Vector, boxed: bool) -> Element {
    let radius = if boxed { 1.5 } else { 1.24 } * RADIUS;
    let arc = |middle: f64| {
        let from = at + Vector::polar(radius, middle - 48.0);
        let to = at + Vector::polar(radius, middle + 48.0);
        format!("M{from}A{radius} {radius} 0 0 1 {to}", radius = Num(radius))
    };
    cased(&(arc(180.0) + &arc(0.0)), LAST)
}

/// A dead stone: small, on a tile of the colour whose territory it is in, or in a square of broken
/// lines outside territory.
pub(crate) fn dead(
    colour: Colour,
    owner: Option<Colour>,
    at: Vector,
    palette: &Palette,
) -> impl Iterator<Item = Element> {
    let around = match owner {
        Some(owner) => tile(owner, at, 0.38 * SPACING, palette),
        None => broken_square(at, palette),
    };
    // On a tile of the same colour a stone needs a visible rim.
    let radius = 0.6 * RADIUS;
    let rim = (owner == Some(colour)).then(|| {
        let rim = Element::circle(at, 1.05 * radius).fill("none");
        rim.stroke(palette.stone(colour).glyph, 0.12 * radius)
    });
    std::iter::once(around).chain(stone(colour, at, radius, palette)).chain(rim)
}

/// The square round a dead stone outside territory.
fn broken_square(at: Vector, palette: &Palette) -> Element {
    let dash = 0.38 * SPACING / 3.0;
    Element::path(polygon(&square(at, 0.38 * SPACING)))
        .fill(palette.board)
        .stroke(palette.ink, 0.06 * SPACING)
        // A dash round each corner, and two on each side.
        .with("stroke-dasharray", format!("{0} {0}", Num(dash)))
        .with("stroke-dashoffset", Num(dash / 2.0))
}

/// A point of territory: a small tile with a plus for Dark, a minus for Light.
pub(crate) fn territory(owner: Colour, at: Vector, palette: &Palette) -> [Element; 2] {
    signed_tile(owner, at, 0.2 * SPACING, palette)
}

/// A tile of any size with a plus for Dark, a minus for Light.
pub(crate) fn signed_tile(owner: Colour, at: Vector, half: f64, palette: &Palette) -> [Element; 2] {
    let end = |x: f64, y: f64| at + Vector::new(x, y) * (0.55 * half);
    let across = polyline(&[end(-1.0, 0.0), end(1.0, 0.0)]);
    let sign = match owner {
        Colour::Light => across,
        Colour::Dark => across + &polyline(&[end(0.0, -1.0), end(0.0, 1.0)]),
    };
    let sign = Element::path(sign).stroke(palette.stone(owner).glyph, 0.35 * half);
    [tile(owner, at, half, palette), sign]
}

/// A square in a player's colours.
pub(crate) fn tile(owner: Colour, at: Vector, half: f64, palette: &Palette) -> Element {
    let colours = palette.stone(owner);
    Element::path(polygon(&square(at, half)))
        .fill(colours.fill)
        .stroke(colours.edge, 0.04 * SPACING)
}

/// Corners of a square.
fn square(at: Vector, half: f64) -> [Vector; 4] {
    let corner = |x: f64, y: f64| at + Vector::new(x, y) * half;
    [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}

/// Links between the stones of anchors, and to the sides that they touch, drawn below the stones.
pub(crate) fn bonds(bonds: &[[Vector; 2]], colour: Colour, palette: &Palette) -> [Element; 2] {
    let colours = palette.stone(colour);
    let data: String = bonds.iter().map(|bond| polyline(bond)).collect();
    [
        Element::path(data.clone()).stroke(colours.edge, 0.28 * SPACING),
        Element::path(data).stroke(colours.fill, 0.2 * SPACING),
    ]
}

/// A path or ring as a line with a bead on each place.
pub(crate) fn chain(links: &[[Vector; 2]], beads: &[Vector]) -> Option<Element> {
    let data: String = links.iter().map(|link| polyline(link)).collect();
    let beads = beads.iter().map(|&at| bead(at, 0.15 * SPACING));
    let line = (!data.is_empty()).then(|| cased(&data, WON));
    let parts: Vec<Element> = line.into_iter().chain(beads).collect();
    (!parts.is_empty()).then(|| Element::group(parts).with("pointer-events", "none"))
}

/// Bead on the winning line.
fn bead(at: Vector, radius: f64) -> Element {
    Element::circle(at, radius).fill(WON.core).stroke(WON.casing, 0.4 * radius)
}

/// A cased line.
fn cased(data: &str, mark: MarkStroke) -> Element {
    Element::group([
        Element::path(data.to_owned()).line(mark.casing, CASING),
        Element::path(data.to_owned()).line(mark.core, CORE),
    ])
    .with("pointer-events", "none")
}

fn cross(at: Vector, half: f64) -> Element {
    let corner = |x: f64, y: f64| at + Vector::new(x, y) * half;
    let falling = polyline(&[corner(-1.0, -1.0), corner(1.0, 1.0)]);
    Element::path(falling + &polyline(&[corner(-1.0, 1.0), corner(1.0, -1.0)]))
}

// Projection of Antipod's sphere: each half as a disc.
//
// A half is a hexagon of points. Its ring of points `k` steps from the centre, a hexagon of `6k`
// points, becomes a circle with the points spaced evenly on it. So the rim of either disc is a
// circle, and each rim point is at the same angle on both.

/// One half of the sphere in the plane.
pub(crate) struct Disc<'a> {
    pub(crate) sphere: &'a Sphere,
    pub(crate) half: Half,
    /// The middle of the disc.
    pub(crate) centre: Vector,
}

impl Disc<'_> {
    /// Radius of the rim.
    pub(crate) fn rim(sphere: &Sphere) -> f64 {
        f64::from(sphere.radius() - 1) * SPACING
    }

    /// All sites of the disc, row by row.
    pub(crate) fn sites(&self) -> impl Iterator<Item = DrawnPlace> + '_ {
        self.sphere.half_sites(self.half)
    }

    /// Projection of a site.
    pub(crate) fn at(&self, site: DrawnPlace) -> Vector {
        let (ring, degrees) = self.bearing(site);
        self.centre + Vector::polar(f64::from(ring) * SPACING, degrees)
    }

    /// A position near the rim, outside a site, rotated a little around the disc.
    pub(crate) fn beside(&self, site: DrawnPlace, distance: f64, turn: f64) -> Vector {
        let (ring, degrees) = self.bearing(site);
        self.centre + Vector::polar(f64::from(ring) * SPACING + distance, degrees + turn)
    }

    /// Number of steps of a site from the centre, and its direction in degrees clockwise from the
    /// right.
    fn bearing(&self, site: DrawnPlace) -> (u8, f64) {
        let radius = self.sphere.radius();
        let (row, column) = (f64::from(site.row), f64::from(site.column));
        let ring = site
            .row
            .abs_diff(radius)
            .max(site.column.abs_diff(radius))
            .max(site.row.abs_diff(site.column));
        let middle = f64::from(radius);
        let hexagonal =
            Vector::new((column - middle) - (row - middle) / 2.0, (row - middle) * TRIANGLE);
        (ring, evenly(hexagonal.degrees()))
    }
}

/// Converts an angle in a hexagon to one in a circle, so that points in equal steps along a side
/// have equal angles.
fn evenly(degrees: f64) -> f64 {
    let corner = (degrees / 60.0).floor();
    let beyond = (degrees - 60.0 * corner).to_radians();
    let left = (60.0_f64).to_radians() - beyond;
    let share = beyond.sin() / (beyond.sin() + left.sin());
    60.0 * (corner + share)
}

// Antipod's sphere as a globe, with each disc mapped to one half.

/// The direction from the centre of the globe to a point, as a unit vector: x to the right, y up, z
/// towards the viewer. The left centre is at the top, and the rim is the equator. `None` if the
/// sphere does not have the point.
///
/// Rings about a centre are parallels at equal distances. The points of each ring are spaced
/// evenly, at the same angles as on the discs.
///
/// ```
/// use carrick_games::antipod::{Options, Sphere};
/// let sphere = Sphere::of(Options::default());
/// let [left, right] = sphere.centres();
/// assert_eq!(carrick_pictures::direction(sphere, left), Some([0.0, 1.0, 0.0]));
/// assert_eq!(carrick_pictures::direction(sphere, right), Some([0.0, -1.0, 0.0]));
/// ```
#[must_use]
pub fn direction(sphere: &Sphere, point: Point) -> Option<[f64; 3]> {
    let site = sphere.site(point)?;
    let disc = Disc { sphere, half: site.half, centre: Vector::default() };
    let at = disc.at(site);
    // The distance from the centre of its disc becomes the distance from the pole.
    let share = at.length() / Disc::rim(sphere);
    let (aside, along) = (share * std::f64::consts::FRAC_PI_2).sin_cos();
    let bearing = at.degrees().to_radians();
    let up = if site.half == Half::Left { along } else { -along };
    Some([aside * bearing.cos(), up, aside * bearing.sin()].map(rounded))
}

/// Rounds to six decimals, which hides the differences of sines between machines and keeps answers
/// short.
fn rounded(share: f64) -> f64 {
    // Adding zero turns negative zero into zero.
    (share * 1e6).round() / 1e6 + 0.0
}

#[cfg(test)]
mod tests {
    use carrick_games::antipod::Options;

    use super::*;

    #[test]
    fn points_are_evenly_spaced_on_every_ring() {
        let sphere = Sphere::of(Options::default());
        let disc = Disc { sphere, half: Half::Left, centre: Vector::default() };
        for ring in 1..sphere.radius() {
            let on_ring = disc.sites().map(|site| disc.bearing(site)).filter(|&(k, _)| k == ring);
            let mut angles: Vec<f64> =
                on_ring.map(|(_, angle)| angle.rem_euclid(359.999)).collect();
            angles.sort_by(f64::total_cmp);
            assert_eq!(angles.len(), 6 * usize::from(ring));
            let step = 60.0 / f64::from(ring);
            for (index, angle) in angles.into_iter().enumerate() {
                assert!((angle - step * index as f64).abs() < 0.01, "{ring}: {angle}");
            }
        }
    }

    fn between([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
        (a * x + b * y + c * z).clamp(-1.0, 1.0).acos()
    }

    #[test]
    fn points_have_a_minimum_distance_and_neighbours_are_near() {
        for radius in [2, 4, 6, 10] {
            let sphere = Sphere::of(Options::with_radius(radius).unwrap());
            let step = std::f64::consts::FRAC_PI_2 / f64::from(radius - 1);
            let at = |point| direction(sphere, point).unwrap();
            for one in sphere.points() {
                let length = at(one).iter().map(|share| share * share).sum::<f64>();
                assert!((length - 1.0).abs() < 1e-5, "{length}");
                for other in sphere.points().into_iter().filter(|&other| other > one) {
                    assert!(between(at(one), at(other)) > 0.6 * step);
                }
                for next in sphere.neighbours(one) {
                    assert!(between(at(one), at(next)) < 1.9 * step);
                }
            }
        }
    }
}
