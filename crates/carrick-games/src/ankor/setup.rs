//! Positions of Ankor listed cube by cube, for tests, experiments and editors.

use super::board::Board;
use super::options::Options;
use super::stack::{Stack, Topology};
use super::turns::Turn;
use crate::cubes::{Cell, CellId, Lattice, Place};
use crate::{Colour, GameKind};

/// A position described cube by cube, not yet checked.
///
/// ```
/// use carrick_games::{Show as _, cubes::Cell};
/// use carrick_games::{Board as _, Colour, ankor};
/// let options = ankor::Options::default();
/// let mut setup = ankor::Setup::new(options, Colour::Dark);
/// setup.cubes.push((Cell { x: 2, y: 2, z: 1 }, Colour::Light));
/// let board = setup.board()?;
/// assert_eq!(board.cells(), ["2,2,1:O"]);
/// # Ok::<(), ankor::SetupError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The options of the game.
    pub options: Options,
    /// Every cube, in any order.
    pub cubes: Vec<(Cell, Colour)>,
    /// The colour to move.
    pub to_move: Colour,
    /// Whether the players have exchanged colours.
    pub swapped: bool,
    /// The last turn, if it added or moved a cube: the cell that the cube came from (`None` for the
    /// hand), and the cell where it is now.
    pub last: Option<(Option<Cell>, Cell)>,
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
    /// The position has more cubes of a colour than a player has.
    #[error("{} has {have} cubes, and the position shows {count}", GameKind::Ankor.colour_name(*.colour))]
    TooMany {
        /// The colour of the cubes.
        colour: Colour,
        /// Number of the colour's cubes on the board.
        count: usize,
        /// Number of cubes that each player has.
        have: u8,
    },
    /// The colours are exchanged without a first cube, or in a game without swap.
    #[error("the players cannot have swapped here")]
    Swapped,
    /// The last turn placed a cube that is not there, or one that its player does not own.
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

    /// The position of a board; passes are not included.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        use crate::Board as _;
        let lattice = board.lattice();
        let cubes = lattice.ids().filter_map(|id| Some((lattice.cell(id), board.cube(id)?)));
        let last = match board.last_turn() {
            Some(Turn::Add(to)) => Some((None, lattice.cell(to))),
            Some(Turn::Move { from, to }) => Some((Some(lattice.cell(from)), lattice.cell(to))),
            _ => None,
        };
        Self {
            options: board.options(),
            cubes: cubes.collect(),
            to_move: board.to_move(),
            swapped: board.seat_of(Colour::Light) == crate::Seat::Second,
            last,
        }
    }

    /// Checks the description, and creates the board.
    ///
    /// # Errors
    /// The first part that cannot occur in a game. A position that a player has won is accepted:
    /// its board has an outcome.
    pub fn board(&self) -> Result<Board, SetupError> {
        let stack = self.stack()?;
        self.check_counts(&stack)?;
        let last = self.last_turn(&stack)?;
        Ok(Board::found(self.options, stack, self.to_move, self.swapped, last))
    }

    /// Places the cubes, lower ones first.
    fn stack(&self) -> Result<Stack, SetupError> {
        let topology = Topology::of(self.options.size());
        let lattice = topology.lattice;
        let mut cubes = Vec::with_capacity(self.cubes.len());
        for &(cell, colour) in &self.cubes {
            cubes.push((self.id(lattice, cell)?, colour));
        }
        cubes.sort_by_key(|&(id, _)| lattice.level(id));
        let mut stack = Stack::new(topology);
        for (id, colour) in cubes {
            let cell = lattice.cell(id);
            if stack.has(id) {
                return Err(SetupError::Twice { cell });
            }
            let mut supports = (0..3).filter_map(|axis| lattice.support(id, axis));
            if let Some(missing) = supports.find(|&support| !stack.has(support)) {
                let (place, missing) = (lattice.place(id), lattice.cell(missing));
                return Err(SetupError::Unsupported { cell, place, missing });
            }
            stack.place(topology, id, colour);
        }
        Ok(stack)
    }

    fn check_counts(&self, stack: &Stack) -> Result<(), SetupError> {
        let have = self.options.cubes_each();
        for colour in Colour::BOTH {
            let count = stack.of(colour).len();
            if count > usize::from(have) {
                return Err(SetupError::TooMany { colour, count, have });
            }
        }
        if self.swapped && (!self.options.swap() || stack.all().is_empty()) {
            return Err(SetupError::Swapped);
        }
        Ok(())
    }

    fn last_turn(&self, stack: &Stack) -> Result<Option<Turn>, SetupError> {
        let lattice = Lattice::of(self.options.size());
        let Some((from, cell)) = self.last else { return Ok(None) };
        let to = self.id(lattice, cell)?;
        if stack.colour(to) != Some(!self.to_move) {
            return Err(SetupError::Last { cell });
        }
        match from {
            None if lattice.level(to) > 0 => Err(SetupError::Last { cell }),
            None => Ok(Some(Turn::Add(to))),
            Some(from) => Ok(Some(Turn::Move { from: self.id(lattice, from)?, to })),
        }
    }

    fn id(&self, lattice: &Lattice, cell: Cell) -> Result<CellId, SetupError> {
        lattice.id(cell).ok_or(SetupError::OffBoard { cell, size: lattice.size() })
    }
}
