//! A computer opponent for the games of `carrick-games`.
//!
//! Nothing here does input or output or reads a clock: how long to think, when to stop, with how many
//! threads and from which seed are arguments. With one thread the same arguments give the same turn.

pub mod ankor;
pub mod arena;
mod each_turn;
mod engine;
mod level;
mod limits;
pub mod maps;
pub mod opening;
pub mod playouts;
pub mod reference;
mod report;
mod searchable;
pub mod settled;
pub mod tactics;
pub mod tree;
mod value;

pub use each_turn::each_turn;
pub use engine::{Engine, Thought};
pub use level::{Choice, Level, LevelError, Player};
pub use limits::Limits;
pub use playouts::{Playouts, Taken, Tally};
pub use report::{Line, Report};
pub use searchable::{Searchable, Tried, Tuning};
pub use value::Value;
