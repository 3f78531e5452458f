//! Puzzles: positions in which exactly one turn wins, mined from games.
//!
//! A [`Puzzle`] is a game up to a turn and the solution from there: the only winning turn, the best
//! defence, the next winning turn and so on, up to five turns of the solver. [`examine`] finds one
//! in a position, [`Grade::of`] finds the weakest level of the computer that solves it, and
//! [`Puzzle::prove`] searches again. [`Collection::of`] returns the puzzles of a game, which are
//! text files in the folder `puzzles`, and [`Puzzle::judge`] judges a solver's turn.

mod collection;
mod ending;
mod mining;
mod proof;
mod tries;

#[cfg(test)]
mod tests;

pub use self::collection::{
    Collection, CollectionError, Grade, Puzzle, PuzzleError, PuzzleSource, Unproved, WinningLine,
    twin_key,
};
pub use self::ending::PuzzleEnding;
pub use self::mining::{Dull, MOST_OWN_TURNS, MinedPosition, examine, examine_defences};
pub use self::proof::{Certainty, Effort, proved_win};
pub use self::tries::{Answer, Refutation, said};
