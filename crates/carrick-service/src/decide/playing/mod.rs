//! Playing on a board: turns, offers, queues, submitted turns, and the end when time runs out.

mod course;
mod expiry;
mod hint;
mod play;
mod queue;
mod submit;
mod undo;

pub(in crate::decide) use expiry::expired;
pub use hint::decide_hint;
