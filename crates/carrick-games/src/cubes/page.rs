//! Reads drawings of cube boards: finds the full cells.
//!
//! Every visible face is drawn with its four edges, and every edge is one unit along an axis. So
//! walking along the edges from one known point gives the position in space of every visible point,
//! and these show which cells are full. Each game reads the fill of the faces separately.

use std::collections::BTreeMap;

use super::drawing::{Face, Geometry, Scale};
use super::{CellId, Cells, Lattice, MAX_SIZE};

/// Why a text contains no stack of cubes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoStack {
    /// There is no upper edge of a board, or the board has an impossible size.
    NoBoard,
    /// The edges do not fit together.
    Edges,
}

/// A text with a board in it.
#[derive(Debug)]
pub(crate) struct TextPage<'a> {
    lines: Vec<&'a [u8]>,
    pub(crate) geometry: Geometry,
    /// Number of columns to the left of the place where boards start.
    shift: usize,
}

/// A visible point in space.
type Spatial = [i8; 3];
/// The visible point at each row and column where a lattice point is drawn.
type ShownPoints = BTreeMap<(usize, usize), Spatial>;

/// One of the six directions in which edges lead from a point.
struct EdgeDirection {
    /// Rows and columns from the point to the nearest character of the edge.
    rows: isize,
    columns: isize,
    /// The character that the edge is drawn with.
    drawn: u8,
    /// The step in space.
    step: Spatial,
}

const EDGES: [EdgeDirection; 6] = [
    EdgeDirection { rows: 0, columns: 1, drawn: b'-', step: [1, 0, 0] },
    EdgeDirection { rows: 0, columns: -1, drawn: b'-', step: [-1, 0, 0] },
    EdgeDirection { rows: 1, columns: -1, drawn: b'/', step: [0, 1, 0] },
    EdgeDirection { rows: -1, columns: 1, drawn: b'/', step: [0, -1, 0] },
    EdgeDirection { rows: -1, columns: -1, drawn: b'\\', step: [0, 0, 1] },
    EdgeDirection { rows: 1, columns: 1, drawn: b'\\', step: [0, 0, -1] },
];

impl EdgeDirection {
    /// Length of the edge, in characters.
    const fn length(&self, scale: Scale) -> isize {
        let step = scale.step() as isize;
        if self.rows == 0 { 2 * step - 1 } else { step - 1 }
    }
}

impl<'a> TextPage<'a> {
    /// Finds the board's upper edge, and its size from the left corners of the longest row.
    pub(crate) fn find(text: &'a str, scale: Scale) -> Result<Self, NoStack> {
        let step = scale.step();
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let edge = |line: &&[u8]| line.windows(2 * step + 1).position(is_upper_edge);
        let found = lines.iter().enumerate().find_map(|(row, line)| Some((row, edge(line)?)));
        let (margin, column) = found.ok_or(NoStack::NoBoard)?;
        let shift = column.checked_sub(6).ok_or(NoStack::NoBoard)?;
        let corner = |hole: usize| {
            let line = lines.get(margin + step + 2 * step * hole)?;
            line.get(column - step)
        };
        let size = (0..=MAX_SIZE).take_while(|&hole| corner(hole) == Some(&b'+')).count();
        if !(2..=MAX_SIZE).contains(&size) {
            return Err(NoStack::NoBoard);
        }
        let geometry = Geometry { lattice: Lattice::of(size as u8), scale, margin };
        Ok(Self { lines, geometry, shift })
    }

    /// The character at an offset of rows and columns from a drawn point; blank outside the page.
    pub(crate) fn near(&self, (row, column): (usize, usize), rows: isize, columns: isize) -> u8 {
        let found = || {
            let row = row.checked_add_signed(rows)?;
            let column = (column + self.shift).checked_add_signed(columns)?;
            self.lines.get(row)?.get(column).copied()
        };
        found().unwrap_or(b' ')
    }

    /// The full cells: those at or under the visible surface.
    pub(crate) fn full_cells(&self) -> Result<Cells, NoStack> {
        let surface = self.surface()?;
        let lattice = self.geometry.lattice;
        let mut full = Cells::EMPTY;
        for id in lattice.ids() {
            let nearest = surface.get(&self.geometry.cube(id)).ok_or(NoStack::Edges)?;
            if nearest[0] <= lattice.cell(id).x as i8 {
                full.insert(id.index());
            }
        }
        let firm = |at: usize| {
            let supports = (0..3).filter_map(|axis| lattice.support(CellId::from_index(at), axis));
            supports.map(CellId::index).all(|support| full.contains(support))
        };
        if full.iter().all(firm) { Ok(full) } else { Err(NoStack::Edges) }
    }

    /// The faces of a cube that nothing rests on.
    pub(crate) fn shown(&self, full: Cells, id: CellId) -> impl Iterator<Item = Face> + Clone {
        let lattice = self.geometry.lattice;
        Face::ALL.into_iter().filter(move |&face| {
            lattice.resting(id, face as usize).is_none_or(|over| !full.contains(over.index()))
        })
    }

    /// Whether an edge leads in one of the six directions from a drawn point. A name or a mark may
    /// hide a part of it.
    fn has_edge(&self, at: (usize, usize), edge: &EdgeDirection) -> bool {
        (1..=edge.length(self.geometry.scale))
            .any(|far| self.near(at, edge.rows * far, edge.columns * far) == edge.drawn)
    }

    /// Every visible point.
    fn surface(&self) -> Result<ShownPoints, NoStack> {
        let lattice = self.geometry.lattice;
        let size = lattice.size() as i8;
        let mut surface = ShownPoints::new();
        // The left corner of the first hole of the longest row is always visible.
        let mut open = vec![(self.geometry.locate([0, 1, lattice.size()]), [0, 1, size])];
        while let Some((at, point)) = open.pop() {
            match surface.insert(at, point) {
                Some(known) if known == point => continue,
                Some(_) => return Err(NoStack::Edges),
                None => {}
            }
            for edge in EDGES.iter().filter(|edge| self.has_edge(at, edge)) {
                let point = [0, 1, 2].map(|axis| point[axis] + edge.step[axis]);
                let far = edge.length(self.geometry.scale) + 1;
                let row = at.0.checked_add_signed(far * edge.rows).ok_or(NoStack::Edges)?;
                let column = at.1.checked_add_signed(far * edge.columns).ok_or(NoStack::Edges)?;
                if point.iter().any(|coordinate| !(0..=size).contains(coordinate)) {
                    return Err(NoStack::Edges);
                }
                open.push(((row, column), point));
            }
        }
        for hole in lattice.cells_of_level(0).iter().map(CellId::from_index) {
            let at = self.geometry.nest(hole);
            if self.near(at, -1, 1) == b'.' && self.near(at, 1, 1) == b'.' {
                let deepest =
                    lattice.cell(hole).coordinates().map(|coordinate| coordinate as i8 + 1);
                surface.insert(at, deepest);
            }
        }
        Ok(surface)
    }
}

/// Whether the characters could be the upper edge of a board, possibly painted at one end.
fn is_upper_edge(characters: &[u8]) -> bool {
    let [b'+', inner @ .., b'+'] = characters else { return false };
    inner.iter().all(|c| matches!(c, b'-' | b'o' | b'O')) && inner.contains(&b'-')
}
