//! Reads drawings of Ankor positions.
//!
//! The edges show which cells are full, and the fill of the faces shows the colours of the cubes.

use super::show::SCALE;
use crate::Colour;
use crate::cubes::drawing::Face;
use crate::cubes::page::{NoStack, TextPage};
use crate::cubes::{Cell, CellId, Cells};

/// The contents of a drawing: the size of the board and the cubes.
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
    /// Its cell.
    pub cell: Cell,
    /// Its colour; `None` if other cubes cover it.
    pub colour: Option<Colour>,
    /// Whether it is drawn in capitals.
    pub capital: bool,
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
    /// The faces of a cube are not filled with `o`, `x`, `O` or `X`, or they differ.
    #[error("the faces of the cube in {cell} are not filled with one of o, x, O and X")]
    Fill {
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
/// use carrick_games::{Colour, DrawStyle, Game, Show as _, ankor};
/// let game = Game::<ankor::Board>::new(ankor::Options::default()).play_text("d3").unwrap();
/// let seen = ankor::read_drawing(&game.board().draw(DrawStyle::LABELLED))?;
/// assert_eq!(seen.size, 6);
/// assert_eq!(seen.cubes[0].colour, Some(Colour::Light));
/// # Ok::<(), ankor::ReadError>(())
/// ```
///
/// # Errors
/// If the text does not show a board, or not a position.
pub fn read_drawing(text: &str) -> Result<Seen, ReadError> {
    let page = TextPage::find(text, SCALE)?;
    let full = page.full_cells()?;
    let lattice = page.geometry.lattice;
    let cubes = full.iter().map(|at| cube(&page, full, CellId::from_index(at)));
    Ok(Seen { size: lattice.size(), cubes: cubes.collect::<Result<_, _>>()? })
}

/// A cube, as its visible faces show it.
fn cube(page: &TextPage<'_>, full: Cells, id: CellId) -> Result<SeenCube, ReadError> {
    let lattice = page.geometry.lattice;
    let (at, cell) = (page.geometry.cube(id), lattice.cell(id));
    let mut fills = page.shown(full, id).map(|face| match face {
        Face::Left => page.near(at, -1, -2),
        Face::UpperRight => page.near(at, -1, 1),
        Face::LowerRight => page.near(at, 1, 1),
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
