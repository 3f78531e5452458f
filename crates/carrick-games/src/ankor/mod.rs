//! Ankor (Cameron Browne, 2008): tilted cubes that may move; join the three sides of the board.
//!
//! The rules are told in `docs/rules/ankor.md`. A position is a [`Board`]; a [`Setup`] makes one
//! that was not reached by play.

mod actions;
mod board;
mod drawing;
mod facts;
mod history;
mod illegal;
mod links;
mod moving;
mod notation;
mod options;
mod reading;
mod setup;
mod stack;
mod symmetry;
mod topology;
mod turns;
mod winning;

pub use board::Board;
pub(crate) use facts::FACTS;
pub use history::{History, MOVES_WITHOUT_ADD};
pub use illegal::{Illegal, Instead};
pub use links::Group;
pub use options::{Options, WinHeight};
pub use reading::{ReadError, Seen, SeenCube, read_drawing};
pub use setup::{Setup, SetupError};
pub use turns::{Turn, Turns};
