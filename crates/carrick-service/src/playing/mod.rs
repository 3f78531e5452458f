//! A board in play: its game replayed, clocks, conditional moves, ratings and handicaps, and tasks
//! for the computer.
//!
//! Everything here is computed from the [state](crate::state), and nothing changes it.

mod clock;
mod fair_play;
mod job;
mod practice;
mod queue;
pub(crate) mod rating;
mod table;

pub use clock::Clock;
pub(crate) use clock::due_after;
pub use fair_play::{EngineUse, is_of_game, plays_alone, running_game_of};
pub use job::ComputerTask;
pub use practice::Practice;
pub(crate) use queue::{QueueAnswer, QueuedTurns};
pub use rating::{FinishedGame, Replay, rate_solver, solve};
pub(crate) use table::{BoardInPlay, ReplyReader, Snapshot, new_game};
