//! Drawings back into positions.
//!
//! Every face that shows is drawn with its four edges, and every edge is one unit along an axis and
//! keeps its line at its Light end. So from one known point, walking along the edges gives the
//! place in space of every point that shows, and with them which cells are full. The paint of the
//! faces then tells the rotations, by comparison with the pictures.

use std::collections::BTreeMap;

use crate::cubes::drawing::{Face, Geometry};
use crate::cubes::{Cell, CellId, Cells, Lattice};

use super::drawing::SCALE;
use super::marks::Marks;
use super::turns::nearest_on;
use super::{Rotation, tiles};

/// What a drawing shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Holes to a side.
    pub size: u8,
    /// The cubes, sorted by cell.
    pub cubes: Vec<SeenCube>,
}

/// A cube in a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenCube {
    /// Where it stands.
    pub cell: Cell,
    /// The rotations in which it would look so: one when two of its faces or more show.
    pub rotations: Vec<Rotation>,
    /// Whether it is marked as the one placed last.
    pub last: bool,
}

/// Why a text is not the drawing of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No upper edge of a board, or a board of an impossible size.
    #[error("there is no board of 2 to 10 holes to a side here")]
    NoBoard,
    /// The edges do not fit together.
    #[error("the edges of the drawing do not fit together")]
    Edges,
    /// The paint of a cube is that of none of the rotations that match the others.
    #[error("the cube in {cell} is painted like none of the rotations that match the others")]
    Paint {
        /// The cube's cell.
        cell: Cell,
    },
}

/// Reads a drawing of either style, with or without other text above, below or to the left of it.
///
/// ```
/// use carrick_games::{Board as _, DrawStyle, Game, boche};
/// let game = Game::<boche::Board>::new(boche::Options::default()).play_text("c:d3").unwrap();
/// let seen = boche::read_drawing(&game.board().draw(DrawStyle::LABELLED))?;
/// assert_eq!(seen.size, 6);
/// assert_eq!(seen.cubes[0].rotations, [boche::Rotation::C]);
/// # Ok::<(), boche::ReadError>(())
/// ```
///
/// # Errors
/// When the text shows no board, or no position.
pub fn read_drawing(text: &str) -> Result<Seen, ReadError> {
    let page = Page::find(text)?;
    let surface = page.surface()?;
    let full = page.full_cells(&surface)?;
    let lattice = page.geometry.lattice;
    let shown = |id| Face::ALL.into_iter().filter(move |&face| is_shown(lattice, &full, id, face));
    let mut cubes: Vec<(CellId, SeenCube)> =
        full.iter().map(CellId::from_index).map(|id| (id, page.cube(id, shown(id)))).collect();
    // Any face that shows gives away the colour of the nearest corner, and with it that of all.
    let base = cubes
        .iter()
        .filter(|&&(id, _)| shown(id).next().is_some())
        .find_map(|(id, cube)| Some((cube.rotations.first()?.nearest(), lattice.level(*id))))
        .map(|(nearest, level)| nearest_on(nearest, level));
    for (id, cube) in &mut cubes {
        let nearest = base.map(|base| nearest_on(base, lattice.level(*id)));
        cube.rotations.retain(|rotation| Some(rotation.nearest()) == nearest);
        if cube.rotations.is_empty() {
            return Err(ReadError::Paint { cell: cube.cell });
        }
    }
    Ok(Seen { size: lattice.size(), cubes: cubes.into_iter().map(|(_, cube)| cube).collect() })
}

/// A point of space that shows.
type Spatial = [i8; 3];
/// What shows at each row and column where a lattice point is drawn.
type Surface = BTreeMap<(usize, usize), Spatial>;

/// A text with a board in it.
struct Page<'a> {
    lines: Vec<&'a [u8]>,
    geometry: Geometry,
    /// Columns to the left of where boards begin.
    shift: usize,
}

/// One of the six directions in which edges lead from a point.
struct Edge {
    /// Rows and columns to the character nearest to the point.
    rows: isize,
    columns: isize,
    /// How many characters it has, and with which it is drawn.
    length: isize,
    drawn: u8,
    /// The same in space.
    step: Spatial,
}

const EDGES: [Edge; 6] = [
    Edge { rows: 0, columns: 1, length: 5, drawn: b'-', step: [1, 0, 0] },
    Edge { rows: 0, columns: -1, length: 5, drawn: b'-', step: [-1, 0, 0] },
    Edge { rows: 1, columns: -1, length: 2, drawn: b'/', step: [0, 1, 0] },
    Edge { rows: -1, columns: 1, length: 2, drawn: b'/', step: [0, -1, 0] },
    Edge { rows: -1, columns: -1, length: 2, drawn: b'\\', step: [0, 0, 1] },
    Edge { rows: 1, columns: 1, length: 2, drawn: b'\\', step: [0, 0, -1] },
];

impl<'a> Page<'a> {
    /// Finds the board's upper edge, and its size by the left corners of the longest row.
    fn find(text: &'a str) -> Result<Self, ReadError> {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let (margin, column) = lines
            .iter()
            .enumerate()
            .find_map(|(row, line)| Some((row, line.windows(7).position(is_upper_edge)?)))
            .ok_or(ReadError::NoBoard)?;
        let shift = column.checked_sub(6).ok_or(ReadError::NoBoard)?;
        let corner = |row: usize| lines.get(row).and_then(|line| line.get(column - 3));
        let size = (0..11).take_while(|hole| corner(margin + 3 + 6 * hole) == Some(&b'+')).count();
        if !(2..=10).contains(&size) {
            return Err(ReadError::NoBoard);
        }
        let geometry = Geometry { lattice: Lattice::of(size as u8), scale: SCALE, margin };
        Ok(Self { lines, geometry, shift })
    }

    /// The character so many rows and columns from where a point is drawn; blank off the page.
    fn near(&self, (row, column): (usize, usize), rows: isize, columns: isize) -> u8 {
        let found = || {
            let row = row.checked_add_signed(rows)?;
            let column = (column + self.shift).checked_add_signed(columns)?;
            self.lines.get(row)?.get(column).copied()
        };
        found().unwrap_or(b' ')
    }

    /// Whether the paint so many rows and columns from where a point is drawn is Dark.
    fn is_dark(&self, at: (usize, usize), rows: isize, columns: isize) -> bool {
        self.near(at, rows, columns).eq_ignore_ascii_case(&(Marks::DARK as u8))
    }

    /// Whether an edge leads from where a point is drawn in one of the six directions.
    fn has_edge(&self, at: (usize, usize), edge: &Edge) -> bool {
        (1..=edge.length)
            .any(|far| self.near(at, edge.rows * far, edge.columns * far) == edge.drawn)
    }

    /// Every point that shows.
    fn surface(&self) -> Result<Surface, ReadError> {
        let lattice = self.geometry.lattice;
        let size = lattice.size() as i8;
        let mut surface = Surface::new();
        // The left corner of the first hole of the longest row shows whatever stands there.
        let mut open = vec![(self.geometry.locate([0, 1, lattice.size()]), [0, 1, size])];
        while let Some((at, point)) = open.pop() {
            match surface.insert(at, point) {
                Some(known) if known == point => continue,
                Some(_) => return Err(ReadError::Edges),
                None => {}
            }
            for edge in EDGES.iter().filter(|edge| self.has_edge(at, edge)) {
                let point = [0, 1, 2].map(|axis| point[axis] + edge.step[axis]);
                let far = edge.length + 1;
                let row = at.0.checked_add_signed(far * edge.rows).ok_or(ReadError::Edges)?;
                let column = at.1.checked_add_signed(far * edge.columns).ok_or(ReadError::Edges)?;
                if point.iter().any(|coordinate| !(0..=size).contains(coordinate)) {
                    return Err(ReadError::Edges);
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

    /// The cells that lie at or under the surface.
    fn full_cells(&self, surface: &Surface) -> Result<Cells, ReadError> {
        let lattice = self.geometry.lattice;
        let mut full = Cells::EMPTY;
        for id in lattice.ids() {
            let nearest = surface.get(&self.geometry.cube(id)).ok_or(ReadError::Edges)?;
            if nearest[0] <= lattice.cell(id).x as i8 {
                full.insert(id.index());
            }
        }
        let firm = |at: usize| {
            let supports = (0..3).filter_map(|axis| lattice.support(CellId::from_index(at), axis));
            supports.map(CellId::index).all(|support| full.contains(support))
        };
        if full.iter().all(firm) { Ok(full) } else { Err(ReadError::Edges) }
    }

    /// A cube with all rotations in which these faces of it would look so.
    fn cube(&self, id: CellId, shown: impl Iterator<Item = Face> + Clone) -> SeenCube {
        let at = self.geometry.cube(id);
        let looks_so = |rotation: &Rotation| {
            shown.clone().flat_map(|face| tiles::inside(*rotation, face)).all(
                |(row, column, paint)| {
                    let (rows, columns) = (row as isize - 3, column as isize - 6);
                    self.is_dark(at, rows, columns) == (paint == b'o')
                },
            )
        };
        SeenCube {
            cell: self.geometry.lattice.cell(id),
            rotations: Rotation::ALL.into_iter().filter(looks_so).collect(),
            // Far below another cube its nearest corner stands at the same point of the sheet.
            last: shown.count() == 3 && self.near(at, 0, 0) == Marks::LAST as u8,
        }
    }
}

/// Whether nothing rests on a face.
fn is_shown(lattice: &Lattice, full: &Cells, id: CellId, face: Face) -> bool {
    lattice.resting(id, face as usize).is_none_or(|over| !full.contains(over.index()))
}

/// Whether seven characters could be the upper edge of a board.
fn is_upper_edge(seven: &[u8]) -> bool {
    let [b'+', inner @ .., b'+'] = seven else { return false };
    inner.iter().all(|c| matches!(c, b'-' | b'o' | b'O')) && inner.contains(&b'-')
}
