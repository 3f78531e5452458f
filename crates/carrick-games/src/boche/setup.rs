//! Positions of Boche listed cube by cube, for tests, experiments and editors.

use super::board::Board;
use super::illegal::Fitting;
use super::options::Options;
use super::rotation::Rotation;
use super::turns::Turn;
use crate::Colour;
use crate::cubes::{Cell, CellId, Lattice, Place};

/// A position described cube by cube, not yet checked.
///
/// ```
/// use carrick_games::{Show as _, cubes::Cell};
/// use carrick_games::{Board as _, Colour, boche};
/// let options = boche::Options::default();
/// let mut setup = boche::Setup::new(options, Colour::Dark);
/// setup.cubes.push((Cell { x: 2, y: 2, z: 1 }, boche::Rotation::C));
/// let board = setup.board()?;
/// assert_eq!(board.cells(), ["2,2,1:c"]);
/// # Ok::<(), boche::SetupError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The options of the game.
    pub options: Options,
    /// Every cube, in any order.
    pub cubes: Vec<(Cell, Rotation)>,
    /// The colour to move. In a game it is Light if the number of cubes is even; an experiment may
    /// set the other colour.
    pub to_move: Colour,
    /// Whether the players have exchanged colours.
    pub swapped: bool,
    /// The last turn, if it is known.
    pub last: Option<SetupTurn>,
}

/// The turn that led to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupTurn {
    /// It placed the cube in this cell.
    Place(Cell),
    /// It was the swap.
    Swap,
}

/// Why a description is not a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A cell that the board does not have.
    #[error("{cell} is not a cell of a board of size {size}")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// Holes to a side.
        size: u8,
    },
    /// Two cubes are in one cell.
    #[error("two cubes are in {cell}")]
    Twice {
        /// The cell.
        cell: Cell,
    },
    /// A cube is above an empty cell.
    #[error("the cube in {cell} ({place}) has no cube under it in {missing}")]
    Unsupported {
        /// The cube's cell.
        cell: Cell,
        /// Its place.
        place: Place,
        /// The empty cell below it.
        missing: Cell,
    },
    /// The edges of a cube do not match those of the others.
    #[error("the cube in {cell} does not match the others in rotation {rotation}; {fitting}")]
    Mismatch {
        /// The cube's cell.
        cell: Cell,
        /// Its rotation.
        rotation: Rotation,
        /// The rotations that match.
        fitting: Fitting,
    },
    /// A cube on level 0 that no order of placing connects to the others, in a game that requires
    /// it.
    #[error("in this game (-adjacent) the cube in {cell} needs a neighbour")]
    Apart {
        /// The cube's cell.
        cell: Cell,
    },
    /// The colours are exchanged without a first cube, or in a game without swap.
    #[error("the players cannot have swapped here")]
    Swapped,
    /// The last turn placed a cube that is not there, or that other cubes rest on.
    #[error("the last turn cannot have placed a cube in {cell}")]
    Last {
        /// The cell.
        cell: Cell,
    },
}

impl Setup {
    /// An empty board.
    #[must_use]
    pub const fn new(options: Options, to_move: Colour) -> Self {
        Self { options, cubes: Vec::new(), to_move, swapped: false, last: None }
    }

    /// The position that a board shows.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        use crate::Board as _;
        let lattice = board.lattice();
        let cubes = lattice.ids().filter_map(|id| Some((lattice.cell(id), board.rotation(id)?)));
        Self {
            options: board.options(),
            cubes: cubes.collect(),
            to_move: board.to_move(),
            swapped: board.seat_of(Colour::Light) == crate::Seat::Second,
            last: board.last_turn().map(|turn| match turn {
                Turn::Place { cell, .. } => SetupTurn::Place(lattice.cell(cell)),
                Turn::Swap => SetupTurn::Swap,
            }),
        }
    }

    /// Checks the description, and creates the board.
    ///
    /// # Errors
    /// The first part that cannot occur in a game. A position that a player has won is accepted:
    /// its board has an outcome.
    pub fn board(&self) -> Result<Board, SetupError> {
        let mut board = Board::bare(self.options, self.to_move, self.swapped);
        let lattice = board.lattice();
        let mut cubes = Vec::with_capacity(self.cubes.len());
        for &(cell, rotation) in &self.cubes {
            cubes.push((self.id(lattice, cell)?, rotation));
        }
        cubes.sort_by_key(|&(id, _)| (lattice.level(id), id));
        for &(id, rotation) in &cubes {
            Self::check_cube(&board, id, rotation)?;
            board.stand(id, rotation);
        }
        if self.options.adjacent() {
            Self::check_adjacent(&board)?;
        }
        if self.swapped && (!self.options.swap() || cubes.is_empty()) {
            return Err(SetupError::Swapped);
        }
        let last = self.last_turn(&board)?;
        board.finish_setup(last);
        Ok(board)
    }

    fn check_cube(board: &Board, id: CellId, rotation: Rotation) -> Result<(), SetupError> {
        let lattice = board.lattice();
        let cell = lattice.cell(id);
        if board.rotation(id).is_some() {
            return Err(SetupError::Twice { cell });
        }
        let mut supports = (0..3).filter_map(|axis| lattice.support(id, axis));
        if let Some(missing) = supports.find(|&support| board.rotation(support).is_none()) {
            let (place, missing) = (lattice.place(id), lattice.cell(missing));
            return Err(SetupError::Unsupported { cell, place, missing });
        }
        let fitting = board.fitting(id);
        if !fitting.rotations.contains(&rotation) {
            return Err(SetupError::Mismatch { cell, rotation, fitting });
        }
        Ok(())
    }

    /// Checks that, with `-adjacent`, the cubes on level 0 are connected.
    fn check_adjacent(board: &Board) -> Result<(), SetupError> {
        let lattice = board.lattice();
        let mut left = board.full() & board.topology().holes;
        let mut open: Vec<usize> = left.first().into_iter().collect();
        while let Some(at) = open.pop() {
            left.remove(at);
            open.extend((lattice.neighbours(CellId::from_index(at)) & left).iter());
        }
        match left.first() {
            Some(at) => Err(SetupError::Apart { cell: lattice.cell(CellId::from_index(at)) }),
            None => Ok(()),
        }
    }

    fn last_turn(&self, board: &Board) -> Result<Option<Turn>, SetupError> {
        let cell = match self.last {
            None => return Ok(None),
            Some(SetupTurn::Swap) if self.swapped && board.full().len() == 1 => {
                return Ok(Some(Turn::Swap));
            }
            Some(SetupTurn::Swap) => return Err(SetupError::Swapped),
            Some(SetupTurn::Place(cell)) => cell,
        };
        let lattice = board.lattice();
        let id = self.id(lattice, cell)?;
        let covered = (0..3)
            .filter_map(|axis| lattice.resting(id, axis))
            .any(|over| board.rotation(over).is_some());
        match board.rotation(id) {
            Some(rotation) if !covered => Ok(Some(Turn::Place { cell: id, rotation })),
            _ => Err(SetupError::Last { cell }),
        }
    }

    fn id(&self, lattice: &Lattice, cell: Cell) -> Result<CellId, SetupError> {
        lattice.id(cell).ok_or(SetupError::OffBoard { cell, size: lattice.size() })
    }
}
