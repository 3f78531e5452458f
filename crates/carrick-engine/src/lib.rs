//! A computer opponent for the games of `carrick-games`: Monte Carlo tree search, alpha-beta for
//! Ankor, nine levels, and tables of solved boards.
//!
//! [`Engine`] searches a game and [`Player`] plays it at a [`Level`], with the game's own turns;
//! [`AnyEngine`] and [`AnyPlayer`] do the same for any kind of game, with turns by their names.
//! Nothing here does input or output or reads a clock: you pass how long to think, when to stop,
//! the number of threads and the seed. On one thread, the same arguments give the same turn.

mod ankor;
mod any;
mod endgame;
mod games;
mod lockless;
mod players;
pub mod playouts;
pub mod portable;
mod report;
mod search;
mod searchable;
mod settings;
pub mod tables;

pub use ankor::AnkorGames;
pub use any::{
    AnyEngine, AnyPlayer, Thought, each_named_turn, even_out_by_name, pivotal_by_name,
    threats_by_name, winning_turns_by_name,
};
pub use endgame::{EndSolver, LastCubes, Reach, proof_number, settled};
pub use players::{ChosenTurn, Level, LevelError, Player, opening};
pub use playouts::{AmafCount, PlayoutTally, Playouts, maps};
pub use report::{Exact, Report, ReportLine, Value};
pub use search::{AlphaBeta, Engine, Evaluate, Leaf, PlayoutEvaluator, each_turn, tree};
pub use searchable::{
    Deepening, Habits, Nearness, Searchable, Tuning, TurnsTried, node_microseconds, tactics,
};
pub use settings::{Limits, Memory, SearchParts};
