//! Boche: every face shows a band that joins two of its corners, between quarter circles around the
//! other two. On tilted cubes the quarter circles become arcs of ellipses.
//!
//! Every edge has a Light end and a Dark end and changes colour halfway, so bands flow from face to
//! face and from cube to cube.

use std::collections::BTreeMap;

use carrick_games::boche::{Board, Rotation};
use carrick_games::cubes::CellId;
use carrick_games::{Colour, Game, GameKind};

use crate::Style;
use crate::drawing::annotation::GroupShape;
use crate::drawing::label::{self, MarkedPlaces, said};
use crate::drawing::palette::{Cube, NOTE, WON};
use crate::drawing::picture::{Element, Num, Picture, Pictured, Vector, polygon, polyline};
use crate::overlays::{self, Outline, SizedGroup};
use crate::shapes::cubes::{self, EDGE, ProjectedFace, Projection, point_glyph};

/// The line between the colours.
const OUTLINE: &str = "#33270b";

/// A lattice point.
type LatticePoint = [u8; 3];

impl Pictured for Board {
    const UNIT: f64 = EDGE;
    /// Heat spots cover the names of holes, which would be illegible next to a number.
    const SMALLEST_SPOT: f64 = 0.36;

    fn picture(game: &Game<Self>, style: &Style) -> Picture {
        draw(game, style)
    }

    fn outlines(game: &Game<Self>, style: &Style) -> Vec<String> {
        outlines(game, style)
    }

    fn sites(game: &Game<Self>, style: &Style, place: &str) -> Vec<Vector> {
        Projection::new(game.board().lattice(), style).site(place).into_iter().collect()
    }

    fn group_at(game: &Game<Self>, style: &Style, place: &str) -> Option<GroupShape> {
        let view = Projection::new(game.board().lattice(), style);
        let at = view.site(place)?;
        let shows = |&point: &LatticePoint| (view.at(point.map(f64::from)) - at).length() < 1.0;
        let groups = game.board().groups();
        let index = groups.iter().position(|group| group.points.iter().any(shows))?;
        outlines(game, style).into_iter().nth(index).map(GroupShape::Outline)
    }
}

/// Draws a position.
fn draw(game: &Game<Board>, style: &Style) -> Picture {
    BocheDrawing::of(game, style).picture(style)
}

/// Outlines of the paint of all groups. Empty if levels are peeled off, because groups belong to
/// the surface of the whole stack.
fn outlines(game: &Game<Board>, style: &Style) -> Vec<String> {
    let drawing = BocheDrawing::of(game, style);
    if drawing.view.is_peeled() {
        return Vec::new();
    }
    let groups = game.board().groups();
    let mut outlines: Vec<Outline> = groups.iter().map(|_| Outline::default()).collect();
    let index: BTreeMap<LatticePoint, usize> = groups
        .iter()
        .enumerate()
        .flat_map(|(index, group)| group.points.iter().map(move |&point| (point, index)))
        .collect();
    for id in drawing.view.lattice.ids() {
        for face in drawing.faces(id) {
            let Some((points, joined)) = drawing.painted(id, &face) else { continue };
            let [band, one, other] = [joined, joined + 1, (joined + 3) % 4];
            let group = |corner: usize| index.get(&points[corner]).copied();
            if let Some(at) = group(band) {
                outlines[at].add_band(&face, band);
            }
            for corner in [one, other] {
                if let Some(at) = group(corner) {
                    outlines[at].add_quarter(&face, corner);
                }
            }
        }
    }
    outlines.into_iter().map(Outline::into_path).collect()
}

/// Close-up of a cell and its neighbours, without names and ids.
pub(crate) fn close_up(game: &Game<Board>, cell: CellId, style: &Style) -> String {
    let board = game.board();
    let style = Style { labels: false, ..*style };
    let view = Projection::new(board.lattice(), &style);
    let (middle, reach) = (view.middle(cell), 1.3 * EDGE);
    let drawing =
        BocheDrawing { board, over: true, view, last: None, marks: MarkedPlaces::of(game, &style) };
    let near = |at: Vector| (at - middle).length() < reach + EDGE;
    let lattice = drawing.view.lattice;
    let cells = (0..lattice.size()).flat_map(|level| lattice.cells_of_level(level));
    let cells = cells.map(CellId::from_index).filter(|&id| near(drawing.view.middle(id)));
    let pictures = cells.filter_map(|id| match drawing.rotation(id) {
        Some(_) => Some(drawing.cube(id)),
        None if lattice.level(id) == 0 => drawing.hole(id),
        None => None,
    });
    let points = drawing.shown_points(|point| near(drawing.at(point)));
    let outline = drawing.view.outline(cell, &drawing.faces(cell));
    let parts = pictures.collect::<Vec<_>>().into_iter().chain([outline, points]);
    let corner = middle - Vector::new(reach, reach);
    let document = Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("{corner} {0} {0}", Num(2.0 * reach)))
        .with("aria-hidden", "true")
        .children(parts.map(Element::anonymous));
    document.to_string()
}

/// A single cube, with labels that name its faces and its nearest corner.
pub(crate) fn named_cube(game: &Game<Board>, cell: CellId, style: &Style) -> String {
    /// Height of capitals.
    const HEIGHT: f64 = 0.2 * EDGE;
    /// The labels of the faces, by axis, and where their lines start, relative to the middle, in
    /// edges.
    const FACES: [(&str, [f64; 2]); 3] =
        [("lower face", [0.0, 1.18]), ("left face", [-1.2, -0.6]), ("right face", [1.2, -0.6])];
    /// Label of the corner, and where its line starts.
    const CORNER: (&str, [f64; 2]) = ("nearest corner", [1.2, 0.44]);

    let drawing = BocheDrawing::of(game, &Style { labels: false, marks: false, ..*style });
    let (middle, ink) = (drawing.view.middle(cell), drawing.view.palette.ink);
    let named = |(text, [x, y]): (&str, [f64; 2]), to: Vector| {
        let from = middle + Vector::new(x, y) * EDGE;
        let line = polyline(&[from, to]);
        let width = label::width(text, HEIGHT);
        // The line starts next to the label, or above it.
        let centre = if x == 0.0 {
            from + Vector::new(0.0, 0.9 * HEIGHT)
        } else {
            from + Vector::new(x.signum() * (width / 2.0 + 0.4 * HEIGHT), 0.0)
        };
        Element::group([
            Element::path(line.clone()).line(NOTE.casing, 0.09 * EDGE),
            Element::path(line).line(NOTE.core, 0.045 * EDGE),
            label::centred(text, centre, HEIGHT, ink),
        ])
    };
    let faces = drawing.faces(cell);
    let faces = faces.iter().filter_map(|face| Some(named(*FACES.get(face.axis)?, face.middle())));
    let ring = |colour, width: f64| {
        Element::circle(middle, 0.2 * EDGE).fill("none").stroke(colour, width * EDGE)
    };
    let [x, y] = CORNER.1;
    let corner = [
        named(CORNER, middle + Vector::new(x, y) * (0.2 * EDGE / x.hypot(y))),
        ring(NOTE.casing, 0.09),
        ring(NOTE.core, 0.045),
    ];
    let points = drawing.shown_points(|_| true);
    let parts = [drawing.cube(cell), points].into_iter().chain(faces).chain(corner);
    let most = middle - Vector::new(2.9 * EDGE, 1.15 * EDGE);
    let document = Element::new("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", format!("{most} {} {}", Num(6.5 * EDGE), Num(2.8 * EDGE)))
        .with("aria-hidden", "true")
        .children(parts.map(|part| part.anonymous().without("data-label")));
    document.to_string()
}

struct BocheDrawing<'a> {
    board: &'a Board,
    over: bool,
    view: Projection,
    last: Option<CellId>,
    marks: MarkedPlaces,
}

impl<'a> BocheDrawing<'a> {
    fn of(game: &'a Game<Board>, style: &Style) -> Self {
        let board = game.board();
        Self {
            board,
            over: game.outcome().is_some(),
            view: Projection::new(board.lattice(), style),
            last: board.last_cube().filter(|_| style.marks),
            marks: MarkedPlaces::of(game, style),
        }
    }

    fn picture(&self, style: &Style) -> Picture {
        let lattice = self.view.lattice;
        let levels = (0..lattice.size()).flat_map(|level| lattice.cells_of_level(level));
        let cubes: Vec<CellId> = levels.map(CellId::from_index).collect();
        let cubes = cubes.into_iter().filter(|&id| self.rotation(id).is_some());
        let mut layers = vec![self.view.frame()];
        layers.push(Element::group(self.view.holes().filter_map(|id| self.hole(id))));
        layers.push(Element::group(cubes.map(|id| self.cube(id))));
        layers.push(self.shadows());
        layers.extend(
            self.last
                .filter(|&id| self.view.shows(id))
                .map(|id| self.view.outline(id, &self.faces(id))),
        );
        layers.extend(self.links());
        // Names of spots are more important during a game, beads when it is over.
        let mut upper = [self.points(), Element::group(self.nests().map(|id| self.nest(id)))];
        if self.over {
            upper.reverse();
        }
        layers.extend(upper);
        layers.extend((style.sizes && !self.view.is_peeled()).then(|| self.sizes()));
        layers.extend(self.view.border());
        let places = self.view.places(self.board.spots().iter().map(CellId::from_index));
        Picture { bounds: self.view.bounds(), layers, places }
    }

    fn shadows(&self) -> Element {
        cubes::shadows(&self.view, false, |id| self.rotation(id).is_some(), |id| self.faces(id))
    }

    /// Rotation of the cube in a cell, unless its level is peeled off.
    fn rotation(&self, id: CellId) -> Option<Rotation> {
        self.board.rotation(id).filter(|_| self.view.shows(id))
    }

    /// Whether a cell is hidden by shown cubes on top of it.
    fn is_covered(&self, id: CellId) -> bool {
        (0..3).all(|axis| {
            self.view.lattice.resting(id, axis).is_some_and(|on| self.rotation(on).is_some())
        })
    }

    fn sizes(&self) -> Element {
        let groups = self.board.groups().into_iter().map(|group| {
            let members = group.points.iter().map(|&point| self.at(point)).collect();
            SizedGroup { colour: group.colour, size: group.points.len(), members }
        });
        let nests: Vec<Vector> = self.nests().map(|id| self.view.middle(id)).collect();
        let grounds = overlays::of_cubes(Cube::painted);
        overlays::sizes(&groups.collect::<Vec<_>>(), &nests, EDGE, &grounds)
    }

    fn hole(&self, id: CellId) -> Option<Element> {
        let empty = self.rotation(id).is_none();
        empty.then(|| self.view.cell(id, &self.empty(id), &[]).children(self.view.hole(id)))
    }

    /// Title of a spot: the rotations that fit there.
    fn empty(&self, id: CellId) -> String {
        match self.board.rotations_at(id) {
            [first, .., last] => format!("empty, rotations {first} to {last}"),
            _ => "empty".to_owned(),
        }
    }

    /// Empty cells on three cubes.
    fn nests(&self) -> impl Iterator<Item = CellId> {
        let lattice = self.view.lattice;
        lattice.ids().filter(move |&id| {
            let full = |axis| {
                lattice.support(id, axis).is_some_and(|at| self.board.rotation(at).is_some())
            };
            self.board.rotation(id).is_none() && (0..3).all(full) && self.view.shows_spot(id)
        })
    }

    fn nest(&self, id: CellId) -> Element {
        self.view.cell(id, &self.empty(id), &[]).children(self.view.open_nest(id, self.over))
    }

    /// A cube with its visible faces; empty if it is covered.
    fn cube(&self, id: CellId) -> Element {
        let words: Vec<_> = (self.last == Some(id)).then_some("last").into_iter().collect();
        let covered = if self.is_covered(id) { ", covered" } else { "" };
        let letter = self.rotation(id).map_or(' ', |rotation| rotation.letter());
        let holds = format!("rotation {letter}{covered}");
        let faces = self.faces(id).into_iter().flat_map(|face| self.face(id, &face));
        self.view.cell(id, &holds, &words).children(faces)
    }

    /// Faces of a cube that other cubes don't cover.
    fn faces(&self, id: CellId) -> Vec<ProjectedFace> {
        let shows = |&axis: &usize| {
            let beyond = self.view.lattice.resting(id, axis);
            beyond.is_none_or(|beyond| self.rotation(beyond).is_none())
        };
        (0..3).filter(shows).map(|axis| self.view.face(id, axis)).collect()
    }

    fn face(&self, id: CellId, face: &ProjectedFace) -> Vec<Element> {
        let Some(rotation) = self.rotation(id) else { return Vec::new() };
        painted_face(rotation, face, self.view.lattice.level(id), self.view.palette.line)
    }

    /// The points at a face's corners, and the first corner of its band: 0 or 1.
    fn painted(&self, id: CellId, face: &ProjectedFace) -> Option<([LatticePoint; 4], usize)> {
        let rotation = self.rotation(id)?;
        let near = self.view.lattice.cell(id).coordinates();
        let (along, beside) = ((face.axis + 1) % 3, (face.axis + 2) % 3);
        let far = step(step(near, along), beside);
        let points = [near, step(near, along), far, step(near, beside)];
        Some((points, usize::from(!rotation.joins_nearest_along(face.axis))))
    }

    /// A ring on every visible Light point, a cross on every Dark one, and beads on winning points.
    fn points(&self) -> Element {
        self.shown_points(|_| true)
    }

    fn shown_points(&self, shows: impl Fn(LatticePoint) -> bool) -> Element {
        let mut points = Vec::new();
        // Groups belong to the surface of the whole stack.
        let groups = if self.view.is_peeled() { Vec::new() } else { self.board.groups() };
        for group in groups {
            let shown = group.points.iter().filter(|&&point| shows(point));
            points.extend(shown.map(|&point| self.point(point, group.colour)));
        }
        Element::group(points)
    }

    fn point(&self, point: LatticePoint, colour: Colour) -> Element {
        let at = self.at(point);
        let [x, y, z] = point;
        let words = self.marks.words(&format!("{x},{y},{z}"), false);
        let glyph = Cube::painted(colour).glyph;
        let mut parts = Vec::new();
        if !words.is_empty() {
            parts.push(
                Element::circle(at, 0.19 * EDGE).fill(WON.core).stroke(WON.casing, 0.06 * EDGE),
            );
        }
        let glyph = if words.is_empty() { glyph } else { WON.casing };
        parts.push(point_glyph(at, colour, glyph));
        let name = GameKind::Boche.colour_name(colour);
        Element::new("g")
            .with("id", format!("v-{x}-{y}-{z}"))
            .with_some("data-mark", (!words.is_empty()).then(|| words.join(" ")))
            .title(format!("{name} point{}", said(&words)))
            .children(parts)
    }

    fn at(&self, point: LatticePoint) -> Vector {
        self.view.at(point.map(f64::from))
    }

    /// Bands between the winning points, as lines under the beads.
    fn links(&self) -> Option<Element> {
        let links: String = self.view.lattice.ids().flat_map(|id| self.bands(id)).collect();
        (!links.is_empty()).then(|| {
            Element::group([
                Element::path(links.clone()).line(WON.casing, 0.2 * EDGE),
                Element::path(links).line(WON.core, 0.11 * EDGE),
            ])
            .with("pointer-events", "none")
        })
    }

    /// Lines along a cube's bands that join winning points.
    fn bands(&self, id: CellId) -> Vec<String> {
        let Some(rotation) = self.rotation(id) else { return Vec::new() };
        let near = self.view.lattice.cell(id).coordinates();
        if self.view.is_peeled() {
            return Vec::new();
        }
        let bands = self.faces(id).into_iter().filter_map(|face| {
            let [along, beside] =
                [(face.axis + 1) % 3, (face.axis + 2) % 3].map(|axis| step(near, axis));
            let far = step(along, (face.axis + 2) % 3);
            let joined = rotation.joins_nearest_along(face.axis);
            let ends = if joined { [near, far] } else { [along, beside] };
            let won = ends.iter().all(|[x, y, z]| self.marks.won(&format!("{x},{y},{z}")));
            won.then(|| polyline(&ends.map(|point| self.at(point))))
        });
        bands.collect()
    }
}

/// A face of a cube in a rotation: the band's colour, the two quarter circles in the other colour,
/// and its edges.
pub(crate) fn painted_face(
    rotation: Rotation,
    face: &ProjectedFace,
    level: u8,
    edges: &'static str,
) -> Vec<Element> {
    let joined = rotation.joins_nearest_along(face.axis);
    let band = if joined { rotation.nearest() } else { !rotation.nearest() };
    let corners = if joined { [1, 3] } else { [0, 2] };
    let quarters = corners.map(|corner| face.quarter(corner)).concat();
    let arcs = corners.map(|corner| face.arc(corner).path()).concat();
    let paint = |colour| Cube::painted(colour).face(face.axis, level);
    vec![
        Element::path(polygon(&face.corners))
            .fill(paint(band))
            .stroke(edges, 0.016 * EDGE)
            .with("stroke-opacity", "0.6"),
        Element::path(quarters).fill(paint(!band)),
        Element::path(arcs).fill("none").stroke(OUTLINE, 0.045 * EDGE),
    ]
}

/// The lattice point one step further along an axis.
const fn step(mut point: LatticePoint, axis: usize) -> LatticePoint {
    point[axis] += 1;
    point
}
