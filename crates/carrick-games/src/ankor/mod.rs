//! Ankor (Cameron Browne, 2008): tilted cubes that can move; join the three sides of the board.
//!
//! For the rules, see `docs/rules/ankor.md`. A position is a [`Board`]; a [`Setup`] creates one
//! that was not reached by play.

mod actions;
mod board;
mod drawing;
mod facts;
mod illegal;
mod moving;
mod notation;
mod options;
mod setup;
mod stack;
mod symmetry;
mod turns;
mod winning;

pub use board::{Board, History, MOVES_WITHOUT_ADD};
pub use drawing::{ReadError, Seen, SeenCube, read_drawing};
pub(crate) use facts::FACTS;
pub use illegal::{Illegal, Instead};
pub use options::{Options, WinHeight};
pub use setup::{Setup, SetupError};
pub use turns::{Turn, Turns};
pub use winning::Group;
