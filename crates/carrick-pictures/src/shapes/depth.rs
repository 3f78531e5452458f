//! Depth of the cube games' boards: shadows in the grooves between cubes and under higher ones.
//!
//! The stack has no overhangs, so each edge of a visible face belongs to one other visible face or
//! to a hole, and there are three kinds:
//!
//! ```text
//!   ridge    between two faces of a cube: bright
//!   groove   between cubes beside each other: the corner of both faces is in the shade
//!   seam     between a cube and one that rests on it, their faces in line: the higher cube casts
//!            a shadow on the lower one
//! ```

use carrick_games::cubes::{Cell, CellId, Lattice};

use crate::drawing::element::Element;
use crate::drawing::plane::{At, polygon};
use crate::shapes::cubes::{EDGE, Face, View};

/// Strips of shadow: width as a share of a face, and opacity. They lie on each other, so that the
/// shade deepens towards the edge; gradients would need definitions that pages share.
const STRIPS: [(f64, f64); 2] = [(0.3, 0.1), (0.14, 0.13)];

/// Shadows on the faces of cubes and in holes. `seams` says whether there are any along seams;
/// `full`, whether a cell shows a cube; `faces`, which of its faces are visible.
pub(crate) fn shadows(
    view: &View,
    seams: bool,
    full: impl Fn(CellId) -> bool,
    faces: impl Fn(CellId) -> Vec<Face>,
) -> Element {
    let stack = Stack { lattice: view.lattice, seams, full };
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

/// Width of a cube's edges on a level: the higher, the heavier.
pub(crate) fn edge_width(level: u8) -> f64 {
    (0.026 + 0.01 * f64::from(level.min(3))) * EDGE
}

/// An edge with a shadow beside it, and where the sides lead that begin at its ends.
struct DarkEdge {
    ends: [At; 2],
    inside: [At; 2],
}

impl DarkEdge {
    fn strip(&self, width: f64) -> String {
        let [from, to] = self.ends;
        let [near, far] = [0, 1].map(|end| self.ends[end].towards(self.inside[end], width));
        polygon(&[from, to, far, near])
    }
}

struct Stack<F> {
    lattice: &'static Lattice,
    seams: bool,
    full: F,
}

impl<F: Fn(CellId) -> bool> Stack<F> {
    fn is_full(&self, cell: Option<Cell>) -> bool {
        cell.and_then(|cell| self.lattice.id(cell)).is_some_and(&self.full)
    }

    /// Edges of a face that have a shadow.
    fn dark_edges(&self, id: CellId, face: &Face) -> Vec<DarkEdge> {
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

    /// Edges of a hole beside cubes.
    fn dark_rim(&self, id: CellId, corners: [At; 6], middle: At) -> Vec<DarkEdge> {
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

/// The cell some steps along axes away, if its coordinates are not negative.
fn moved(cell: Cell, steps: &[(usize, i8)]) -> Option<Cell> {
    let mut to = cell.coordinates();
    for &(axis, step) in steps {
        to[axis] = to[axis].checked_add_signed(step)?;
    }
    let [x, y, z] = to;
    Some(Cell { x, y, z })
}
