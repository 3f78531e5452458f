//! Samples of the marks on boards, each a small picture, for legends. The same functions draw the
//! marks on boards and their samples, so that both look the same.

use carrick_games::Colour;
use carrick_games::cubes::{CellId, Lattice};

use crate::drawing::label;
use crate::drawing::palette::{Cube, Palette, WON};
use crate::drawing::picture::{Element, Num, TRIANGLE, Vector, polygon, polyline};
use crate::overlays::{self, SizedGroup};
use crate::shapes::cubes::{EDGE, ProjectedFace, Projection, open_nest, point_glyph};
use crate::shapes::stones::{self, RADIUS, SPACING};
use crate::{Style, Theme};

/// A mark that a legend explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// The stone of the last turn.
    LastStone,
    /// The cube of the last turn.
    LastCube,
    /// A mark that pages draw round a point, by its CSS class.
    RoundPoint(&'static str),
    /// A mark that pages draw round a hole or a cube, by its CSS class.
    RoundHole(&'static str),
    /// A small cross that pages draw in a hole, by its CSS class.
    CrossInHole(&'static str),
    /// A hexagon that pages draw in a hole, by its CSS class.
    HexagonInHole(&'static str),
    /// A threat on a point: two rings, drawn by pages.
    ThreatOnPoint,
    /// A threat in a hole: two rings, drawn by pages.
    ThreatInHole,
    /// A winning path or ring of stones.
    WonStones,
    /// A winning path of cubes, or of points on them.
    WonCubes,
    /// Size of a group of stones.
    StoneGroupSize,
    /// Size of a group of cubes, or of points on them.
    CubeGroupSize,
    /// A home corner of Anchor.
    Home(Colour),
    /// A dead stone of the opponent in this colour's territory.
    DeadStone(Colour),
    /// A dead stone on a point that belongs to no one.
    DeadStoneOfNobody,
    /// An empty point of territory.
    Territory(Colour),
    /// Stones of an anchor, tied together and to a side.
    Tie,
    /// A point of Boche.
    Point(Colour),
    /// A nest with its name on a plate.
    Nest,
    /// A nest on painted cubes: a ring, and its name next to it.
    OpenNest,
}

impl Sample {
    /// Whether boards show it only together with an overlay.
    #[must_use]
    pub const fn is_of_overlay(self) -> bool {
        use Sample::{CubeGroupSize, DeadStone, DeadStoneOfNobody, StoneGroupSize, Territory, Tie};
        matches!(
            self,
            StoneGroupSize | CubeGroupSize | DeadStone(_) | DeadStoneOfNobody | Territory(_) | Tie
        )
    }
}

/// Draws a sample as a separate SVG document, in the colours of the surrounding page.
///
/// ```
/// use carrick_pictures::{Sample, sample};
/// assert!(sample(Sample::RoundPoint("pending")).contains("class=\"core pending\""));
/// ```
#[must_use]
pub fn sample(what: Sample) -> String {
    let palette = Palette::of(Theme::Page);
    let middle = Vector::default();
    let parts = match what {
        Sample::LastStone => {
            let mut parts = stones::stone(Colour::Dark, middle, RADIUS, palette).to_vec();
            parts.push(stones::last_mark(middle, false));
            parts
        }
        Sample::LastCube => last_cube(),
        Sample::RoundPoint(class) => {
            let mut parts = point(palette);
            parts.extend(ring(class, 0.5 * SPACING));
            parts
        }
        Sample::RoundHole(class) => {
            let mut parts = vec![hole(palette)];
            parts.extend(ring(class, 0.46 * EDGE));
            parts
        }
        Sample::CrossInHole(class) => vec![hole(palette), paged(cross(0.09 * EDGE), class)],
        Sample::HexagonInHole(class) => {
            vec![hole(palette), paged(polygon(&hexagon(0.62 * EDGE)), class)]
        }
        Sample::ThreatOnPoint => {
            let mut parts = point(palette);
            parts.extend([0.56, 0.36].into_iter().flat_map(|far| ring("threat", far * SPACING)));
            parts
        }
        Sample::ThreatInHole => {
            let mut parts = vec![hole(palette)];
            parts.extend([0.56, 0.36].into_iter().flat_map(|far| ring("threat", far * EDGE)));
            parts
        }
        Sample::WonStones => won_stones(palette),
        Sample::WonCubes => {
            let ends = [Vector::new(-0.5 * EDGE, 0.0), Vector::new(0.5 * EDGE, 0.0)];
            let bead = |at: Vector| {
                Element::circle(at, 0.17 * EDGE).fill(WON.core).stroke(WON.casing, 0.06 * EDGE)
            };
            vec![
                Element::path(polyline(&ends)).line(WON.casing, 0.2 * EDGE),
                Element::path(polyline(&ends)).line(WON.core, 0.1 * EDGE),
                bead(ends[0]),
                bead(ends[1]),
            ]
        }
        Sample::StoneGroupSize => {
            let mut parts = stones::stone(Colour::Light, middle, RADIUS, palette).to_vec();
            parts.push(size(SPACING, &overlays::of_stones(palette)));
            parts
        }
        Sample::CubeGroupSize => {
            vec![hole(palette), size(EDGE, &overlays::of_cubes(Cube::of))]
        }
        Sample::Home(owner) => vec![home(owner, palette)],
        Sample::DeadStone(owner) => {
            stones::dead(!owner, Some(owner), middle, palette).collect::<Vec<_>>()
        }
        Sample::DeadStoneOfNobody => stones::dead(Colour::Light, None, middle, palette).collect(),
        Sample::Territory(owner) => stones::territory(owner, middle, palette).to_vec(),
        Sample::Tie => {
            let ends = [Vector::new(-0.5 * SPACING, 0.0), Vector::new(0.5 * SPACING, 0.0)];
            let mut parts = stones::bonds(&[ends], Colour::Dark, palette).to_vec();
            for at in ends {
                parts.extend(stones::stone(Colour::Dark, at, 0.7 * RADIUS, palette));
            }
            parts
        }
        Sample::Point(colour) => {
            let ground = Element::circle(middle, 0.3 * EDGE);
            let ground = ground.fill(Cube::painted(colour).face(1, 1));
            vec![ground, point_glyph(middle, colour, Cube::painted(colour).glyph)]
        }
        Sample::Nest => {
            let plate = Element::circle(middle, 0.38 * EDGE)
                .fill(palette.board)
                .stroke(palette.line, 0.04 * EDGE);
            vec![plate, label::centred("a1'", middle, 0.27 * EDGE, palette.ink)]
        }
        Sample::OpenNest => {
            let corner = Vector::new(0.0, -0.28 * EDGE);
            let mut parts = vec![
                Element::circle(corner, 0.3 * EDGE).fill(Cube::painted(Colour::Light).face(1, 1)),
                point_glyph(corner, Colour::Light, Cube::painted(Colour::Light).glyph),
            ];
            parts.extend(open_nest("a1'", corner, Vector::new(0.0, 0.32 * EDGE), palette));
            parts
        }
    };
    document(parts, reach(what))
}

/// Half the width of a sample.
fn reach(what: Sample) -> f64 {
    match what {
        Sample::LastCube => 1.05 * EDGE,
        Sample::HexagonInHole(_) | Sample::WonCubes => 0.75 * EDGE,
        Sample::RoundHole(_) | Sample::ThreatInHole => 0.65 * EDGE,
        Sample::OpenNest => 0.6 * EDGE,
        Sample::CrossInHole(_) => 0.4 * EDGE,
        Sample::Nest | Sample::CubeGroupSize => 0.42 * EDGE,
        Sample::Point(_) => 0.32 * EDGE,
        Sample::Home(_) | Sample::Tie | Sample::WonStones => 0.95 * SPACING,
        Sample::Territory(_) => 0.35 * SPACING,
        _ => 0.6 * SPACING,
    }
}

fn document(parts: Vec<Element>, reach: f64) -> String {
    let corner = Vector::new(-reach, -reach);
    let document = Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("{corner} {0} {0}", Num(2.0 * reach)))
        .with("aria-hidden", "true");
    // Only elements of a board have names of places and sizes of groups, not samples.
    let plain = |part: Element| part.anonymous().without("data-label").without("data-size");
    document.children(parts.into_iter().map(plain)).to_string()
}

/// The size of a group.
fn size(unit: f64, grounds: &overlays::Grounds) -> Element {
    let group = SizedGroup { colour: Colour::Light, size: 5, members: vec![Vector::default()] };
    overlays::sizes(&[group], &[], unit, grounds)
}

/// A line whose two strokes are drawn by pages.
fn paged(data: String, class: &str) -> Element {
    let stroke = |part: &str| Element::path(data.clone()).with("class", format!("{part} {class}"));
    Element::group([stroke("casing"), stroke("core")])
}

fn ring(class: &str, radius: f64) -> [Element; 2] {
    ["casing", "core"].map(|part| {
        Element::circle(Vector::default(), radius).with("class", format!("{part} {class}"))
    })
}

/// An empty point where three lines cross.
fn point(palette: &Palette) -> Vec<Element> {
    let far = 0.75 * SPACING;
    let lines: String = [0.0, 60.0, 120.0]
        .into_iter()
        .map(|turn| polyline(&[Vector::polar(far, turn), Vector::polar(-far, turn)]))
        .collect();
    let lines = Element::path(lines).line(palette.line, 0.035 * SPACING);
    vec![lines, Element::circle(Vector::default(), 0.09 * SPACING).fill(palette.line)]
}

/// A hexagon with a corner at the top.
fn hexagon(radius: f64) -> [Vector; 6] {
    std::array::from_fn(|corner| Vector::polar(radius, 60.0 * corner as f64 - 90.0))
}

fn hole(palette: &Palette) -> Element {
    let ground = Element::path(polygon(&hexagon(EDGE))).fill(palette.board);
    ground.stroke(palette.line, 0.04 * EDGE)
}

fn cross(half: f64) -> String {
    let corner = |x: f64, y: f64| Vector::new(x, y) * half;
    polyline(&[corner(-1.0, -1.0), corner(1.0, 1.0)])
        + &polyline(&[corner(-1.0, 1.0), corner(1.0, -1.0)])
}

/// A cube in the outline of the last turn.
fn last_cube() -> Vec<Element> {
    let view = Projection::new(Lattice::of(3), &Style { theme: Theme::Page, ..Style::default() });
    // The hole (1, 1, 0), shifted to the middle.
    let id = view.holes().find(|&id: &CellId| view.lattice.place(id).to_string() == "b2");
    let Some(id) = id else { return Vec::new() };
    let faces: Vec<ProjectedFace> = (0..3).map(|axis| view.face(id, axis)).collect();
    let cube = Cube::of(Colour::Light);
    let mut parts: Vec<Element> = faces
        .iter()
        .map(|face| {
            let side = Element::path(polygon(&face.corners)).fill(cube.face(face.axis, 1));
            side.stroke(cube.edge, 0.03 * EDGE)
        })
        .collect();
    parts.push(view.outline(id, &faces));
    let Vector { x, y } = view.middle(id);
    vec![Element::group(parts).with("transform", format!("translate({} {})", Num(-x), Num(-y)))]
}

/// Three stones in a row on a line with beads.
fn won_stones(palette: &Palette) -> Vec<Element> {
    let places = [-0.5, 0.5].map(|x| Vector::new(x * SPACING, 0.0));
    let stone = |at| stones::stone(Colour::Light, at, 0.8 * RADIUS, palette);
    let row = places.into_iter().flat_map(stone);
    row.chain(stones::chain(&[places], &places)).collect()
}

/// The part of the frame at a corner.
fn home(owner: Colour, palette: &Palette) -> Element {
    let colours = palette.stone(owner);
    let (far, thick) = (0.6 * SPACING, 0.3 * SPACING);
    let patch = [
        Vector::new(-far, -TRIANGLE * far / 2.0),
        Vector::new(0.0, far / 2.0),
        Vector::new(far, -TRIANGLE * far / 2.0),
        Vector::new(far, thick - TRIANGLE * far / 2.0),
        Vector::new(0.0, thick + far / 2.0),
        Vector::new(-far, thick - TRIANGLE * far / 2.0),
    ];
    Element::path(polygon(&patch)).fill(colours.fill).stroke(colours.edge, 0.05 * SPACING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_have_no_ids_and_no_places() {
        for what in [
            Sample::LastStone,
            Sample::LastCube,
            Sample::ThreatOnPoint,
            Sample::Home(Colour::Dark),
            Sample::DeadStone(Colour::Light),
            Sample::DeadStoneOfNobody,
            Sample::Tie,
            Sample::Nest,
        ] {
            let drawn = sample(what);
            assert!(drawn.starts_with("<svg ") && drawn.ends_with("</svg>"), "{drawn}");
            assert!(!drawn.contains(" id=") && !drawn.contains("data-"), "{drawn}");
        }
    }
}
