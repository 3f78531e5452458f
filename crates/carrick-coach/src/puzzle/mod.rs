//! Puzzles: positions in which exactly one turn wins, mined from games.
//!
//! A [`Puzzle`] is a game up to a turn and the solution from there: the only winning turn, the best
//! defence, the next winning turn and so on, up to five turns of the solver's own. [`examine`]
//! finds one in a position, [`Grade::of`] says which level of the computer finds it too, and
//! [`Puzzle::prove`] searches again. [`Collection::of`] holds the puzzles of a game, which lie as
//! text in the folder `puzzles`, and [`Puzzle::answer`] judges a solver's turn.

mod answer;
mod carrier;
mod certainty;
mod collection;
mod day;
mod dull;
mod effort;
mod find;
mod grade;
mod judge;
mod line;
mod prove;
pub mod said;
mod solver;
mod twins;
mod win;

#[cfg(test)]
mod tests;

pub use answer::{Answer, Refutation};
pub use certainty::Certainty;
pub use collection::{Collection, CollectionError};
pub use dull::Dull;
pub use effort::Effort;
pub use find::{Found, MOST_OWN_TURNS, examine, examine_defences};
pub use grade::Grade;
pub use line::{Puzzle, PuzzleError, Source};
pub use prove::Unproved;
pub use twins::twin_key;
pub use win::proved_win;
