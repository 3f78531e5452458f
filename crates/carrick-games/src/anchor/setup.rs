//! Positions of Anchor listed stone by stone, for tests, the lab and editors.

use super::board::{Board, Stage};
use super::options::{Opening, Options};
use super::point::Point;
use super::turns::Turn;
use crate::{Board as _, Colour, GameKind, Seat};

/// A position listed stone by stone and not yet checked; [`Setup::board`] checks it.
///
/// ```
/// use carrick_games::{Colour, anchor::{Options, Setup}};
/// let mut setup = Setup::new(Options::default());
/// setup.stones.push(("A1".parse()?, Colour::Light));
/// let board = setup.board()?;
/// assert_eq!(board.score().dead, ["A1"]); // an away corner of White
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The options of the game. Handicap stones are not added automatically: list them with the
    /// others.
    pub options: Options,
    /// The stones, in any order.
    pub stones: Vec<(Point, Colour)>,
    /// The colour that plays next.
    pub to_move: Colour,
    /// The seat that holds Black.
    pub black: Seat,
    /// The stage of the opening.
    pub stage: Stage,
    /// The last turn, if it is known. It matters for mirrored stones and for passes.
    pub last: Option<Turn>,
    /// Number of passes in a row, without those of a refined opening's setup. After two the game is
    /// over.
    pub passes: u8,
}

/// Why a listed position is not a position of Anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A stone is not on the board.
    #[error("{point} is not on a board of size {size}")]
    OffBoard {
        /// The point.
        point: Point,
        /// The size of the board.
        size: u8,
    },
    /// Two stones are on one point.
    #[error("{point} is listed twice")]
    Repeated {
        /// The point.
        point: Point,
    },
    /// The last turn was a stone that is not on the board.
    #[error(
        "the last turn was {} on {point}, but that stone is not there",
        GameKind::Anchor.colour_name(*.colour)
    )]
    NoLastStone {
        /// The point of the last turn.
        point: Point,
        /// The colour that is not to move.
        colour: Colour,
    },
    /// The number of passes does not match the last turn, or is more than two.
    #[error("the number of passes does not fit the last turn")]
    Passes,
    /// A swap, or exchanged colours, although a swap cannot have happened.
    #[error("the colours cannot have been swapped here")]
    Swap,
    /// The stage does not exist in this opening.
    #[error("that stage does not belong to this opening")]
    Stage,
    /// The position cannot be reached in so early a stage.
    #[error("the position does not fit the stage of the opening")]
    Opening,
}

impl Setup {
    /// An empty board on which the opening is over and Black is to move.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self {
            options,
            stones: Vec::new(),
            to_move: Colour::Dark,
            black: Seat::First,
            stage: Stage::Play,
            last: None,
            passes: 0,
        }
    }

    /// The position, checked.
    ///
    /// # Errors
    /// The first fault.
    pub fn board(&self) -> Result<Board, SetupError> {
        let mut board = Board::empty(self.options);
        for &(point, colour) in &self.stones {
            if !board.has(point) {
                return Err(SetupError::OffBoard { point, size: self.options.size() });
            }
            if board.stone_at(point).is_some() {
                return Err(SetupError::Repeated { point });
            }
            board.put(point, colour);
        }
        board.to_move = self.to_move;
        board.black = self.black;
        board.stage = self.stage;
        board.last = self.last;
        board.passes = self.passes;
        check_last_turn(&board)?;
        check_stage(&board)?;
        if board.passes == 2 {
            board.outcome = Some(board.count().outcome());
        }
        Ok(board)
    }
}

impl From<&Board> for Setup {
    fn from(board: &Board) -> Self {
        let stone = |point| Some((point, board.stone_at(point)?));
        Self {
            options: board.options(),
            stones: board.points().filter_map(stone).collect(),
            to_move: board.to_move,
            black: board.black,
            stage: board.stage,
            last: board.last,
            passes: board.passes,
        }
    }
}

/// Checks that the last turn can have led to the position.
fn check_last_turn(board: &Board) -> Result<(), SetupError> {
    let swaps = matches!(board.options.opening(), Opening::Swap | Opening::Refined);
    let passes = match board.last {
        Some(Turn::Stone(point)) => {
            let colour = !board.to_move;
            if board.stone_at(point) != Some(colour) {
                return Err(SetupError::NoLastStone { point, colour });
            }
            0..=0
        }
        Some(Turn::Swap) if board.to_move == Colour::Dark || board.black == Seat::First => {
            return Err(SetupError::Swap);
        }
        Some(Turn::Pass) if board.stage == Stage::Play => 1..=2,
        Some(Turn::Swap | Turn::Pass) | None => 0..=0,
    };
    if board.black == Seat::Second && !swaps {
        return Err(SetupError::Swap);
    }
    if passes.contains(&board.passes) { Ok(()) } else { Err(SetupError::Passes) }
}

/// Checks the opening: until it is over there are few stones, and no swap has happened.
fn check_stage(board: &Board) -> Result<(), SetupError> {
    let [light, dark] = Colour::BOTH.map(|colour| board.stones(colour));
    let refined = board.options.opening() == Opening::Refined;
    let (belongs, to_move, fits) = match board.stage {
        Stage::Play => return Ok(()),
        Stage::FirstTurn => {
            (board.options.opening() == Opening::Swap, Colour::Dark, light + dark == 0)
        }
        Stage::FirstSetUp => (refined, Colour::Dark, light + dark == 0),
        Stage::SecondSetUp => (refined, Colour::Light, light == 0 && dark <= 1),
        Stage::ThirdSetUp => (refined, Colour::Dark, light <= 1 && dark <= 1),
        Stage::MaySwap if refined => (true, Colour::Light, light <= 1 && dark <= 2),
        Stage::MaySwap => {
            (board.options.opening() == Opening::Swap, Colour::Light, light == 0 && dark == 1)
        }
    };
    let swapped = board.black == Seat::Second;
    match (belongs, fits && to_move == board.to_move && !swapped) {
        (true, true) => Ok(()),
        (true, false) => Err(SetupError::Opening),
        (false, _) => Err(SetupError::Stage),
    }
}
