//! Projection of the cube games (Ankor, Boche): the stack of tilted cubes, seen along its diagonal,
//! is a tiling of rhombi.
//!
//! A step along each axis of the lattice is a step in the plane; the three directions are 120
//! degrees apart. So a point coincides with the point that is one step further along all three
//! axes. With the tip up:
//!
//! ```text
//!            x                 Each cube shows three faces:
//!            |
//!            |                    .--' '--.
//!            o                   |\  1 2  /|     1 towards -y
//!          /   \                 |  \   /  |     2 towards -z
//!        z       y               |0   o   0|     0 towards -x, below
//! ```

use carrick_games::Colour;
use carrick_games::cubes::{Cell, CellId, Lattice};

use crate::drawing::label;
use crate::drawing::palette::{LAST, NEST, Palette};
use crate::drawing::picture::{BoundingBox, Element, Num, TRIANGLE, Vector, polygon, polyline};
use crate::{Orientation, Style};

/// Length of an edge.
pub(crate) const EDGE: f64 = 50.0;

/// Radius of the plate with the name of a nest, in edges.
pub(crate) const PLATE: f64 = 0.38;

/// Cap heights of labels: holes, spots on cubes, rows and numbers.
const HOLE_LABEL: f64 = 0.34 * EDGE;
const NEST_LABEL: f64 = 0.27 * EDGE;
const OPEN_NEST_LABEL: f64 = 0.23 * EDGE;
const BORDER_LABEL: f64 = 0.4 * EDGE;

/// A board projected onto the plane.
pub(crate) struct Projection {
    pub(crate) lattice: &'static Lattice,
    pub(crate) palette: &'static Palette,
    orientation: Orientation,
    labels: bool,
    nests: bool,
    /// Highest level whose cubes are shown.
    top: u8,
}

/// An upper face of a cube.
pub(crate) struct ProjectedFace {
    /// The axis it faces along, towards smaller coordinates.
    pub(crate) axis: usize,
    /// Corners: the nearest one first, then around the face.
    pub(crate) corners: [Vector; 4],
}

/// Quarter of a circle on a face, projected to an arc of an ellipse.
#[derive(Debug)]
pub(crate) struct Arc {
    pub(crate) ends: [Vector; 2],
    /// Half axes, and the direction of the longer one in degrees.
    axes: (f64, f64, f64),
    clockwise: bool,
}

impl Arc {
    /// The arc in the other direction.
    pub(crate) fn reversed(mut self) -> Self {
        self.ends.reverse();
        self.clockwise = !self.clockwise;
        self
    }

    /// Path data of the whole arc.
    pub(crate) fn path(&self) -> String {
        let mut data = String::from("M");
        self.ends[0].write_to(&mut data);
        self.write_curve(&mut data);
        data
    }

    /// Appends the path data from the first end, the current position of the pen, to the other.
    pub(crate) fn write_curve(&self, data: &mut String) {
        let (long, short, turn) = self.axes;
        data.push('A');
        for number in [long, short, turn] {
            Num(number).write_to(data);
            data.push(' ');
        }
        data.push_str(if self.clockwise { "0 1 " } else { "0 0 " });
        self.ends[1].write_to(data);
    }
}

impl Projection {
    pub(crate) fn new(lattice: &'static Lattice, style: &Style) -> Self {
        let palette = Palette::of(style.theme);
        let top = style.peel.unwrap_or(u8::MAX);
        let Style { orientation, labels, nests, .. } = *style;
        Self { lattice, palette, orientation, labels, nests, top }
    }

    /// Whether a cube in a cell is shown, or its level peeled off.
    pub(crate) fn shows(&self, id: CellId) -> bool {
        self.lattice.level(id) <= self.top
    }

    /// Whether a spot is shown: on the board, or on cubes that are shown.
    pub(crate) fn shows_spot(&self, id: CellId) -> bool {
        self.lattice.level(id) <= self.top.saturating_add(1)
    }

    /// Whether any levels are peeled off.
    pub(crate) fn is_peeled(&self) -> bool {
        self.top < self.lattice.size() - 1
    }

    /// Projection of a lattice point.
    pub(crate) fn at(&self, point: [f64; 3]) -> Vector {
        let [x, y, z] = point;
        let (across, down) = ((y - z) * TRIANGLE, (y + z) / 2.0 - x);
        let turned = match self.orientation {
            Orientation::TipUp => Vector::new(across, down),
            Orientation::TipRight => Vector::new(-down, across),
        };
        turned * EDGE
    }

    /// Middle of a cell's hexagon: the nearest and the deepest corner coincide there.
    pub(crate) fn middle(&self, id: CellId) -> Vector {
        self.at(near(self.lattice.cell(id)))
    }

    /// The projection of a place; `None` if the board does not have it.
    pub(crate) fn site(&self, place: &str) -> Option<Vector> {
        let mut cells = self.lattice.ids();
        let found = cells.find(|&id| self.lattice.place(id).to_string() == place);
        found.map(|id| self.middle(id))
    }

    /// Middles of cells, by the names of their places.
    pub(crate) fn places(&self, cells: impl Iterator<Item = CellId>) -> Vec<(String, Vector)> {
        cells.map(|id| (self.lattice.place(id).to_string(), self.middle(id))).collect()
    }

    /// The hexagon of a cell, scaled.
    pub(crate) fn hexagon(&self, id: CellId, scale: f64) -> [Vector; 6] {
        let middle = self.middle(id);
        [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]]
            .map(|step| middle + self.at(step.map(f64::from)) * scale)
    }

    /// A face of the cube in a cell.
    pub(crate) fn face(&self, id: CellId, axis: usize) -> ProjectedFace {
        let [along, beside] = [(axis + 1) % 3, (axis + 2) % 3].map(|axis| self.at(unit(axis)));
        let middle = self.middle(id);
        ProjectedFace {
            axis,
            corners: [middle, middle + along, middle + along + beside, middle + beside],
        }
    }

    /// Bounding box of the board and the labels around it.
    pub(crate) fn bounds(&self) -> BoundingBox {
        let corners = self.holes().flat_map(|id| self.hexagon(id, 1.0));
        BoundingBox::around(corners, if self.labels { 0.95 } else { 0.45 } * EDGE)
    }

    /// The cells of level 0.
    pub(crate) fn holes(&self) -> impl Iterator<Item = CellId> {
        self.lattice.cells_of_level(0).iter().map(CellId::from_index)
    }

    /// The border round all holes.
    pub(crate) fn frame(&self) -> Element {
        let data: String = self.holes().map(|id| polygon(&self.hexagon(id, 1.0))).collect();
        Element::path(data)
            .fill(self.palette.frame)
            .stroke(self.palette.frame, 0.5 * EDGE)
            .with("stroke-linejoin", "round")
    }

    /// SVG element for a cell, without its picture.
    pub(crate) fn cell(&self, id: CellId, holds: &str, words: &[&'static str]) -> Element {
        let Cell { x, y, z } = self.lattice.cell(id);
        let place = self.lattice.place(id);
        let level = self.lattice.level(id);
        Element::new("g")
            .standing(self.middle(id))
            .with("id", format!("c-{x}-{y}-{z}"))
            .with("data-place", place.to_string())
            .with_some("data-mark", (!words.is_empty()).then(|| words.join(" ")))
            .title(format!("{place}, level {level}, {holds}{}", crate::drawing::label::said(words)))
    }

    /// An empty hole: a hexagon, its name, and the edges that meet at its bottom as broken lines.
    pub(crate) fn hole(&self, id: CellId) -> Vec<Element> {
        let middle = self.middle(id);
        let edges = [0, 1, 2].map(|axis| {
            let up = self.at(unit(axis)) * -1.0;
            polyline(&[middle + up * 0.55, middle + up * 0.95])
        });
        let broken = Element::path(edges.concat())
            .stroke(self.palette.line, 0.03 * EDGE)
            .with("stroke-dasharray", format!("{0} {0}", Num(0.08 * EDGE)));
        let ground = Element::path(polygon(&self.hexagon(id, 1.0))).fill(self.palette.board);
        let mut parts = vec![ground.stroke(self.palette.line, 0.04 * EDGE), broken];
        parts.extend(self.labels.then(|| self.name(id, HOLE_LABEL)));
        parts
    }

    /// A spot on cubes: a small plate where the next cube's corner would be, with its name unless
    /// the game is over. The cubes round it can still be pointed at.
    pub(crate) fn nest(&self, id: CellId, over: bool) -> Vec<Element> {
        if !self.nests {
            return Vec::new();
        }
        let named = self.labels && !over;
        let plate = Element::circle(self.middle(id), if named { PLATE } else { 0.1 } * EDGE)
            .fill(self.palette.board)
            .stroke(self.palette.line, 0.04 * EDGE);
        let name = named.then(|| self.name(id, NEST_LABEL));
        std::iter::once(plate).chain(name).collect()
    }

    /// A spot on painted cubes: an open ring round the corner where they meet, so that the paint on
    /// their faces stays visible, and the name on a plate further down, between two of them.
    pub(crate) fn open_nest(&self, id: CellId, over: bool) -> Vec<Element> {
        if !self.nests {
            return Vec::new();
        }
        let middle = self.middle(id);
        if over || !self.labels {
            return self.nest(id, over);
        }
        // The whole area of the spot can be pointed at.
        let target = Element::circle(middle, PLATE * EDGE).fill(self.palette.board);
        let name = self.lattice.place(id).to_string();
        let below = middle - self.at(unit(0)) * 0.55;
        let parts = open_nest(&name, middle, below, self.palette);
        std::iter::once(target.with("fill-opacity", "0")).chain(parts).collect()
    }

    /// A spot's name, in smaller characters if it is long.
    fn name(&self, id: CellId, height: f64) -> Element {
        let name = self.lattice.place(id).to_string();
        let height = if name.len() > 3 { 0.8 * height } else { height };
        label::centred(&name, self.middle(id), height, self.palette.ink)
    }

    /// Row letters at one end of the rows, numbers at both ends of the lines of equal number.
    pub(crate) fn border(&self) -> Option<Element> {
        let mut labels = Vec::new();
        for id in self.holes() {
            let Cell { x, y, z } = self.lattice.cell(id);
            let number = y + 1;
            let letter = char::from(b'a' + self.lattice.size() - 1 - x);
            let ends = [
                (y == 0, letter.to_string(), [0.0, -0.5, 0.5]),
                (x == 0, number.to_string(), [-1.0, 0.0, 0.0]),
                (z == 0, number.to_string(), [0.0, 0.5, -0.5]),
            ];
            for (_, text, step) in ends.into_iter().filter(|&(is_end, ..)| is_end) {
                let far = if text.len() > 1 { 1.68 } else { 1.56 };
                let at = self.middle(id) + self.at(step) * far;
                labels.push(label::centred(&text, at, BORDER_LABEL, self.palette.ink));
            }
        }
        self.labels.then(|| Element::group(labels))
    }

    /// A heavy outline just inside the visible faces of a cube.
    pub(crate) fn outline(&self, id: CellId, faces: &[ProjectedFace]) -> Element {
        let shows = |axis: usize| faces.iter().find(|face| face.axis == axis);
        let mut corners = Vec::new();
        // Around the hexagon; at a covered face the outline turns inwards to the nearest corner.
        for (axis, before) in [(2, 1), (0, 2), (1, 0)] {
            match (shows(axis), shows(before)) {
                (Some(face), _) => corners.extend(&face.corners[1..3]),
                (None, Some(face)) => corners.extend([face.corners[3], self.middle(id)]),
                (None, None) => {}
            }
        }
        let share = 1.0 / corners.len().max(1) as f64;
        let middle = corners.iter().fold(Vector::default(), |sum, &corner| sum + corner * share);
        let inside: Vec<Vector> =
            corners.iter().map(|corner| middle.towards(*corner, 0.92)).collect();
        Element::group([
            Element::path(polygon(&inside)).line(LAST.casing, 0.16 * EDGE),
            Element::path(polygon(&inside)).line(LAST.core, 0.09 * EDGE),
        ])
        .with("pointer-events", "none")
    }
}

impl ProjectedFace {
    /// The middle of the face.
    pub(crate) fn middle(&self) -> Vector {
        self.corners[0].towards(self.corners[2], 0.5)
    }

    /// Corners of the face, scaled towards its middle.
    pub(crate) fn shrunk(&self, scale: f64) -> [Vector; 4] {
        self.corners.map(|corner| self.middle().towards(corner, scale))
    }

    /// Quarter circle around a corner, which reaches halfway along the edges there.
    pub(crate) fn arc(&self, corner: usize) -> Arc {
        let at = self.corners[corner];
        let ends = [corner + 1, corner + 3].map(|next| at.towards(self.corners[next % 4], 0.5));
        let [from, to] = ends.map(|end| end - at);
        Arc { ends, axes: self.ellipse(0.5 * EDGE), clockwise: from.cross(to) > 0.0 }
    }

    /// Path data of the quarter of a disc around a corner.
    pub(crate) fn quarter(&self, corner: usize) -> String {
        let arc = self.arc(corner);
        let mut data = polyline(&[self.corners[corner], arc.ends[0]]);
        arc.write_curve(&mut data);
        data.push('Z');
        data
    }

    /// Axes of the ellipse that a circle on the face is projected to, and its rotation in degrees.
    /// `radius` is the radius of the circle.
    ///
    /// The points `cos t a + sin t b` of a circle on a square with sides `a` and `b` are farthest
    /// and nearest halfway between the sides, at half the diagonals over the square root of two.
    pub(crate) fn ellipse(&self, radius: f64) -> (f64, f64, f64) {
        let [near, along, far, beside] = self.corners;
        let (one, other) = (far - near, beside - along);
        let long = if one.length() > other.length() { one } else { other };
        let short = if one.length() > other.length() { other } else { one };
        let scale = radius / EDGE * std::f64::consts::FRAC_1_SQRT_2;
        (long.length() * scale, short.length() * scale, long.degrees())
    }
}

/// A ring round the corner where the next cube would be, and its name on a plate elsewhere.
pub(crate) fn open_nest(
    name: &str,
    corner: Vector,
    plate: Vector,
    palette: &Palette,
) -> [Element; 4] {
    let ring = |colour, width: f64| {
        Element::circle(corner, 0.2 * EDGE).fill("none").stroke(colour, width * EDGE)
    };
    let height = if name.len() > 3 { 0.8 } else { 1.0 } * OPEN_NEST_LABEL;
    let half = Vector::new(label::width(name, height) / 2.0 + 0.07 * EDGE, 0.18 * EDGE);
    let edge = |x: f64, y: f64| plate + Vector::new(x * half.x, y * half.y);
    let edges = [edge(-1.0, -1.0), edge(1.0, -1.0), edge(1.0, 1.0), edge(-1.0, 1.0)];
    [
        ring(NEST.casing, 0.09),
        ring(NEST.core, 0.045),
        Element::path(polygon(&edges))
            .fill(palette.board)
            .stroke(palette.line, 0.04 * EDGE)
            .with("stroke-linejoin", "round"),
        label::centred(name, plate, height, palette.ink),
    ]
}

/// The glyph of a point of Boche: a ring for Light, a cross for Dark.
pub(crate) fn point_glyph(at: Vector, colour: Colour, ink: &'static str) -> Element {
    let shape = match colour {
        Colour::Light => Element::circle(at, 0.055 * EDGE),
        Colour::Dark => {
            let corner = |x: f64, y: f64| at + Vector::new(x, y) * (0.055 * EDGE);
            let falling = polyline(&[corner(-1.0, -1.0), corner(1.0, 1.0)]);
            Element::path(falling + &polyline(&[corner(-1.0, 1.0), corner(1.0, -1.0)]))
        }
    };
    shape.line(ink, 0.04 * EDGE)
}

/// The nearest corner of a cell's cube.
pub(crate) fn near(cell: Cell) -> [f64; 3] {
    cell.coordinates().map(f64::from)
}

/// A step along an axis.
pub(crate) fn unit(axis: usize) -> [f64; 3] {
    std::array::from_fn(|at| if at == axis { 1.0 } else { 0.0 })
}

// Depth of the cube games' boards: shadows in the grooves between cubes and below higher cubes.
//
// The stack has no overhangs, so each edge of a visible face is shared with one other visible face
// or with a hole. There are three kinds:
//
// ```text
//   ridge    between two faces of a cube: bright
//   groove   between neighbouring cubes: the corner of both faces is in the shade
//   seam     between a cube and one that rests on it, their faces in line: the higher cube casts
//            a shadow on the lower one
// ```

/// Strips of shadow: width as a share of a face, and opacity. They overlap, so that the shade gets
/// darker towards the edge; gradients would need definitions that all pictures of a page share.
const STRIPS: [(f64, f64); 2] = [(0.3, 0.1), (0.14, 0.13)];

/// Shadows on the faces of cubes and in holes. `seams` says whether to draw those along seams;
/// `full` says whether a cell shows a cube, and `faces` which of its faces are visible.
pub(crate) fn shadows(
    view: &Projection,
    seams: bool,
    full: impl Fn(CellId) -> bool,
    faces: impl Fn(CellId) -> Vec<ProjectedFace>,
) -> Element {
    let stack = CubeStack { lattice: view.lattice, seams, full };
    let mut strips = STRIPS.map(|_| String::new());
    for id in view.lattice.ids() {
        let edges = if (stack.full)(id) {
            faces(id).iter().flat_map(|face| stack.dark_edges(id, face)).collect()
        } else if view.lattice.level(id) == 0 {
            stack.dark_rim(id, view.hexagon(id, 1.0), view.middle(id))
        } else {
            Vec::new()
        };
        for (data, (width, _)) in strips.iter_mut().zip(STRIPS) {
            data.extend(edges.iter().map(|edge| edge.strip(width)));
        }
    }
    let layers = strips.into_iter().zip(STRIPS).filter(|(data, _)| !data.is_empty());
    let layers = layers.map(|(data, (_, opacity))| {
        Element::path(data).fill("#000").with("fill-opacity", opacity.to_string())
    });
    Element::group(layers).with("pointer-events", "none")
}

/// Width of a cube's edges on a level: the higher the level, the thicker.
pub(crate) fn edge_width(level: u8) -> f64 {
    (0.026 + 0.01 * f64::from(level.min(3))) * EDGE
}

/// An edge with a shadow along it, and the other ends of the sides that start at its ends.
struct DarkEdge {
    ends: [Vector; 2],
    inside: [Vector; 2],
}

impl DarkEdge {
    fn strip(&self, width: f64) -> String {
        let [from, to] = self.ends;
        let [near, far] = [0, 1].map(|end| self.ends[end].towards(self.inside[end], width));
        polygon(&[from, to, far, near])
    }
}

struct CubeStack<F> {
    lattice: &'static Lattice,
    seams: bool,
    full: F,
}

impl<F: Fn(CellId) -> bool> CubeStack<F> {
    fn is_full(&self, cell: Option<Cell>) -> bool {
        cell.and_then(|cell| self.lattice.id(cell)).is_some_and(&self.full)
    }

    /// Edges of a face that have a shadow.
    fn dark_edges(&self, id: CellId, face: &ProjectedFace) -> Vec<DarkEdge> {
        let cell = self.lattice.cell(id);
        let (above, along, beside) = (face.axis, (face.axis + 1) % 3, (face.axis + 2) % 3);
        let seam = |axis| self.seams && self.is_full(moved(cell, &[(axis, -1)]));
        let groove = |axis| self.is_full(moved(cell, &[(axis, 1), (above, -1)]));
        // Edges run from corner to corner, the nearest first.
        let dark = [seam(beside), groove(along), groove(beside), seam(along)];
        let corner = |at: usize| face.corners[at % 4];
        let edges = (0..4).filter(|&edge| dark[edge]).map(|edge| DarkEdge {
            ends: [corner(edge), corner(edge + 1)],
            inside: [corner(edge + 3), corner(edge + 2)],
        });
        edges.collect()
    }

    /// Edges of a hole next to cubes.
    fn dark_rim(&self, id: CellId, corners: [Vector; 6], middle: Vector) -> Vec<DarkEdge> {
        let cell = self.lattice.cell(id);
        let beside = [(0, 2), (1, 2), (1, 0), (2, 0), (2, 1), (0, 1)];
        let dark = (0..6).filter(|&edge| {
            let (further, nearer) = beside[edge];
            self.is_full(moved(cell, &[(further, 1), (nearer, -1)]))
        });
        let edge = |edge: usize| DarkEdge {
            ends: [corners[edge], corners[(edge + 1) % 6]],
            inside: [middle, middle],
        };
        dark.map(edge).collect()
    }
}

/// The cell that is given steps away along axes, if its coordinates are not negative.
fn moved(cell: Cell, steps: &[(usize, i8)]) -> Option<Cell> {
    let mut to = cell.coordinates();
    for &(axis, step) in steps {
        to[axis] = to[axis].checked_add_signed(step)?;
    }
    let [x, y, z] = to;
    Some(Cell { x, y, z })
}
