//! The action space: a number for every turn, for learning programs, databases and tables.

use crate::Board;

/// A fixed numbering of all turns of a game, for each size of the board.
///
/// The numbers for a game and size never change, so data that was stored with them stays valid.
/// Every legal turn of every position has a number, including [`swap`](Board::is_swap) and
/// [`pass`](Board::is_pass), and no two turns share one. Some numbers have no turn; for those
/// [`turn_of`](Self::turn_of) returns `None`.
///
/// Each game describes the numbering of its turns at its `impl`.
///
/// ```
/// use carrick_games::anchor::{Board, Options, Turn};
/// use carrick_games::{ActionSpace, Board as _, Game, TurnSet as _};
/// let options = Options::default();
/// let game = Game::<Board>::new(options);
/// assert_eq!(Board::actions(options), 169 + 2);
/// assert_eq!(Board::action(options, Turn::Pass), 170);
/// for turn in game.legal_turns().iter() {
///     assert_eq!(Board::turn_of(options, Board::action(options, turn)), Some(turn));
/// }
/// ```
pub trait ActionSpace: Board {
    /// Number of actions on boards with these options: one more than the largest number.
    fn actions(options: Self::Options) -> usize;

    /// The number of a turn, below [`actions`](Self::actions).
    ///
    /// # Panics
    /// May panic if the turn belongs to a board of another size.
    fn action(options: Self::Options, turn: Self::Turn) -> usize;

    /// The turn with a number; `None` if no turn has it.
    fn turn_of(options: Self::Options, action: usize) -> Option<Self::Turn>;
}
