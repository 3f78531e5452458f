//! Boche (Cameron Browne, 2008): cubes painted with bands; enclose a group of the opponent, or join
//! the three sides of the board.
//!
//! The rules are told in `docs/rules/boche.md`. A position is a [`Board`]; a [`Setup`] makes one
//! that was not reached by play.

mod actions;
mod board;
mod drawing;
mod facts;
mod group;
mod illegal;
mod joining;
mod marks;
mod notation;
mod options;
mod reading;
mod rotation;
mod setup;
mod surface;
mod symmetry;
mod tiles;
mod topology;
mod turns;
mod winning;

pub use board::Board;
pub(crate) use facts::FACTS;
pub use group::Group;
pub use illegal::{Fitting, Illegal};
pub use options::{EndRule, Join, Options};
pub use reading::{ReadError, Seen, SeenCube, read_drawing};
pub use rotation::Rotation;
pub use setup::{Setup, SetupError, SetupTurn};
pub use tiles::draw_rotations;
pub use turns::{Turn, Turns, nearest_on};
