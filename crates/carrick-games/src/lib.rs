//! The rules, notation and drawings of four connection games: Ankor, Boche and Antipod by Cameron
//! Browne, and Anchor by Steven Meyers.
//!
//! A [`Board`] is a position: fixed-size, `Copy`, without heap memory. A [`Game`] is a board with
//! its past. Time, randomness, files and networks are unknown here.

mod actions;
pub mod anchor;
pub mod ankor;
pub mod antipod;
mod any;
mod bits;
mod board;
pub mod boche;
mod canvas;
mod colour;
pub mod cubes;
mod facts;
mod game;
mod hash;
mod hexagon;
mod kind;
mod mistyped;
mod notation;
mod options;
mod outcome;
mod perft;
mod position;
pub mod records;
mod show;
mod symmetry;

pub use actions::ActionSpace;
pub use any::{AnyGame, AnyOptions};
pub use bits::{Bits, BitsIter};
pub use board::{Board, History, TurnSet};
pub use canvas::DrawStyle;
pub use colour::{Colour, Seat};
pub use facts::Facts;
pub use game::{Game, PlayError};
pub use hash::{hash_of, hash_of_hashes, hash_word};
pub use hexagon::HexSymmetry;
pub use kind::{GameKind, UnknownGame};
pub use mistyped::{did_you_mean, nearest_word};
pub use notation::{Illegal, Notation, NotationError, TurnError, normalise, split_place};
pub use options::{GameOptions, OptionError, OptionInfo, SizeLimits};
pub use outcome::{DrawBy, Outcome, Proof, WinBy};
pub use perft::perft;
pub use position::Position;
pub use show::Show;
pub use symmetry::{Symmetric, Symmetry};
