//! Positions of Antipod listed stone by stone, for tests, experiments and editors.

use super::{Board, Options, Place, Point, Sphere};
use crate::Colour;

/// A position listed stone by stone and not yet checked; [`Setup::board`] checks it.
///
/// Black's stones on the two poles are always there; listing them changes nothing.
///
/// ```
/// use carrick_games::{Colour, Show as _, antipod::{Options, Setup, Sphere}};
/// let sphere = Sphere::of(Options::default());
/// let mut setup = Setup::bare(Options::default()); // without White's corners
/// setup.stones.push((sphere.parse("f14")?, Colour::Light));
/// let board = setup.board().unwrap();
/// assert_eq!(board.cells(), ["f14:White", "f17:Black", "f6:Black"]);
/// # Ok::<(), carrick_games::NotationError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The size of the sphere.
    pub options: Options,
    /// The stones, in any order.
    pub stones: Vec<(Point, Colour)>,
    /// The colour that plays next.
    pub to_move: Colour,
    /// The stone that was played last, if it is known.
    pub last: Option<Point>,
}

/// Why a listed position is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A stone on a point that this sphere does not have.
    #[error("one of the stones is not on this board")]
    OffBoard,
    /// Two stones on one point.
    #[error("{place} is listed twice")]
    Twice {
        /// The point.
        place: Place,
    },
    /// A white stone on a centre.
    #[error("{place} is a pole, and Black's in every position")]
    WhiteCentre {
        /// The point.
        place: Place,
    },
    /// The place of the last turn has no stone that was played.
    #[error("the last turn cannot have been there: the point is empty or a pole")]
    LastEmpty,
    /// The last turn belongs to the player who is to move.
    #[error("{place} cannot have been the last turn: its owner is to move")]
    LastByMover {
        /// The point.
        place: Place,
    },
}

impl Setup {
    /// A position with stones only on the centres, and White to move.
    #[must_use]
    pub const fn bare(options: Options) -> Self {
        Self { options, stones: Vec::new(), to_move: Colour::Light, last: None }
    }

    /// Checks the position, and creates the board.
    ///
    /// # Errors
    /// The first fault.
    pub fn board(&self) -> Result<Board, SetupError> {
        let sphere = Sphere::of(self.options);
        let mut board = Board::with_centres(sphere);
        let mut listed = super::PointSet::EMPTY;
        for &(point, colour) in &self.stones {
            if sphere.site(point).is_none() {
                return Err(SetupError::OffBoard);
            }
            let place = sphere.place(point);
            if listed.has(point) {
                return Err(SetupError::Twice { place });
            }
            listed.insert(point);
            match (sphere.centres().contains(&point), colour) {
                (true, Colour::Dark) => {}
                (true, Colour::Light) => return Err(SetupError::WhiteCentre { place }),
                (false, _) => board.place(point, colour),
            }
        }
        self.check_last(&board)?;
        board.set_turn(self.to_move, self.last);
        Ok(board)
    }

    fn check_last(&self, board: &Board) -> Result<(), SetupError> {
        let Some(last) = self.last else { return Ok(()) };
        let sphere = board.sphere();
        match board.stone_at(last).filter(|_| !sphere.centres().contains(&last)) {
            None => Err(SetupError::LastEmpty),
            Some(owner) if owner == self.to_move => {
                Err(SetupError::LastByMover { place: sphere.place(last) })
            }
            Some(_) => Ok(()),
        }
    }
}

impl From<&Board> for Setup {
    /// The list of a board's stones, from which [`Setup::board`] creates an equal board.
    fn from(board: &Board) -> Self {
        let stones = Colour::BOTH
            .into_iter()
            .flat_map(|colour| board.stones(colour).into_iter().map(move |point| (point, colour)))
            .collect();
        Self {
            options: crate::Board::options(board),
            stones,
            to_move: crate::Board::to_move(board),
            last: board.last_turn(),
        }
    }
}
