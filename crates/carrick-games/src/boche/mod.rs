//! Boche (Cameron Browne, 2008): cubes painted with bands; enclose a group of the opponent, or join
//! the three sides of the board.
//!
//! For the rules, see `docs/rules/boche.md`. A position is a [`Board`]; a [`Setup`] creates one
//! that was not reached by play.

mod actions;
mod board;
mod drawing;
mod facts;
mod illegal;
mod notation;
mod options;
mod rotation;
mod setup;
mod surface;
mod symmetry;
mod topology;
mod turns;
mod winning;

pub use board::Board;
pub use drawing::{ReadError, Seen, SeenCube, draw_rotations, read_drawing};
pub(crate) use facts::FACTS;
pub use illegal::{Fitting, Illegal};
pub use options::{EndRule, Join, Options};
pub use rotation::Rotation;
pub use setup::{Setup, SetupError, SetupTurn};
pub use turns::{Turn, Turns, nearest_on};
pub use winning::Group;
