//! Drawings back into positions.
//!
//! Every face that shows is drawn with its four edges, and every edge is one unit along an axis. So
//! from one known point, walking along the edges gives the place in space of every point that
//! shows, and with them which cells are full. The fill of the faces tells whose the cubes are.

use std::collections::BTreeMap;

use crate::Colour;
use crate::cubes::drawing::{Face, Geometry};
use crate::cubes::{Cell, CellId, Cells, Lattice};

use super::drawing::SCALE;

/// What a drawing shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Holes to a side.
    pub size: u8,
    /// The cubes, sorted by cell.
    pub cubes: Vec<SeenCube>,
}

/// A cube in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenCube {
    /// Where it stands.
    pub cell: Cell,
    /// Whose it is; unknown when others cover it.
    pub colour: Option<Colour>,
    /// Whether it is drawn in capitals.
    pub capital: bool,
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
    /// A face of a cube is filled with none of `o`, `x`, `O` and `X`, or its faces differ.
    #[error("the faces of the cube in {cell} are not filled with one of o, x, O and X")]
    Fill {
        /// The cube's cell.
        cell: Cell,
    },
}

/// Reads a drawing of either style, with or without other text above, below or to the left of it.
///
/// ```
/// use carrick_games::{Board as _, Colour, DrawStyle, Game, ankor};
/// let game = Game::<ankor::Board>::new(ankor::Options::default()).play_text("d3").unwrap();
/// let seen = ankor::read_drawing(&game.board().draw(DrawStyle::LABELLED))?;
/// assert_eq!(seen.size, 6);
/// assert_eq!(seen.cubes[0].colour, Some(Colour::Light));
/// # Ok::<(), ankor::ReadError>(())
/// ```
///
/// # Errors
/// When the text shows no board, or no position.
pub fn read_drawing(text: &str) -> Result<Seen, ReadError> {
    let page = Page::find(text)?;
    let surface = page.surface()?;
    let full = page.full_cells(&surface)?;
    let lattice = page.geometry.lattice;
    let cubes = full.iter().map(|at| page.cube(&full, CellId::from_index(at)));
    Ok(Seen { size: lattice.size(), cubes: cubes.collect::<Result<_, _>>()? })
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
    /// Rows and columns to the middle of the edge.
    rows: isize,
    columns: isize,
    /// The character it is drawn with.
    drawn: u8,
    /// The same in space.
    step: Spatial,
}

const EDGES: [Edge; 6] = [
    Edge { rows: 0, columns: 2, drawn: b'-', step: [1, 0, 0] },
    Edge { rows: 0, columns: -2, drawn: b'-', step: [-1, 0, 0] },
    Edge { rows: 1, columns: -1, drawn: b'/', step: [0, 1, 0] },
    Edge { rows: -1, columns: 1, drawn: b'/', step: [0, -1, 0] },
    Edge { rows: -1, columns: -1, drawn: b'\\', step: [0, 0, 1] },
    Edge { rows: 1, columns: 1, drawn: b'\\', step: [0, 0, -1] },
];

impl<'a> Page<'a> {
    /// Finds the board's upper edge, and its size by the left corners of the longest row.
    fn find(text: &'a str) -> Result<Self, ReadError> {
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let edge = |line: &&[u8]| line.windows(5).position(|five| five == b"+---+");
        let (margin, column) = lines
            .iter()
            .enumerate()
            .find_map(|(row, line)| Some((row, edge(line)?)))
            .ok_or(ReadError::NoBoard)?;
        let shift = column.checked_sub(6).ok_or(ReadError::NoBoard)?;
        let corner = |row: usize| lines.get(row).and_then(|line| line.get(column - 2));
        let size = (0..11).take_while(|hole| corner(margin + 2 + 4 * hole) == Some(&b'+')).count();
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

    /// Whether an edge leads from where a point is drawn in one of the six directions. The name of
    /// a spot leaves only the left end of the level edge that leads to the spot.
    fn has_edge(&self, at: (usize, usize), edge: &Edge) -> bool {
        let columns = match edge.columns {
            2 => 1,
            -2 => -3,
            columns => columns,
        };
        self.near(at, edge.rows, columns) == edge.drawn
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
                let row = at.0.checked_add_signed(2 * edge.rows).ok_or(ReadError::Edges)?;
                let column = at.1.checked_add_signed(2 * edge.columns).ok_or(ReadError::Edges)?;
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

    /// A cube as its faces show it.
    fn cube(&self, full: &Cells, id: CellId) -> Result<SeenCube, ReadError> {
        let lattice = self.geometry.lattice;
        let (at, cell) = (self.geometry.cube(id), lattice.cell(id));
        let exposed = |face: &Face| {
            let over = lattice.resting(id, *face as usize);
            over.is_none_or(|over| !full.contains(over.index()))
        };
        let mut fills = Face::ALL.into_iter().filter(exposed).map(|face| match face {
            Face::Left => self.near(at, -1, -2),
            Face::UpperRight => self.near(at, -1, 1),
            Face::LowerRight => self.near(at, 1, 1),
        });
        let Some(fill) = fills.next() else {
            return Ok(SeenCube { cell, colour: None, capital: false });
        };
        let colour = match fill.to_ascii_lowercase() {
            b'o' => Colour::Light,
            b'x' => Colour::Dark,
            _ => return Err(ReadError::Fill { cell }),
        };
        if fills.any(|other| other != fill) {
            return Err(ReadError::Fill { cell });
        }
        Ok(SeenCube { cell, colour: Some(colour), capital: fill.is_ascii_uppercase() })
    }
}
