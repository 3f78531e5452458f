//! A board in play: its game replayed, clocks, conditional moves, ratings and handicaps, and tasks
//! for the computer.
//!
//! Everything here is computed from the [state](crate::state), and nothing changes it.

mod asked;
mod clock;
pub(crate) mod handicap;
mod job;
mod queue;
pub(crate) mod rating;
mod scene;
mod table;

pub use asked::Asked;
pub(crate) use asked::seat_asked;
pub use clock::Clock;
pub(crate) use clock::due_after;
pub use job::{NextJob, WaitingJob, next_job};
pub(crate) use queue::{Answer, Queue};
pub use rating::{FinishedGame, Replay};
pub(crate) use scene::{Reader, Scene};
pub(crate) use table::{Table, new_game};
