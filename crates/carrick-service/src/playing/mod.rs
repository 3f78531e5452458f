//! A board in play: its game replayed, clocks, conditional moves, ratings and handicaps, and tasks
//! for the computer.
//!
//! Everything here is computed from the [state](crate::state), and nothing changes it.

mod clock;
mod computer_task;
mod fair_play;
pub(crate) mod handicap;
mod job;
mod practice;
mod queue;
pub(crate) mod rating;
mod scene;
mod solving;
mod table;

pub use clock::Clock;
pub(crate) use clock::due_after;
pub use computer_task::ComputerTask;
pub(crate) use computer_task::computer_seat;
pub use fair_play::{EngineUse, is_of_game, plays_alone, running_game_of};
pub use job::{NextJob, WaitingJob, next_job};
pub use practice::Practice;
pub(crate) use queue::{Answer, Queue};
pub use rating::{FinishedGame, Replay, rate_solver};
pub(crate) use scene::{Reader, Scene};
pub use solving::solve;
pub(crate) use table::{Table, new_game};
