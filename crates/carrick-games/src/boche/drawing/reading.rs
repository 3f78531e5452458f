//! Reads drawings of Boche positions.
//!
//! The edges show which cells are full, and the paint of the faces shows the rotations, by
//! comparison with the pictures. (An edge keeps its line at its Light end.)

use super::marks::Marks;
use super::show::SCALE;
use super::tiles;
use crate::boche::rotation::Rotation;
use crate::boche::turns::nearest_on;
use crate::cubes::drawing::Face;
use crate::cubes::page::{NoStack, TextPage};
use crate::cubes::{Cell, CellId};

/// The contents of a drawing: the size of the board and the cubes.
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
    /// Its cell.
    pub cell: Cell,
    /// The rotations that would look like this: only one if at least two faces are visible.
    pub rotations: Vec<Rotation>,
    /// Whether it is marked as the last cube placed.
    pub last: bool,
}

/// Why a text is not the drawing of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// There is no upper edge of a board, or the board has an impossible size.
    #[error("there is no board of 2 to 10 holes to a side here")]
    NoBoard,
    /// The edges do not fit together.
    #[error("the edges of the drawing do not fit together")]
    Edges,
    /// The paint of a cube matches none of the rotations that fit the other cubes.
    #[error("the paint of the cube in {cell} matches none of the rotations that fit the others")]
    Paint {
        /// The cube's cell.
        cell: Cell,
    },
}

impl From<NoStack> for ReadError {
    fn from(error: NoStack) -> Self {
        match error {
            NoStack::NoBoard => Self::NoBoard,
            NoStack::Edges => Self::Edges,
        }
    }
}

/// Reads a drawing in either style, with or without other text above, below or to the left of it.
///
/// ```
/// use carrick_games::{DrawStyle, Game, Show as _, boche};
/// let game = Game::<boche::Board>::new(boche::Options::default()).play_text("c:d3").unwrap();
/// let seen = boche::read_drawing(&game.board().draw(DrawStyle::LABELLED))?;
/// assert_eq!(seen.size, 6);
/// assert_eq!(seen.cubes[0].rotations, [boche::Rotation::C]);
/// # Ok::<(), boche::ReadError>(())
/// ```
///
/// # Errors
/// If the text does not show a board, or not a position.
pub fn read_drawing(text: &str) -> Result<Seen, ReadError> {
    let page = TextPage::find(text, SCALE)?;
    let full = page.full_cells()?;
    let lattice = page.geometry.lattice;
    let shown = |id| page.shown(full, id);
    let mut cubes: Vec<(CellId, SeenCube)> =
        full.iter().map(CellId::from_index).map(|id| (id, cube(&page, id, shown(id)))).collect();
    // Any visible face shows the colour of the cube's nearest corner, and so that of all cubes.
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

/// A cube with all rotations that its visible faces match.
fn cube(page: &TextPage<'_>, id: CellId, shown: impl Iterator<Item = Face> + Clone) -> SeenCube {
    let at = page.geometry.cube(id);
    let looks_so = |rotation: &Rotation| {
        shown.clone().flat_map(|face| tiles::inside(*rotation, face)).all(|(row, column, paint)| {
            let (rows, columns) = (row as isize - 3, column as isize - 6);
            is_dark(page, at, rows, columns) == (paint == b'o')
        })
    };
    SeenCube {
        cell: page.geometry.lattice.cell(id),
        rotations: Rotation::ALL.into_iter().filter(looks_so).collect(),
        // The nearest corner of a cube far above may be drawn at the same point of the sheet.
        last: shown.count() == 3 && page.near(at, 0, 0) == Marks::LAST as u8,
    }
}

/// Whether the paint at an offset of rows and columns from a drawn point is Dark.
fn is_dark(page: &TextPage<'_>, at: (usize, usize), rows: isize, columns: isize) -> bool {
    page.near(at, rows, columns).eq_ignore_ascii_case(&(Marks::DARK as u8))
}
