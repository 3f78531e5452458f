//! A computer opponent for the games of `carrick-games`: Monte Carlo tree search, alpha-beta for
//! Ankor, nine levels, and matches.
//!
//! [`Engine`] searches a game and [`Player`] plays it at a [`Level`], with the game's own turns;
//! [`AnyEngine`] and [`AnyPlayer`] do so for a game of any kind, with turns by their names. Nothing
//! here does input or output or reads a clock: how long to think, when to stop, with how many
//! threads and from which seed are arguments. With one thread the same arguments give the same
//! turn.

pub mod ankor;
mod any;
pub mod arena;
pub mod boche;
mod each_turn;
mod end_solver;
mod engine;
mod evaluate;
mod games;
mod level;
mod limits;
mod lockless;
pub mod maps;
mod memory;
mod novice;
pub mod opening;
mod parts;
mod player;
pub mod playouts;
mod portable;
pub mod proof_number;
pub mod reference;
mod report;
mod searchable;
pub mod settled;
pub mod tactics;
pub mod tree;
mod value;

pub use any::{
    AnyContestant, AnyEngine, AnyPlayer, Thought, each_named_turn, even_out_by_name,
    pivotal_by_name, threats_by_name, winning_turns_by_name,
};
pub use each_turn::each_turn;
pub use end_solver::{EndSolver, Reach};
pub use engine::{Deepening, Engine};
pub use evaluate::{Evaluate, Leaf, PlayoutEvaluator};
pub use level::{Level, LevelError};
pub use limits::Limits;
pub use memory::Memory;
pub use novice::{Habits, Nearness};
pub use parts::Parts;
pub use player::{Choice, Player};
pub use playouts::{Playouts, Taken, Tally};
pub use report::{Line, Report};
pub use searchable::{Searchable, Tried, Tuning, node_microseconds};
pub use value::Value;
